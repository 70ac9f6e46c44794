// SPDX-License-Identifier: Apache-2.0

/// Whether bytes come or go fast enough, counting only the time in which we wait for the client.
struct Pace: Sendable {
    /// What is fast enough.
    struct Rule: Sendable {
        var graceSeconds: Double
        var leastBytesPerSecond: Int
        /// What came or went fast is no credit beyond this.
        ///
        /// Else who moved a gigabyte at once could hold the connection for a day. Of what goes we know only when it was handed over, which
        /// is a window before the client has taken it.
        var mostCreditBytes = 0
    }

    private let rule: Rule
    /// For how long the client has kept us waiting, less what it has made up for.
    private var waited = 0.0
    private var waitsSince: Double?

    /// Starts to wait at once.
    init(_ rule: Rule, now: Double) {
        self.rule = rule
        waitsSince = now
    }

    /// These went or came.
    mutating func count(_ more: Int, now: Double) {
        if let since = waitsSince {
            waited += now - since
            waitsSince = now
        }
        let rate = Double(max(rule.leastBytesPerSecond, 1))
        waited = max(waited - Double(more) / rate, -Double(rule.mostCreditBytes) / rate)
    }

    /// We wait for the client from now on.
    mutating func wait(now: Double) {
        if waitsSince == nil { waitsSince = now }
    }

    /// The client waits for us.
    mutating func rest(now: Double) {
        if let since = waitsSince { waited += now - since }
        waitsSince = nil
    }

    /// Whether the client has kept us waiting for too long.
    func isTooSlow(now: Double) -> Bool {
        guard let since = waitsSince else { return false }
        return waited + now - since > rule.graceSeconds
    }
}
