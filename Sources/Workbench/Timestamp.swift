// SPDX-License-Identifier: Apache-2.0
internal import Cryptography
internal import Glibc

/// A moment in UTC, to the second.
public struct Timestamp: Sendable, Hashable {
    /// Seconds since 1970.
    public var seconds: Int

    /// A moment.
    public init(seconds: Int) { self.seconds = seconds }

    /// The system's clock.
    @Sendable public static func now() -> Timestamp {
        var spec = timespec()
        _ = unsafe clock_gettime(CLOCK_REALTIME, &spec)
        return Timestamp(seconds: spec.tv_sec)
    }

    /// As in `2026-01-31T12:00:00Z` (RFC 3339).
    public var iso8601: String {
        let p = parts
        return "\(p.year)-\(two(p.month))-\(two(p.day))T"
            + "\(two(p.hour)):\(two(p.minute)):\(two(p.second))Z"
    }

    /// As in `D:20260131120000Z` (ISO 32000-2, 7.9.4).
    public var pdfDate: String {
        let p = parts
        return "D:\(p.year)\(two(p.month))\(two(p.day))\(two(p.hour))\(two(p.minute))"
            + "\(two(p.second))Z"
    }

    private struct Parts { var year, month, day, hour, minute, second: Int }

    private var parts: Parts {
        var time = time_t(seconds)
        var broken = unsafe tm()
        _ = unsafe gmtime_r(&time, &broken)
        return unsafe Parts(
            year: Int(broken.tm_year) + 1900,
            month: Int(broken.tm_mon) + 1,
            day: Int(broken.tm_mday),
            hour: Int(broken.tm_hour),
            minute: Int(broken.tm_min),
            second: Int(broken.tm_sec)
        )
    }

    private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

extension Workbench {
    /// Random bytes of the system.
    @Sendable public static func systemRandom(_ count: Int) -> [UInt8] { Random.bytes(count) }
}
