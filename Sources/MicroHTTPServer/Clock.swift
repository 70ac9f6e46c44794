// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// Seconds on a clock that nobody sets.
func monotonicSeconds() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
