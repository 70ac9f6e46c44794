// SPDX-License-Identifier: Apache-2.0
package import Faults
package import Typesetting

/// Sets text in the fonts of this machine: HarfBuzz shapes, ICU says where lines break and which
/// way they run, fontconfig says which fonts there are.
///
/// One thread at a time.
package final class SystemTypesetter {
    /// The list of fonts is made when the first text comes: most workers never see any.
    private lazy var shelf = FontShelf()

    /// More characters than any page has.
    private static let byteLimit = 200_000
    /// More lines than any page has.
    private static let lineLimit = 10_000
    /// A sentence names so many letters.
    private static let namedLimit = 8

    /// Lists no fonts yet; call `prepare` before the walls of a sandbox go up.
    package init() {}

    /// Reads the system's list of fonts.
    ///
    /// - Returns: the folders and files that must stay readable.
    package static func prepare() -> [String] { FontCatalog.prepare() }

    /// See `Typesetter.typeset`.
    package func typeset(
        _ text: String,
        _ style: LetterStyle,
        width: Double
    ) throws(Fault) -> TypesetText {
        guard text.utf8.count <= Self.byteLimit else {
            throw Fault(.limitExceeded, "The text has more than \(Self.byteLimit) bytes.")
        }
        let width = width.isFinite ? max(0, width) : 0
        let region = FontPreference.Region(of: text)
        let shaper = LineShaper(region)
        var lines: [TypesetLine] = []
        var missing: [Unicode.Scalar] = []
        for part in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            let paragraph = Paragraph(part, style, region, shelf)
            missing += paragraph.missing
            guard missing.isEmpty else { continue }
            let left = Self.lineLimit - lines.count
            lines += shaper.lines(paragraph, width: width, limit: left + 1)
            guard lines.count <= Self.lineLimit else {
                throw Fault(.limitExceeded, "The text has more than \(Self.lineLimit) lines.")
            }
        }
        missing += shaper.missing
        guard missing.isEmpty else { throw Self.missing(missing) }
        return TypesetText(lines: lines, ascent: shaper.ascent, descent: shaper.descent)
    }

    private static func missing(_ scalars: [Unicode.Scalar]) -> Fault {
        var named: [Unicode.Scalar] = []
        for scalar in scalars where !named.contains(scalar) { named.append(scalar) }
        let words = named.prefix(namedLimit).map { scalar in
            let digits = String(scalar.value, radix: 16, uppercase: true)
            let code = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
            return "“\(scalar)” (U+\(code))"
        }
        let more = named.count > namedLimit ? " and more" : ""
        return Fault(
            .unsupported,
            "No font on this machine that may be embedded has \(words.joined(separator: ", "))"
                + "\(more). Install one that has, such as those of the packages fonts-noto-core "
                + "and fonts-noto-cjk, or leave the letters out."
        )
    }

    /// See `Typesetter.program`.
    package func program(
        of name: FaceName,
        glyphs: [UInt16]
    ) throws(Fault) -> FontProgram {
        guard let face = shelf.face(name) else {
            throw Fault(
                .notFound,
                "The font \(name.postScriptName) is not on this machine any more, or has changed; "
                    + "try again."
            )
        }
        return try FaceCutter(face).program(glyphs)
    }
}
