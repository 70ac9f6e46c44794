// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import Synchronization

/// One connection: its socket for as long as it is open, and how long the client may keep us
/// waiting now.
final class Connection: Sendable {
    /// Whom we wait for, and how long.
    enum Phase: Sendable {
        /// The head must be there at this time.
        case head(until: Double)
        case body(Pace)
        /// The service works, or has nothing to send; the client cannot be late.
        case working
        case response(Pace)
    }

    fileprivate struct State {
        var descriptor: Int32
        var phase: Phase
        var exchange: Exchange?
        var isGone = false
        var isCut = false
        var mustLinger = false
    }

    /// Never given twice.
    let number: UInt64
    /// Numeric, without a port.
    let clientAddress: String
    private let state: Mutex<State>

    init(number: UInt64, descriptor: Int32, clientAddress: String, headUntil: Double) {
        self.number = number
        self.clientAddress = clientAddress
        state = Mutex(State(descriptor: descriptor, phase: .head(until: headUntil)))
    }

    /// A request begins; false when the client has gone already.
    func begin(_ exchange: Exchange) -> Bool {
        state.withLock { state in
            state.exchange = exchange
            return !state.isGone
        }
    }

    /// It has ended, and the next head is waited for.
    func end(nextHeadUntil: Double) {
        state.withLock { state in
            state.exchange = nil
            state.phase = .head(until: nextHeadUntil)
        }
    }

    func enter(_ phase: Phase) { state.withLock { $0.phase = phase } }

    /// Changes the pace of the present phase.
    func pace(_ change: (inout Pace) -> Void) {
        state.withLock { state in
            switch state.phase {
            case .body(var pace):
                change(&pace)
                state.phase = .body(pace)
            case .response(var pace):
                change(&pace)
                state.phase = .response(pace)
            case .head, .working: break
            }
        }
    }

    /// The request in work.
    var exchange: Exchange? { state.withLock { $0.exchange } }

    /// What the client still sends is read for a while after the end.
    func lingerAtEnd() { state.withLock { $0.mustLinger = true } }

    /// The client has closed its side; gives the request that nobody waits for any more.
    func clientHasGone() -> Exchange? {
        state.withLock { state in
            state.isGone = true
            return state.exchange
        }
    }

    /// Shuts the socket down if the client is late.
    ///
    /// - Returns: whether the client can become late without anything else happening before.
    func enforce(now: Double) -> Bool {
        state.withLock { state in
            guard !state.isCut, state.descriptor >= 0 else { return false }
            let isLate: Bool
            switch state.phase {
            case .working: return false
            case .head(let until): isLate = now > until
            case .body(let pace), .response(let pace): isLate = pace.isTooSlow(now: now)
            }
            if isLate { state.cut() }
            return !isLate
        }
    }

    /// Shuts the socket down; the library then finds it at its end.
    func cut() { state.withLock { $0.cut() } }

    /// The library closes the socket now: its number may soon be another's.
    ///
    /// - Returns: a second descriptor of the socket where it is to linger.
    func close() -> Int32? {
        state.withLock { state in
            defer { state.descriptor = -1 }
            guard state.mustLinger, !state.isCut else { return nil }
            let copy = fcntl(state.descriptor, F_DUPFD_CLOEXEC, 0)
            return copy < 0 ? nil : copy
        }
    }
}

extension Connection.State {
    fileprivate mutating func cut() {
        guard descriptor >= 0, !isCut else { return }
        isCut = true
        // What the client would not take must not lie in the kernel for as long as it likes.
        var atOnce = linger(l_onoff: 1, l_linger: 0)
        _ = unsafe setsockopt(
            descriptor,
            SOL_SOCKET,
            SO_LINGER,
            &atOnce,
            socklen_t(MemoryLayout<linger>.size)
        )
        shutdown(descriptor, Int32(SHUT_RDWR))
    }
}
