// SPDX-License-Identifier: Apache-2.0

/// A date as files have it, `D:20260131120000+08'00'` (ISO 32000-2, 7.9.4), or as their XMP has it,
/// `2026-01-31T12:00:00+08:00` (ISO 16684-1, 8.2.1.1).
///
/// Only what was written is known: a date may end after the year. Reading is lenient: files leave
/// out the `D:`, the apostrophes and leading zeros, and put a zone of zeros behind `Z`.
public struct DocumentDate: Sendable, Hashable {
    /// Year, month, day, hour, minute, second, as many as are known.
    public private(set) var parts: [Int]
    /// Minutes ahead of UTC; `nil` when the zone is not known.
    public private(set) var zoneMinutes: Int?

    private static let least = [0, 1, 1, 0, 0, 0]
    private static let most = [9999, 12, 31, 23, 59, 59]

    /// Reads a date in either form; `nil` when it is none.
    public init?(_ text: String) {
        var rest = Array(text.utf8.drop { $0 <= 0x20 })[...]
        if rest.count > 2, rest[rest.startIndex] | 0x20 == UInt8(ascii: "d"),
            rest[rest.startIndex + 1] == UInt8(ascii: ":")
        {
            rest = rest.dropFirst(2).drop { $0 <= 0x20 }
        }
        parts = []
        guard let year = Self.digits(&rest, atMost: 4), year.count == 4 else { return nil }
        parts.append(year.value)
        while parts.count < Self.most.count {
            let before = rest
            if let byte = rest.first, Self.separators.contains(byte) {
                // A minus is a separator only inside the date, else it begins the zone.
                if byte == UInt8(ascii: "-"), parts.count > 2 { break }
                rest = rest.dropFirst()
            }
            guard let part = Self.digits(&rest, atMost: 2),
                part.value >= Self.least[parts.count], part.value <= Self.most[parts.count]
            else {
                rest = before
                break
            }
            parts.append(part.value)
        }
        // Fractions of a second are dropped.
        if parts.count == 6, rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst().drop { (0x30...0x39).contains($0) }
        }
        guard let zone = Self.zone(rest) else { return nil }
        zoneMinutes = parts.count > 3 ? zone.minutes : nil
    }

    private static let separators = Array("-/:T. ".utf8)

    private static func digits(
        _ rest: inout ArraySlice<UInt8>,
        atMost count: Int
    ) -> (value: Int, count: Int)? {
        let run = rest.prefix(count).prefix { (0x30...0x39).contains($0) }
        guard !run.isEmpty else { return nil }
        rest = rest.dropFirst(run.count)
        return (run.reduce(0) { $0 * 10 + Int($1 - 0x30) }, run.count)
    }

    /// `nil` when what follows the date is no zone.
    private static func zone(_ text: ArraySlice<UInt8>) -> (minutes: Int?, Void)? {
        let text = text.filter { $0 > 0x20 && $0 != UInt8(ascii: "'") && $0 != UInt8(ascii: ":") }
        guard let sign = text.first else { return (nil, ()) }
        if sign | 0x20 == UInt8(ascii: "z") { return (0, ()) }
        let figures = text.dropFirst()
        guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
            figures.count == 2 || figures.count == 4,
            figures.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        let values = figures.map { Int($0 - 0x30) }
        let hours = values[0] * 10 + values[1]
        let minutes = values.count == 4 ? values[2] * 10 + values[3] : 0
        guard hours < 24, minutes < 60 else { return nil }
        return ((sign == UInt8(ascii: "-") ? -1 : 1) * (hours * 60 + minutes), ())
    }

    /// As in `D:20260131120000+08'00`.
    public var pdfText: String {
        var text = "D:" + Self.padded(parts[0], 4)
        for part in parts.dropFirst() { text += Self.padded(part, 2) }
        switch zoneMinutes {
        case nil: return text
        case 0?: return text + "Z"
        case let minutes?: return text + Self.sign(minutes) + Self.clock(minutes, "'")
        }
    }

    /// As in `2026-01-31T12:00:00+08:00`.
    public var isoText: String {
        var text = Self.padded(parts[0], 4)
        for part in parts.dropFirst().prefix(2) { text += "-" + Self.padded(part, 2) }
        guard parts.count > 3 else { return text }
        // A time has minutes at least.
        let time = (parts.dropFirst(3) + (parts.count == 4 ? [0] : []))
        text += "T" + time.map { Self.padded($0, 2) }.joined(separator: ":")
        switch zoneMinutes {
        case nil: return text
        case 0?: return text + "Z"
        case let minutes?: return text + Self.sign(minutes) + Self.clock(minutes, ":")
        }
    }

    /// As in `2026-01-31 12:00:00 +08:00`.
    public var readable: String {
        let text = isoText
        guard parts.count > 3, let place = text.firstIndex(of: "T") else { return text }
        let day = text[..<place]
        let time = text[text.index(after: place)...]
        switch zoneMinutes {
        case nil: return "\(day) \(time)"
        case 0?: return "\(day) \(time.dropLast()) UTC"
        default: return "\(day) \(time.dropLast(6)) \(time.suffix(6))"
        }
    }

    private static func sign(_ minutes: Int) -> String { minutes < 0 ? "-" : "+" }

    private static func clock(_ minutes: Int, _ separator: String) -> String {
        padded(abs(minutes) / 60, 2) + separator + padded(abs(minutes) % 60, 2)
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
