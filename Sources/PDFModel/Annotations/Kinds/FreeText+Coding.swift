// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Geometry
internal import PDFSyntax

/// The keys of free text (ISO 32000-2, table 177).
extension Annotation.FreeText {
    private static let alignments: [Alignment] = [.left, .center, .right]

    /// The size of text whose /DA says none, or 0, which means any.
    private static let usualSize = 12.0

    /// Reads the style.
    static func read(
        _ dictionary: COSDictionary,
        _ reader: inout AnnotationReader
    ) throws(Fault) -> Self {
        let appearance = try reader.document.value("DA", in: dictionary).string ?? []
        let words = DefaultAppearance(appearance)
        let size = words.size > 0 ? reader.length(words.size) : usualSize
        let place = try reader.document.value("Q", in: dictionary).integer ?? 0
        let ending = try reader.document.value("LE", in: dictionary)
        let name =
            try ending.array.map { pair throws(Fault) in
                try reader.document.resolve(pair.first)
            } ?? ending
        let callout = try reader.points(dictionary["CL"])
        return Self(
            typeface: Self.typeface(words.font),
            fontSize: size,
            textColor: words.color,
            alignment: alignments.indices.contains(place) ? alignments[place] : .left,
            callout: callout,
            // Without a line it says nothing, and must not tell two texts from each other.
            calloutEnding: callout.isEmpty
                ? Self().calloutEnding
                : name.name.flatMap { LineEnding(rawValue: $0.latin1) } ?? .none
        )
    }

    /// The style of letters of a font's name.
    private static func typeface(_ font: String) -> Typeface {
        let name = font.lowercased()
        func has(_ words: [String]) -> Bool { words.contains { name.contains($0) } }
        if has(["cour", "mono", "consol"]) { return .monospaced }
        if has(["ti", "serif", "roman", "georgia", "song", "ming"]),
            !has(["sansserif", "sans-serif"])
        {
            return .serif
        }
        return .sans
    }

    /// Writes the style, and the text as other programs edit it.
    func write(into dictionary: inout COSDictionary, _ annotation: Annotation, _ space: PageSpace) {
        let size = ObjectWriter.short(fontSize / space.userUnit, places: 4)
        let font = StandardFontShaper.font(typeface)
        let channels = textColor.components.map { ObjectWriter.short($0, places: 4) }
        let colour = channels.joined(separator: " ")
        dictionary["DA"] = .string(Array("\(colour) rg \(font.resource) \(size) Tf".utf8))
        dictionary["Q"] = .integer(Self.alignments.firstIndex(of: alignment) ?? 0)
        dictionary["DS"] = .string(TextString.encode(style(size)))
        dictionary["RC"] = .string(TextString.encode(richText(annotation.contents, size)))
        dictionary["CL"] = callout.isEmpty ? nil : space.cos(callout)
        dictionary["LE"] = callout.isEmpty ? nil : .name(COSName(calloutEnding.rawValue))
        dictionary["IT"] = callout.isEmpty ? nil : .name("FreeTextCallout")
        dictionary["RD"] = Annotation.differences(annotation.outerRect, annotation.rect, space)
        // Editors of other programs turn the text by it.
        dictionary["Rotate"] = space.rotation == 0 ? nil : .integer(space.rotation)
    }

    private func style(_ size: String) -> String {
        let family =
            switch typeface {
            case .sans: "Helvetica,sans-serif"
            case .serif: "Times,serif"
            case .monospaced: "Courier,monospace"
            }
        return "font-size:\(size)pt;font-family:\(family);color:\(textColor.hex);"
            + "text-align:\(alignment.rawValue)"
    }

    /// 12.7.4.4: the text as a small XHTML document.
    private func richText(_ text: String, _ size: String) -> String {
        var paragraphs = ""
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            let direction = line.unicodeScalars.isRightToLeft ? "rtl" : "ltr"
            paragraphs += "<p dir=\"\(direction)\">\(XMLScanner.escaped(String(line)))</p>"
        }
        return "<?xml version=\"1.0\"?><body xmlns=\"http://www.w3.org/1999/xhtml\" "
            + "xmlns:xfa=\"http://www.xfa.org/schema/xfa-data/1.0/\" xfa:APIVersion=\"Inkstone\" "
            + "xfa:spec=\"2.0.2\" style=\"\(style(size))\">\(paragraphs)</body>"
    }
}

extension Substring.UnicodeScalarView {
    /// Whether the first letter is of a script that runs from right to left (Unicode Standard
    /// Annex 9, P2).
    fileprivate var isRightToLeft: Bool {
        guard let letter = first(where: \.properties.isAlphabetic)?.value else { return false }
        return switch letter {
        // Hebrew, Arabic and their neighbours; the forms for compatibility; ancient ones.
        case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF,
            0x1E800...0x1EFFF:
            true
        default: false
        }
    }
}

/// What a default appearance string sets (12.7.4.3): a font, its size and a colour.
struct DefaultAppearance {
    var font = ""
    var size = 0.0
    var color = AnnotationColor.black

    /// No honest string has more words.
    private static let wordLimit = 200

    init(_ bytes: [UInt8]) {
        var operands: [Substring] = []
        let text = String(decoding: bytes.prefix(4096), as: UTF8.self)
        let words = text.split(whereSeparator: { $0.isWhitespace }).prefix(Self.wordLimit)
        for word in words {
            let count: Int
            switch word {
            case "Tf":
                if operands.count >= 2 {
                    font = String(operands[operands.count - 2].drop { $0 == "/" })
                    size = Double(operands[operands.count - 1]) ?? 0
                }
                operands = []
                continue
            case "g": count = 1
            case "rg": count = 3
            case "k": count = 4
            default:
                operands.append(word)
                continue
            }
            let numbers = operands.suffix(count).compactMap { Double($0) }
            if let read = AnnotationColor(components: numbers), numbers.count == count {
                color = read
            }
            operands = []
        }
        if !size.isFinite { size = 0 }
        size = abs(size)
    }
}
