// SPDX-License-Identifier: Apache-2.0

/// PDFDocEncoding (ISO 32000-2, annex D.2): Latin-1 but for some forty bytes.
public enum PDFDocEncoding {
    /// The character of a byte; U+FFFD for the three bytes that have none.
    public static func scalar(_ byte: UInt8) -> Unicode.Scalar {
        switch byte {
        case 0x18...0x1F: low[Int(byte) - 0x18]
        case 0x80...0x9E: high[Int(byte) - 0x80]
        case 0xA0: "\u{20AC}"
        case 0x7F, 0x9F, 0xAD: "\u{FFFD}"
        default: Unicode.Scalar(byte)
        }
    }

    /// The bytes of a text; `nil` when a character has none.
    public static func encode(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            guard let byte = codes[scalar] else { return nil }
            bytes.append(byte)
        }
        return bytes
    }

    private static let codes: [Unicode.Scalar: UInt8] = {
        var codes: [Unicode.Scalar: UInt8] = [:]
        for byte in UInt8.min...UInt8.max {
            let scalar = scalar(byte)
            if scalar != "\u{FFFD}" { codes[scalar] = byte }
        }
        return codes
    }()

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
