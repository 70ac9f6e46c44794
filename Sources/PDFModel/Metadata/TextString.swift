// SPDX-License-Identifier: Apache-2.0

/// Text strings of the file (ISO 32000-2, 7.9.2.2).
public enum TextString {
    /// The text of a string: UTF-16 or UTF-8 by its byte order mark, else PDFDocEncoding.
    ///
    /// Language escapes (7.9.2.2.2) are left out.
    public static func decode(_ bytes: [UInt8]) -> String {
        if bytes.starts(with: [0xFE, 0xFF]) { return utf16(bytes.dropFirst(2), bigEndian: true) }
        if bytes.starts(with: [0xFF, 0xFE]) { return utf16(bytes.dropFirst(2), bigEndian: false) }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            let units = withoutLanguages(Array(bytes.dropFirst(3)), escape: 0x1B)
            return String(decoding: units, as: UTF8.self)
        }
        var text = ""
        for byte in bytes { text.unicodeScalars.append(documentEncoding(byte)) }
        return text
    }

    /// ASCII as it is, everything else as UTF-16 with a byte order mark, which all readers know.
    public static func encode(_ text: String) -> [UInt8] {
        if text.unicodeScalars.allSatisfy({ (0x20...0x7E).contains($0.value) }) {
            return Array(text.utf8)
        }
        return [0xFE, 0xFF]
            + text.utf16.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    }

    private static func utf16(_ bytes: ArraySlice<UInt8>, bigEndian: Bool) -> String {
        var units: [UInt16] = []
        var index = bytes.startIndex
        while index + 1 < bytes.endIndex {
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            units.append(bigEndian ? first << 8 | second : second << 8 | first)
            index += 2
        }
        return String(decoding: withoutLanguages(units, escape: 0x1B), as: UTF16.self)
    }

    /// A language code and a country code have four letters; more is no escape but text.
    private static let longestLanguage = 8

    /// 7.9.2.2.2: a language stands between two escape characters.
    private static func withoutLanguages<Unit: FixedWidthInteger>(
        _ units: [Unit],
        escape: Unit
    ) -> [Unit] {
        guard units.contains(escape) else { return units }
        var kept: [Unit] = []
        var index = 0
        while index < units.count {
            if units[index] == escape {
                let rest = units[(index + 1)...].prefix(longestLanguage + 1)
                if let end = rest.firstIndex(of: escape) {
                    index = end + 1
                    continue
                }
            }
            kept.append(units[index])
            index += 1
        }
        return kept
    }

    /// The text in PDFDocEncoding (annex D.2); `nil` when a character is not in it, or when a
    /// reader would take the beginning for a byte order mark.
    public static func documentEncoded(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            guard let byte = codes[scalar] else { return nil }
            bytes.append(byte)
        }
        let marks: [[UInt8]] = [[0xFE, 0xFF], [0xFF, 0xFE], [0xEF, 0xBB, 0xBF]]
        return marks.contains { bytes.starts(with: $0) } ? nil : bytes
    }

    private static let codes: [Unicode.Scalar: UInt8] = {
        var codes: [Unicode.Scalar: UInt8] = [:]
        for byte in UInt8.min...UInt8.max {
            let scalar = documentEncoding(byte)
            if scalar != "\u{FFFD}" { codes[scalar] = byte }
        }
        return codes
    }()

    /// Annex D.2: PDFDocEncoding where it differs from Latin-1.
    private static func documentEncoding(_ byte: UInt8) -> Unicode.Scalar {
        switch byte {
        case 0x18...0x1F: low[Int(byte) - 0x18]
        case 0x80...0x9E: high[Int(byte) - 0x80]
        case 0xA0: "\u{20AC}"
        case 0x7F, 0x9F, 0xAD: "\u{FFFD}"
        default: Unicode.Scalar(byte)
        }
    }

    private static let low: [Unicode.Scalar] = [
        "\u{02D8}", "\u{02C7}", "\u{02C6}", "\u{02D9}", "\u{02DD}", "\u{02DB}", "\u{02DA}",
        "\u{02DC}",
    ]

    private static let high: [Unicode.Scalar] = [
        "\u{2022}", "\u{2020}", "\u{2021}", "\u{2026}", "\u{2014}", "\u{2013}", "\u{0192}",
        "\u{2044}", "\u{2039}", "\u{203A}", "\u{2212}", "\u{2030}", "\u{201E}", "\u{201C}",
        "\u{201D}", "\u{2018}", "\u{2019}", "\u{201A}", "\u{2122}", "\u{FB01}", "\u{FB02}",
        "\u{0141}", "\u{0152}", "\u{0160}", "\u{0178}", "\u{017D}", "\u{0131}", "\u{0142}",
        "\u{0153}", "\u{0161}", "\u{017E}",
    ]
}
