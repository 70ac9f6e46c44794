// SPDX-License-Identifier: Apache-2.0

/// What whoever opens an encrypted document by its user password may do (ISO 32000-2, table 22).
///
/// Bits of files before revision 3, which stood for more than today, are spread over what they
/// stood for.
public struct DocumentPermissions: OptionSet, Sendable, Hashable {
    /// The bits as /P has them, bit 1 the lowest.
    public let rawValue: UInt32

    /// A set of its bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Bit 3: print, perhaps as a coarse picture.
    public static let print = DocumentPermissions(rawValue: 1 << 2)
    /// Bit 4: change the contents of pages.
    public static let modify = DocumentPermissions(rawValue: 1 << 3)
    /// Bit 5: copy text and graphics.
    public static let copy = DocumentPermissions(rawValue: 1 << 4)
    /// Bit 6: add and change annotations, fill in forms.
    public static let annotate = DocumentPermissions(rawValue: 1 << 5)
    /// Bit 9: fill in forms, also where bit 6 is clear.
    public static let fill = DocumentPermissions(rawValue: 1 << 8)
    /// Bit 10: read the text to people who cannot see it; readers of today always may.
    public static let accessibility = DocumentPermissions(rawValue: 1 << 9)
    /// Bit 11: insert, turn and delete pages, make bookmarks, also where bit 4 is clear.
    public static let assemble = DocumentPermissions(rawValue: 1 << 10)
    /// Bit 12: print in full quality.
    public static let printHighQuality = DocumentPermissions(rawValue: 1 << 11)

    /// Everything.
    public static let all: DocumentPermissions = [
        .print, .modify, .copy, .annotate, .fill, .accessibility, .assemble, .printHighQuality,
    ]

    /// Each permission with the word that people and programs read, in the order of the bits.
    public static let named: [(permission: DocumentPermissions, name: String)] = [
        (.print, "print"), (.printHighQuality, "printHighQuality"), (.copy, "copy"),
        (.modify, "modify"), (.annotate, "annotate"), (.fill, "fill"),
        (.accessibility, "accessibility"), (.assemble, "assemble"),
    ]

    /// The permissions that /P grants.
    ///
    /// - Parameters:
    ///   - p: the integer; files have it with and without its sign.
    ///   - revision: /R.
    init(p: Int, revision: Int) {
        var found = DocumentPermissions(rawValue: UInt32(truncatingIfNeeded: p))
            .intersection(.all)
        if revision < 3 {
            found.subtract([.fill, .accessibility, .assemble, .printHighQuality])
            if found.contains(.print) { found.insert(.printHighQuality) }
            if found.contains(.modify) { found.insert(.assemble) }
            if found.contains(.copy) { found.insert(.accessibility) }
            if found.contains(.annotate) { found.insert(.fill) }
        }
        self = found
    }

    /// /P: bits 7, 8 and above 12 are set, 1 and 2 clear.
    var p: Int { Int(Int32(bitPattern: 0xFFFF_F0C0 | rawValue)) }
}
