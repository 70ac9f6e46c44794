// SPDX-License-Identifier: Apache-2.0
internal import WebExchange

/// How often somebody may guess: a few times at once, then ever more slowly.
///
/// One address waits twice as long after each failure beyond the first few. All addresses together
/// have a limit as well, since guessing can come from many. A value without a clock: whoever asks
/// says what time it is.
struct LoginThrottle: Sendable {
    private struct Record {
        var failures = 0
        var blockedUntil: Int64 = 0
        var lastSeconds: Int64 = 0
    }

    /// So many failures cost nothing: fingers slip.
    static let freeFailures = 5
    /// An address waits no longer than this, so that its owner is not shut out for good.
    static let longestWaitSeconds: Int64 = 900
    /// All addresses together fail at most so often a minute.
    static let failuresPerMinute = 60
    /// A failure is forgotten after so long.
    static let memorySeconds: Int64 = 3600
    /// More addresses are not remembered; the oldest go.
    static let mostAddresses = 4096

    private var records: [ClientKey: Record] = [:]
    private var minute: Int64 = 0
    private var failuresThisMinute = 0

    /// How many seconds an address has to wait; nil when it may try now.
    mutating func wait(_ client: ClientKey, at seconds: Int64) -> Int? {
        forget(at: seconds)
        if minute == seconds / 60, failuresThisMinute >= Self.failuresPerMinute {
            return Int(60 - seconds % 60)
        }
        guard let record = records[client], record.blockedUntil > seconds else { return nil }
        return Int(record.blockedUntil - seconds)
    }

    /// An attempt that may be made is about to be made: it counts as failed until it succeeds, so
    /// that many at once are not all let through.
    mutating func begin(_ client: ClientKey, at seconds: Int64) {
        if minute != seconds / 60 { (minute, failuresThisMinute) = (seconds / 60, 0) }
        failuresThisMinute += 1
        var record = records[client] ?? Record()
        record.failures += 1
        record.lastSeconds = seconds
        let beyond = record.failures - Self.freeFailures
        if beyond >= 0 {
            let wait = min(Int64(1) << min(Int64(beyond), 20), Self.longestWaitSeconds)
            record.blockedUntil = seconds + wait
        }
        if records[client] == nil, records.count >= Self.mostAddresses,
            let oldest = records.min(by: { $0.value.lastSeconds < $1.value.lastSeconds })
        {
            records[oldest.key] = nil
        }
        records[client] = record
    }

    /// It succeeded.
    mutating func succeeded(_ client: ClientKey) {
        records[client] = nil
        failuresThisMinute = max(0, failuresThisMinute - 1)
    }

    private mutating func forget(at seconds: Int64) {
        records = records.filter { seconds - $0.value.lastSeconds < Self.memorySeconds }
    }
}
