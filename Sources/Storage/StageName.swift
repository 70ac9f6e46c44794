// SPDX-License-Identifier: Apache-2.0

/// The names under which a new file waits beside the one that it replaces.
///
///     .inkstone-RANDOM.part                                   being written, never seen elsewhere
///     .inkstone-RANDOM.parts                                  a folder of such files
///     .inkstone-RANDOM-STAGED-ORIGINAL-SIZE-MODIFIED.stage    complete, about to be swapped
///
/// After the swap the `.stage` name holds the displaced file. Should the program be killed just
/// then, the next start must know whether that is the file that was rightly replaced, so the name
/// carries what tells: the inode number of the new file, and inode number, size and time of
/// modification of the original, in hexadecimal.
enum StageName: Hashable {
    case part(random: UInt64)
    case parts(random: UInt64)
    case stage(random: UInt64, staged: UInt64, original: Original)

    /// What the name remembers of the file that is to be replaced.
    struct Original: Hashable {
        var inode: UInt64
        var size: UInt64
        var modified: UInt64

        init(_ identity: FileIdentity) {
            inode = identity.inode
            size = UInt64(bitPattern: Int64(identity.size))
            modified = UInt64(bitPattern: identity.modifiedNanoseconds)
        }

        fileprivate init(inode: UInt64, size: UInt64, modified: UInt64) {
            self.inode = inode
            self.size = size
            self.modified = modified
        }
    }

    static let prefix = ".inkstone-"

    static func newParts() -> StageName { .parts(random: .random(in: 0 ... .max)) }

    static func newPart() -> StageName { .part(random: .random(in: 0 ... .max)) }

    static func newStage(staged: UInt64, replacing original: FileIdentity) -> StageName {
        .stage(random: .random(in: 0 ... .max), staged: staged, original: Original(original))
    }

    /// Reads a name; nil for every file that is not ours.
    init?(_ name: String) {
        guard name.hasPrefix(Self.prefix), let dot = name.lastIndex(of: ".") else { return nil }
        let fields = name[..<dot].dropFirst(Self.prefix.count)
            .split(separator: "-", omittingEmptySubsequences: false)
            .map { UInt64($0, radix: 16) }
        switch (name[dot...], fields.count) {
        case (".part", 1):
            guard let random = fields[0] else { return nil }
            self = .part(random: random)
        case (".parts", 1):
            guard let random = fields[0] else { return nil }
            self = .parts(random: random)
        case (".stage", 5):
            guard let random = fields[0], let staged = fields[1], let inode = fields[2],
                let size = fields[3], let modified = fields[4]
            else { return nil }
            self = .stage(
                random: random,
                staged: staged,
                original: Original(inode: inode, size: size, modified: modified)
            )
        default: return nil
        }
    }

    /// The name in the folder.
    var text: String {
        switch self {
        case .part(let random): "\(Self.prefix)\(hex(random)).part"
        case .parts(let random): "\(Self.prefix)\(hex(random)).parts"
        case .stage(let random, let staged, let original):
            "\(Self.prefix)\(hex(random))-\(hex(staged))-\(hex(original.inode))"
                + "-\(hex(original.size))-\(hex(original.modified)).stage"
        }
    }

    /// Whether a file found under this name, after its writer died, is a copy nobody needs: either
    /// the new file before the swap, or the original after it.
    func ownsContent(_ found: FileIdentity) -> Bool {
        switch self {
        case .part, .parts: true
        case .stage(_, let staged, let original):
            found.inode == staged || Original(found) == original
        }
    }
}

private func hex(_ number: UInt64) -> String { String(number, radix: 16) }
