// SPDX-License-Identifier: Apache-2.0
internal import CUtf8proc

/// Normal forms of Unicode text (Unicode Standard Annex 15).
public enum Normalization {
    /// The text in the form NFKC: characters that mean the same become the same.
    ///
    /// - Parameter text: any text.
    /// - Returns: `nil` only when memory is short.
    public static func nfkc(_ text: String) -> String? {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
        let options = utf8proc_option_t(
            rawValue: UTF8PROC_STABLE.rawValue | UTF8PROC_COMPOSE.rawValue
                | UTF8PROC_COMPAT.rawValue
        )
        let bytes = Array(text.utf8)
        let needed = unsafe utf8proc_decompose(bytes, bytes.count, nil, 0, options)
        guard needed >= 0 else { return nil }
        var scalars = [Int32](repeating: 0, count: needed)
        let found = unsafe utf8proc_decompose(bytes, bytes.count, &scalars, needed, options)
        guard found == needed else { return nil }
        let count = unsafe utf8proc_normalize_utf32(&scalars, found, options)
        guard count >= 0 else { return nil }
        var result = String.UnicodeScalarView()
        for value in scalars.prefix(count) {
            guard let scalar = Unicode.Scalar(UInt32(bitPattern: value)) else { return nil }
            result.append(scalar)
        }
        return String(result)
    }
}

/// Which way a character is written (Unicode Standard Annex 9).
enum WritingDirection: Sendable {
    case leftToRight, rightToLeft, neutral

    init(_ scalar: Unicode.Scalar) {
        let property = unsafe utf8proc_get_property(Int32(bitPattern: scalar.value))
        switch unsafe UInt32(property?.pointee.bidi_class ?? 0) {
        case UTF8PROC_BIDI_CLASS_L.rawValue: self = .leftToRight
        case UTF8PROC_BIDI_CLASS_R.rawValue, UTF8PROC_BIDI_CLASS_AL.rawValue: self = .rightToLeft
        default: self = .neutral
        }
    }
}
