// SPDX-License-Identifier: Apache-2.0

/// Characters as bytes in PDFDocEncoding (ISO 32000-2, Annex D.2).
enum PDFDocEncoding {
    /// The bytes; `nil` when a character has none.
    static func encode(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            guard let byte = byte(scalar) else { return nil }
            bytes.append(byte)
        }
        return bytes
    }

    private static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
        switch scalar.value {
        case 0x00...0x17, 0x20...0x7E, 0xA1...0xAC, 0xAE...0xFF:
            return UInt8(truncatingIfNeeded: scalar.value)
        case 0x20AC: return 0xA0
        default:
            if let index = low.firstIndex(of: scalar) { return 0x18 + UInt8(index) }
            return high.firstIndex(of: scalar).map { 0x80 + UInt8($0) }
        }
    }

    private static let low = Array(
        "\u{2D8}\u{2C7}\u{2C6}\u{2D9}\u{2DD}\u{2DB}\u{2DA}\u{2DC}"
            .unicodeScalars
    )

    private static let high = Array(
        ("\u{2022}\u{2020}\u{2021}\u{2026}\u{2014}\u{2013}\u{192}\u{2044}\u{2039}\u{203A}\u{2212}"
            + "\u{2030}\u{201E}\u{201C}\u{201D}\u{2018}\u{2019}\u{201A}\u{2122}\u{FB01}\u{FB02}"
            + "\u{141}\u{152}\u{160}\u{178}\u{17D}\u{131}\u{142}\u{153}\u{161}\u{17E}")
            .unicodeScalars
    )
}
