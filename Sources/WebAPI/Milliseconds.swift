// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import JSON
internal import Workbench

/// Time as the library keeps it.
public enum Milliseconds {
    /// Since 1970.
    @Sendable public static func now() -> Int64 {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }

    /// As RFC 3339 writes it.
    static func text(_ milliseconds: Int64) -> JSONValue {
        JSONValue(Timestamp(seconds: Int(milliseconds / 1000)).iso8601)
    }
}
