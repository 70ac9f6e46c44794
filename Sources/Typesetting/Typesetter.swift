// SPDX-License-Identifier: Apache-2.0
public import Faults

/// Turns text into glyphs of this machine's fonts, and cuts fonts down to the glyphs that are
/// shown.
///
/// Lengths are thousandths of the size of the letters, as PDF counts glyphs (ISO 32000-2, 9.2.4).
public protocol Typesetter: Sendable {
    /// Breaks text into lines (Unicode Standard Annex 14), puts each in the order in which it is
    /// seen (annex 9), and shapes it.
    ///
    /// - Parameters:
    ///   - text: paragraphs end with any of the line ends of Unicode.
    ///   - style: of the letters, as far as the machine's fonts have it.
    ///   - width: of the lines; where a single character is wider, it stands alone.
    /// - Returns: lines of glyphs.
    /// - Throws: `unsupported` naming the letters that no font has, `limitExceeded`, and what a
    ///   worker can throw: `notFound` without one, `workerFailed`, `timedOut`.
    func typeset(
        _ text: String,
        _ style: LetterStyle,
        width: Double
    ) throws(Fault) -> TypesetText

    /// A font program with these glyphs only, each under the number that it has in the font.
    ///
    /// - Parameters:
    ///   - face: as the glyphs came with it.
    ///   - glyphs: glyph 0 comes along in any case.
    /// - Returns: the program, and the widths of these glyphs in their order.
    /// - Throws: `notFound` for a face that this machine has not, and as `typeset`.
    func program(of face: FaceName, glyphs: [UInt16]) throws(Fault) -> FontProgram
}

/// The style of letters.
public enum LetterStyle: UInt8, Sendable, Hashable, CaseIterable {
    /// Without serifs.
    case sans
    /// With serifs.
    case serif
    /// All letters of one width.
    case monospaced
}

/// Which face of which state of a font: its PostScript name, a dot, and 16 hexadecimal digits that
/// change with the font.
public struct FaceName: Sendable, Hashable, Comparable {
    /// The name.
    public let text: String

    /// Longer names are none.
    static let longest = 80

    /// `nil` for what is no such name: letters, digits, hyphens, one dot.
    public init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, text.utf8.count <= Self.longest, !parts[0].isEmpty,
            parts[0].utf8.allSatisfy(Self.isPlain),
            parts[1].utf8.count == 16, parts[1].utf8.allSatisfy(Self.isHexadecimal)
        else { return nil }
        self.text = text
    }

    /// A name made of a font's own and of a digest; what PDF would have to escape is left out.
    public init(postScriptName: String, digest: UInt64) {
        let plain = postScriptName.utf8.filter(Self.isPlain).prefix(Self.longest - 17)
        let digits = String(digest, radix: 16)
        text =
            (plain.isEmpty ? "Font" : String(decoding: plain, as: UTF8.self)) + "."
            + String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// The PostScript name.
    public var postScriptName: String { String(text.prefix { $0 != "." }) }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }

    /// By the text.
    public static func < (a: FaceName, b: FaceName) -> Bool { a.text < b.text }
}
