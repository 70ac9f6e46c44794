// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// A moment on the clock that never jumps, after which nobody waits any longer.
package struct Deadline: Sendable {
    private let nanoseconds: Int64

    /// The moment that is `seconds` from now.
    package init(secondsFromNow seconds: Int) {
        let (length, overflow) = Int64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
        let (moment, late) = Self.now().addingReportingOverflow(overflow ? .max : length)
        nanoseconds = late ? .max : moment
    }

    /// Milliseconds left, rounded up, at least 0, as `poll` takes them.
    package var millisecondsLeft: Int32 {
        let left = nanoseconds - Self.now()
        guard left > 0 else { return 0 }
        return Int32(clamping: left / 1_000_000 + 1)
    }

    private static func now() -> Int64 {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
