// SPDX-License-Identifier: Apache-2.0

/// Dates as files have them, `D:20260131120000+08'00'` (ISO 32000-2, 7.9.4).
enum PDFDate {
    /// As in `2026-01-31 12:00:00 +08:00`; as much as there is, and the text itself where it is no
    /// such date.
    static func readable(_ text: String) -> String {
        var rest = (text.hasPrefix("D:") ? text.dropFirst(2) : text[...])[...]
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        guard [4, 6, 8, 10, 12, 14].contains(digits.count) else { return text }
        rest = rest.dropFirst(digits.count)
        var words = String(digits.prefix(4))
        var left = digits.dropFirst(4)
        for separator in ["-", "-", " ", ":", ":"] where !left.isEmpty {
            words += separator + left.prefix(2)
            left = left.dropFirst(2)
        }
        // An hour without minutes would not look like a time.
        if digits.count == 10 { words += ":00" }
        let zone = rest.filter { $0.isASCII && $0.isNumber }
        switch (rest.first, zone.count) {
        case ("Z", _): return words + " UTC"
        case ("+", 2), ("-", 2), ("+", 4), ("-", 4):
            let minutes = zone.count == 4 ? zone.suffix(2) : "00"
            return words + " " + rest.prefix(1) + zone.prefix(2) + ":" + minutes
        case (nil, _): return words
        default: return text
        }
    }
}
