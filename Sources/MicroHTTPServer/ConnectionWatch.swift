// SPDX-License-Identifier: Apache-2.0
internal import CMicroHTTP
internal import Glibc
internal import Operations
internal import Synchronization

/// One thread that notices what the library does not look for: clients that have gone while their
/// request is in work, and clients that are late.
///
/// While nobody can be late it looks four times a second, and not at all without connections; so
/// a thousand quiet streams cost next to nothing.
final class ConnectionWatch: Sendable {
    private struct State {
        var connections: [UInt64: Connection] = [:]
        var lingering: [Lingering] = []
        var isOver = false
    }

    /// A socket whose connection is over, read until the client has seen its answer.
    private struct Lingering {
        var descriptor: Int32
        var until: Double
    }

    private let poll: Int32
    private let bell: Int32
    private let tickSeconds: Double
    private let state = Mutex(State())

    /// The number under which the bell is known; no connection has it.
    private static let bellNumber: UInt64 = 0
    /// How often sockets that linger are read.
    private static let lingerTickSeconds = 0.05
    /// However near a limit is: nobody is cut off earlier than so much too late.
    private static let coarsestTickSeconds = 0.25

    /// - Parameter shortestLimitSeconds: a quarter of it is how late a limit may be noticed.
    init?(shortestLimitSeconds: Double) {
        poll = microhttp_watch_make()
        bell = microhttp_bell_make()
        tickSeconds = min(max(shortestLimitSeconds / 4, 0.01), Self.coarsestTickSeconds)
        guard poll >= 0, bell >= 0, microhttp_watch_add(poll, bell, Self.bellNumber, true),
            OwnThread.begin({ [self] in run() })
        else { return nil }
    }

    deinit {
        if poll >= 0 { close(poll) }
        if bell >= 0 { close(bell) }
    }

    /// Looks after a connection.
    func add(_ connection: Connection, descriptor: Int32) {
        state.withLock { $0.connections[connection.number] = connection }
        // Bytes that come do not wake the thread.
        _ = microhttp_watch_add(poll, descriptor, connection.number, false)
        ring()
    }

    /// Before its socket is closed.
    func remove(_ connection: Connection, descriptor: Int32) {
        microhttp_watch_remove(poll, descriptor)
        state.withLock { $0.connections[connection.number] = nil }
    }

    /// Reads the socket for a while and closes it.
    func linger(_ descriptor: Int32, limits: MicroHTTPServer.Limits) {
        let isTaken = state.withLock { state in
            guard !state.isOver, state.lingering.count < limits.lingeringConnections else {
                return false
            }
            let until = monotonicSeconds() + limits.lingerSeconds
            state.lingering.append(Lingering(descriptor: descriptor, until: until))
            return true
        }
        if isTaken { ring() } else { close(descriptor) }
    }

    /// Ends the thread.
    func end() {
        state.withLock { $0.isOver = true }
        ring()
    }

    private func ring() {
        var one: UInt64 = 1
        _ = unsafe write(bell, &one, MemoryLayout<UInt64>.size)
    }

    // MARK: The thread

    private func run() {
        var numbers = [UInt64](repeating: 0, count: 64)
        while true {
            let now = monotonicSeconds()
            let (connections, isOver) = state.withLock { state in
                (Array(state.connections.values), state.isOver)
            }
            if isOver { break }
            var someoneCanBeLate = false
            for connection in connections where connection.enforce(now: now) {
                someoneCanBeLate = true
            }
            let someoneLingers = readLingering(now: now)
            let timeout =
                someoneLingers
                ? Self.lingerTickSeconds
                : someoneCanBeLate ? tickSeconds : max(tickSeconds, Self.restSeconds)
            let count = unsafe microhttp_watch_wait(
                poll,
                &numbers,
                numbers.count,
                connections.isEmpty && !someoneLingers ? -1 : Int32(timeout * 1000)
            )
            for number in numbers.prefix(count) { take(number) }
        }
        for lingering in state.withLock({ $0.lingering }) { close(lingering.descriptor) }
    }

    /// Requests begin on other threads, which do not ring; so there is a look now and then.
    private static let restSeconds = 0.25

    private func take(_ number: UInt64) {
        guard number != Self.bellNumber else {
            var rung: UInt64 = 0
            _ = unsafe read(bell, &rung, MemoryLayout<UInt64>.size)
            return
        }
        state.withLock { $0.connections[number] }?.clientHasGone()?.clientHasGone()
    }

    /// Reads and drops; true while some are left.
    private func readLingering(now: Double) -> Bool {
        state.withLock { state in
            state.lingering.removeAll { lingering in
                guard now < lingering.until, !Self.isAtEnd(lingering.descriptor) else {
                    close(lingering.descriptor)
                    return true
                }
                return false
            }
            return !state.lingering.isEmpty
        }
    }

    /// Drops what is there, up to a bound for each look.
    private static func isAtEnd(_ descriptor: Int32) -> Bool {
        unsafe withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 1) { buffer in
            for _ in 0..<64 {
                let count = unsafe recv(
                    descriptor,
                    buffer.baseAddress,
                    buffer.count,
                    Int32(MSG_DONTWAIT)
                )
                if count == 0 { return true }
                if count < 0 { return errno != EAGAIN && errno != EINTR }
            }
            return false
        }
    }
}
