// SPDX-License-Identifier: Apache-2.0
public import Faults
public import PDFSyntax

/// Western text in the standard fonts, which every reader has and no file need bring (ISO 32000-2,
/// 9.6.2.2).
public struct StandardFontShaper: FontShaper {
    /// Makes a shaper.
    public init() {}

    /// A standard font with its name among the resources, as other programs call it.
    struct Font: Sendable {
        var resource: COSName
        var name: COSName
        var widths: [UInt16]?

        static let helvetica = Font(
            resource: "Helv",
            name: "Helvetica",
            widths: StandardWidths.helvetica
        )
        static let helveticaBold = Font(
            resource: "HeBo",
            name: "Helvetica-Bold",
            widths: StandardWidths.helveticaBold
        )
        static let times = Font(
            resource: "TiRo",
            name: "Times-Roman",
            widths: StandardWidths.times
        )
        /// All its letters are 600 thousandths wide.
        static let courier = Font(resource: "Cour", name: "Courier", widths: nil)

        /// The width of a letter of size 1.
        func width(_ byte: UInt8) -> Double {
            guard let widths else { return 0.6 }
            return byte < 0x20 ? 0 : Double(widths[Int(byte) - 0x20]) / 1000
        }

        /// The codes of text.
        ///
        /// - Returns: codes, and how wide each character is at size 1.
        /// - Throws: `unsupported` for letters that are not in WinAnsiEncoding.
        func encode(
            _ text: some Sequence<Character>
        ) throws(Fault) -> (codes: [UInt8], advances: [Double]) {
            var codes: [UInt8] = []
            var advances: [Double] = []
            for character in text {
                guard let bytes = WinAnsiEncoding.encode(character) else {
                    throw Fault(
                        .unsupported,
                        "The standard fonts have no letter “\(character)”; give a font that has it."
                    )
                }
                codes += bytes
                advances.append(bytes.reduce(0) { $0 + width($1) })
            }
            return (codes, advances)
        }

        /// The font's dictionary (table 109).
        var dictionary: COSDictionary {
            [
                "Type": .name("Font"), "Subtype": .name("Type1"), "BaseFont": .name(name),
                "Encoding": .name("WinAnsiEncoding"),
            ]
        }
    }

    static func font(_ typeface: Annotation.FreeText.Typeface) -> Font {
        switch typeface {
        case .sans: .helvetica
        case .serif: .times
        case .monospaced: .courier
        }
    }

    /// How far letters of the standard fonts reach above and below their baseline.
    static let (ascent, descent) = (0.905, 0.212)

    /// Breaks western text into lines.
    public func layout(
        _ text: String,
        _ typeface: Annotation.FreeText.Typeface,
        size: Double,
        width: Double
    ) throws(Fault) -> TextLayout {
        guard text.utf8.count <= TextLayout.byteLimit else {
            throw Fault(.limitExceeded, "The text has more than \(TextLayout.byteLimit) bytes.")
        }
        let font = Self.font(typeface)
        var lines: [TextLayout.Line] = []
        for paragraph in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            let advances = try font.encode(paragraph).advances.map { $0 * size }
            for line in LineBreaking.broken(Array(paragraph), advances, width) {
                guard lines.count < TextLayout.lineLimit else {
                    throw Fault(
                        .limitExceeded,
                        "The text has more than \(TextLayout.lineLimit) lines."
                    )
                }
                let (codes, advances) = try font.encode(line)
                let width = advances.reduce(0, +) * size
                lines.append(.codes(codes, font: font.resource, width: width))
            }
        }
        return TextLayout(lines, size: size, ascent: Self.ascent, descent: Self.descent)
    }

    /// Says which standard fonts were used; nothing is added to the document.
    public func embed(
        _ layout: TextLayout,
        in document: inout Document,
        knowing known: [ObjectID]
    ) throws(Fault) -> ShownText {
        var shown = ShownText(fonts: [:], lines: [])
        for line in layout.lines {
            guard case .codes(let codes, let name, _) = line else {
                throw Fault(.internal, "Glyphs came to a shaper that has no fonts.")
            }
            let font = Self.fonts.first { $0.resource == name }
            if !codes.isEmpty, let font { shown.fonts[name] = .dictionary(font.dictionary) }
            shown.lines.append(ShownLine(steps: [.font(name), .show(codes)]))
        }
        return shown
    }

    private static let fonts = [Font.helvetica, .times, .courier]

    /// Whether the standard fonts have all letters of a text.
    static func has(_ text: String) -> Bool {
        text.allSatisfy { $0.isNewline || WinAnsiEncoding.encode($0) != nil }
    }
}

/// WinAnsiEncoding (ISO 32000-2, annex D.2): Latin-1 with letters where that has controls.
enum WinAnsiEncoding {
    /// The bytes 0x80 to 0x9F; some have no letter.
    private static let high: [Unicode.Scalar?] = [
        "\u{20AC}", nil, "\u{201A}", "\u{0192}", "\u{201E}", "\u{2026}", "\u{2020}", "\u{2021}",
        "\u{02C6}", "\u{2030}", "\u{0160}", "\u{2039}", "\u{0152}", nil, "\u{017D}", nil,
        nil, "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}", "\u{2022}", "\u{2013}", "\u{2014}",
        "\u{02DC}", "\u{2122}", "\u{0161}", "\u{203A}", "\u{0153}", nil, "\u{017E}", "\u{0178}",
    ]

    /// The byte of a character; `nil` when it has none.
    static func encode(_ character: Character) -> [UInt8]? {
        var bytes: [UInt8] = []
        for scalar in character.unicodeScalars {
            switch scalar.value {
            case 0x09: bytes.append(0x20)
            case 0x20...0x7E, 0xA0...0xFF: bytes.append(UInt8(truncatingIfNeeded: scalar.value))
            default:
                guard let place = high.firstIndex(of: scalar) else { return nil }
                bytes.append(UInt8(0x80 + place))
            }
        }
        return bytes
    }
}
