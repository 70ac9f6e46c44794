// SPDX-License-Identifier: Apache-2.0
internal import PDFSyntax

/// What glyphs stand for, as a ToUnicode CMap (ISO 32000-2, 9.10.3).
enum GlyphTexts {
    /// 65,536 glyphs with a few letters each.
    static let byteLimit = 4 << 20
    /// Operators take at most so many pairs (Adobe Technical Note 5014).
    private static let pairLimit = 100

    /// How a map of ours begins, and no page's content does.
    private static let beginning = "/CIDInit /ProcSet findresource begin"

    /// The CMap.
    static func write(_ texts: [UInt16: String]) -> [UInt8] {
        var lines = [
            beginning, "12 dict begin", "begincmap",
            "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def",
            "/CMapName /Adobe-Identity-UCS def", "/CMapType 2 def", "1 begincodespacerange",
            "<0000> <FFFF>", "endcodespacerange",
        ]
        let pairs = texts.sorted { $0.key < $1.key }
        for start in stride(from: 0, to: pairs.count, by: pairLimit) {
            let part = pairs[start..<min(start + pairLimit, pairs.count)]
            lines.append("\(part.count) beginbfchar")
            for (glyph, text) in part {
                lines.append("<\(hex(glyph))> <\(text.utf16.map(hex).joined())>")
            }
            lines.append("endbfchar")
        }
        lines += [
            "endcmap", "CMapName currentdict /CMap defineresource pop", "end", "end", "",
        ]
        return Array(lines.joined(separator: "\n").utf8)
    }

    /// Reads what `write` wrote; `nil` for anything else.
    static func read(_ bytes: [UInt8]) -> [UInt16: String]? {
        guard bytes.starts(with: beginning.utf8) else { return nil }
        var texts: [UInt16: String] = [:]
        var isInside = false
        for line in bytes.split(separator: 0x0A) {
            if line.ends(with: "beginbfchar") {
                isInside = true
            } else if line.elementsEqual("endbfchar".utf8) {
                isInside = false
            } else if isInside {
                let parts = line.split(separator: 0x20)
                guard parts.count == 2, let glyph = units(parts[0]), glyph.count == 1,
                    let text = units(parts[1]), !text.isEmpty
                else { return nil }
                texts[glyph[0]] = String(decoding: text, as: UTF16.self)
            }
        }
        return texts
    }

    private static func hex(_ unit: UInt16) -> String {
        let digits = String(unit, radix: 16, uppercase: true)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }

    private static func units(_ part: ArraySlice<UInt8>) -> [UInt16]? {
        guard part.first == UInt8(ascii: "<"), part.last == UInt8(ascii: ">") else { return nil }
        let digits = Array(part.dropFirst().dropLast())
        guard digits.count.isMultiple(of: 4) else { return nil }
        var units: [UInt16] = []
        for start in stride(from: 0, to: digits.count, by: 4) {
            let text = String(decoding: digits[start..<start + 4], as: UTF8.self)
            guard let unit = UInt16(text, radix: 16) else { return nil }
            units.append(unit)
        }
        return units
    }
}

extension ArraySlice<UInt8> {
    fileprivate func ends(with word: String) -> Bool {
        suffix(word.utf8.count).elementsEqual(word.utf8)
    }
}
