// SPDX-License-Identifier: Apache-2.0
internal import ByteSource
internal import Faults
internal import PDFSyntax

/// A file of hostile bytes, opened and used in the ways that programs use one.
struct FuzzedDocument {
    /// A file of a few hundred bytes can name millions of objects.
    private static let mostObjects = 2000
    private static let mostDecodedBytes = 1 << 20

    let source: MemoryByteSource

    init(_ bytes: [UInt8]) { source = MemoryByteSource(bytes) }

    /// Reads every object and stream, the revisions and the file at each of them, and restores it.
    func readAll() {
        guard let base = try? BaseFile(source) else { return }
        read(base)
        for revision in (try? base.revisions())?.prefix(4) ?? [] {
            law(revision.length <= source.count, "A revision is longer than the file.")
            if let past = try? base.atRevision(revision) { read(past) }
            _ = try? Document(base).restoring(revision).delta()
        }
    }

    private func read(_ base: BaseFile) {
        let document = Document(base)
        _ = try? document.catalog()
        for id in (try? base.allObjectIDs())?.prefix(Self.mostObjects) ?? [] {
            guard let object = try? document.object(id) else { continue }
            if case .stream(let stream) = object {
                _ = try? document.decodedBytes(of: stream, limit: Self.mostDecodedBytes)
            }
        }
        law(base.diagnostics.count <= Limits.diagnostics, "Too many diagnostics are kept.")
    }

    /// Changes the first object that may be changed, and adds one.
    func changeOneObject() {
        guard let base = try? BaseFile(source),
            let ids = try? base.allObjectIDs().prefix(Self.mostObjects)
        else { return }
        var document = Document(base)
        var before: [ObjectID: COSObject] = [:]
        for id in ids { before[id] = try? document.object(id) }
        // Without catalog and page tree it would be no file, and without what its key is made by
        // it would be locked.
        let lock = Self.numbers(below: base.trailer["Encrypt"], in: document)
        let root = try? document.catalogID()
        let pages = (try? document.catalog())?["Pages"]?.reference
        let changed = ids.first {
            before[$0]?.stream == nil && $0.number != root?.number && $0.number != pages?.number
                && !lock.contains($0.number)
        }
        let mark = COSObject.array([.string(Array("changed".utf8)), .name("A B")])
        if let changed { document.set(changed, mark) }
        guard let added = try? document.add(mark), let delta = try? document.delta() else { return }
        law(!delta.isEmpty, "A change was not written.")
        law(delta == (try? document.delta()), "One change has two forms.")
        let whole = ConcatenatedByteSource(source, MemoryByteSource(delta))
        guard let again = try? BaseFile(whole, openedLike: base) else {
            return law(false, "The updated file does not open.")
        }
        law(!again.isRebuilt, "The update's own cross-reference is not believed.")
        for id in [changed, added].compactMap({ $0 }) {
            law((try? again.object(id)) == mark, "The changed object reads differently.")
        }
        // What the end of the file cuts through does read on into the update.
        let complaints = base.diagnostics.filter { $0.severity != .note }
        if complaints.contains(where: { $0.message.contains("file ends inside") }) { return }
        let odd = Set(complaints.compactMap(\.place.object))
        for (id, object) in before where id != changed && !odd.contains(id.description) {
            let after = try? again.object(id)
            // A stream without a line end before its data is given one by what follows; a cut
            // one is written again.
            let isSame =
                object.stream == nil
                ? after == object
                : after?.stream?.dictionary.withoutLength == object.dictionary?.withoutLength
            law(isSame, "An unchanged object reads differently.")
        }
    }
}

extension FuzzedDocument {
    /// An encryption dictionary holds one of crypt filters, which hold values.
    private static let lockDepth = 6

    /// The objects that a value leads to.
    private static func numbers(below value: COSObject?, in document: Document) -> Set<Int> {
        var found: Set<Int> = []
        var level = [value ?? .null]
        for _ in 0..<lockDepth {
            var below: [COSObject] = []
            for object in level {
                if let id = object.reference, found.insert(id.number).inserted {
                    below.append((try? document.object(id)) ?? .null)
                }
                below += object.dictionary?.entries.map(\.value) ?? []
                below += object.array ?? []
            }
            level = below
        }
        return found
    }
}

extension COSDictionary {
    fileprivate var withoutLength: COSDictionary {
        var dictionary = self
        dictionary["Length"] = nil
        return dictionary
    }
}
