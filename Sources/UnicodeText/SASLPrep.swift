// SPDX-License-Identifier: Apache-2.0

/// The profile of Unicode text that names and passwords are compared in (SASLprep, RFC 4013).
public enum SASLPrep {
    /// The text prepared: unusual spaces made plain, invisible characters left out, NFKC.
    ///
    /// Code points that Unicode has not assigned are let through, as for queries (RFC 3454, 7).
    ///
    /// - Parameter text: what a person typed.
    /// - Returns: `nil` when the text holds what the profile prohibits.
    public static func prepare(_ text: String) -> String? {
        var mapped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if Self.contains(spaces, scalar) {
                mapped.append(" ")
            } else if !Self.contains(mappedToNothing, scalar) {
                mapped.append(scalar)
            }
        }
        guard let normal = Normalization.nfkc(String(mapped)),
            !normal.unicodeScalars.contains(where: isProhibited), hasOneDirection(normal)
        else { return nil }
        return normal
    }

    private static func contains(_ ranges: [ClosedRange<UInt32>], _ scalar: Unicode.Scalar) -> Bool
    {
        ranges.contains { $0.contains(scalar.value) }
    }

    private static func isProhibited(_ scalar: Unicode.Scalar) -> Bool {
        // RFC 3454, C.4: code points that are no characters.
        scalar.value & 0xFFFE == 0xFFFE || contains(prohibited, scalar)
    }

    /// RFC 3454, 6: with a letter written from right to left there is none the other way, and
    /// such letters stand at both ends.
    private static func hasOneDirection(_ text: String) -> Bool {
        let directions = text.unicodeScalars.map(WritingDirection.init)
        guard directions.contains(.rightToLeft) else { return true }
        return !directions.contains(.leftToRight) && directions.first == .rightToLeft
            && directions.last == .rightToLeft
    }

    /// RFC 3454, table C.1.2.
    private static let spaces: [ClosedRange<UInt32>] = [
        0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200B, 0x202F...0x202F, 0x205F...0x205F,
        0x3000...0x3000,
    ]

    /// RFC 3454, table B.1.
    private static let mappedToNothing: [ClosedRange<UInt32>] = [
        0xAD...0xAD, 0x34F...0x34F, 0x1806...0x1806, 0x180B...0x180D, 0x200B...0x200D,
        0x2060...0x2060, 0xFE00...0xFE0F, 0xFEFF...0xFEFF,
    ]

    /// RFC 3454, tables C.1.2, C.2.1, C.2.2, C.3 and C.4 to C.9.
    private static let prohibited: [ClosedRange<UInt32>] =
        spaces + [
            0x00...0x1F, 0x7F...0x9F, 0x340...0x341, 0x6DD...0x6DD, 0x70F...0x70F,
            0x180E...0x180E, 0x200C...0x200F, 0x2028...0x202E, 0x2060...0x2063,
            0x206A...0x206F, 0x2FF0...0x2FFB, 0xE000...0xF8FF, 0xFDD0...0xFDEF,
            0xFEFF...0xFEFF, 0xFFF9...0xFFFD, 0x1D173...0x1D17A, 0xE0001...0xE0001,
            0xE0020...0xE007F, 0xF0000...0xFFFFD, 0x100000...0x10FFFD,
        ]
}
