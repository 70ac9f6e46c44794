// SPDX-License-Identifier: Apache-2.0
internal import PDFSyntax

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
        for byte in bytes { text.unicodeScalars.append(PDFDocEncoding.scalar(byte)) }
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
        guard let bytes = PDFDocEncoding.encode(text) else { return nil }
        let marks: [[UInt8]] = [[0xFE, 0xFF], [0xFF, 0xFE], [0xEF, 0xBB, 0xBF]]
        return marks.contains { bytes.starts(with: $0) } ? nil : bytes
    }
}
