// SPDX-License-Identifier: Apache-2.0
internal import CUtf8proc

/// What Unicode says of a character.
public enum CharacterProperties {
    /// Which way a character is written (Unicode Standard Annex 9).
    public enum Direction: Sendable, Hashable {
        /// As Latin or Chinese.
        case leftToRight
        /// As Hebrew or Arabic.
        case rightToLeft
        /// As its neighbours: spaces, digits, most punctuation.
        case neutral
    }

    /// Kinds of characters between which a double click ends.
    public enum Kind: Sendable, Hashable {
        /// Letters, digits and marks of scripts that put spaces between words.
        case word
        /// Chinese characters.
        case han
        /// Japanese hiragana.
        case hiragana
        /// Japanese katakana.
        case katakana
        /// Spaces and line ends.
        case space
        /// Everything else.
        case punctuation
    }

    /// Which way a character is written.
    public static func direction(of scalar: Unicode.Scalar) -> Direction {
        // Nothing before the Hebrew block is written from right to left.
        if scalar.value < 0x590 {
            let letter = scalar.value | 0x20
            if letter >= 0x61 && letter <= 0x7A { return .leftToRight }
            if scalar.value < 0x80 { return .neutral }
        }
        return switch WritingDirection(scalar) {
        case .leftToRight: .leftToRight
        case .rightToLeft: .rightToLeft
        case .neutral: .neutral
        }
    }

    /// Whether a text has no spaces beside the character, so that one that stands there, or is
    /// missing, says nothing: wide characters (Unicode Standard Annex 11), Thai, Lao, Burmese and
    /// Khmer.
    public static func standsWithoutSpaces(_ value: UInt32) -> Bool {
        switch value {
        case 0..<0x0E00: false
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x4E00...0x9FFF: true
        default: utf8proc_charwidth(Int32(bitPattern: value)) == 2
        }
    }

    /// Whether the character takes the room of two in a terminal, as Chinese ones do.
    public static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x1100 && utf8proc_charwidth(Int32(bitPattern: scalar.value)) == 2
    }

    /// Whether the character is a space, or ends a line.
    public static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F,
            0x205F, 0x3000:
            true
        default: false
        }
    }

    /// Whether words are made of it: letters, digits, marks, and the low line.
    public static func isWordPart(_ value: UInt32) -> Bool {
        if value < 0x80 {
            let letter = value | 0x20
            return (letter >= 0x61 && letter <= 0x7A) || (value >= 0x30 && value <= 0x39)
                || value == 0x5F
        }
        switch utf8proc_category(Int32(bitPattern: value)) {
        case UTF8PROC_CATEGORY_LU, UTF8PROC_CATEGORY_LL, UTF8PROC_CATEGORY_LT,
            UTF8PROC_CATEGORY_LM, UTF8PROC_CATEGORY_LO, UTF8PROC_CATEGORY_MN,
            UTF8PROC_CATEGORY_MC, UTF8PROC_CATEGORY_ME, UTF8PROC_CATEGORY_ND,
            UTF8PROC_CATEGORY_NL, UTF8PROC_CATEGORY_NO, UTF8PROC_CATEGORY_PC:
            return true
        default: return false
        }
    }

    /// Whether the character joins the one before it: combining marks, and the vowels and final
    /// consonants of a decomposed Hangul syllable.
    public static func joinsPrevious(_ value: UInt32) -> Bool {
        guard value >= 0x300 else { return false }
        if value >= 0x1160 && value <= 0x11FF { return true }
        if value >= 0x4E00 && value <= 0x9FFF { return false }
        switch utf8proc_category(Int32(bitPattern: value)) {
        case UTF8PROC_CATEGORY_MN, UTF8PROC_CATEGORY_MC, UTF8PROC_CATEGORY_ME: return true
        default: return false
        }
    }

    /// The kind of a character.
    public static func kind(of scalar: Unicode.Scalar) -> Kind {
        switch scalar.value {
        case _ where isSpace(scalar): .space
        case 0x2E80...0x2FDF, 0x3005, 0x3007, 0x3400...0x4DBF, 0x4E00...0x9FFF,
            0xF900...0xFAFF, 0x20000...0x3FFFF:
            .han
        case 0x3041...0x309F: .hiragana
        case 0x30A1...0x30FA, 0x30FC...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9F: .katakana
        case 0x27, 0x2019: .word
        default: isWordPart(scalar.value) ? .word : .punctuation
        }
    }

    /// The canonical combining class: 0 for what is no mark (Unicode Standard, 4.3).
    static func combiningClass(_ value: UInt32) -> UInt16 {
        let property = unsafe utf8proc_get_property(Int32(bitPattern: value))
        return unsafe UInt16(bitPattern: property?.pointee.combining_class ?? 0)
    }
}
