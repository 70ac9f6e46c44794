// SPDX-License-Identifier: Apache-2.0
internal import Synchronization
internal import WebExchange

/// What all connections of a server share.
final class ServerCore: Sendable {
    private struct State {
        var nextNumber: UInt64 = 1
        var connections: [UInt64: Connection] = [:]
        var perClient: [ClientKey: Int] = [:]
        var isStopping = false
    }

    let service: any WebService
    let limits: MicroHTTPServer.Limits
    let isSecure: Bool
    let watch: ConnectionWatch
    private let quick: Lane
    private let patient: Lane
    private let state = Mutex(State())

    init(
        service: any WebService,
        limits: MicroHTTPServer.Limits,
        isSecure: Bool,
        watch: ConnectionWatch
    ) {
        self.service = service
        self.limits = limits
        self.isSecure = isSecure
        self.watch = watch
        quick = Lane(threads: limits.quickThreads, waiting: limits.waitingRequests)
        patient = Lane(
            threads: limits.patientThreads,
            waiting: limits.waitingRequests,
            niceness: limits.patientNiceness
        )
    }

    var bodyRule: Pace.Rule {
        Pace.Rule(
            graceSeconds: limits.graceSeconds,
            leastBytesPerSecond: limits.leastBodyBytesPerSecond
        )
    }

    var responseRule: Pace.Rule {
        Pace.Rule(
            graceSeconds: limits.graceSeconds,
            leastBytesPerSecond: limits.leastResponseBytesPerSecond,
            mostCreditBytes: OutgoingResponse.windowBytes
        )
    }

    func lane(_ lane: WebLane) -> Lane {
        switch lane {
        case .quick: quick
        case .patient: patient
        }
    }

    func endLanes() {
        quick.end()
        patient.end()
    }

    // MARK: Connections

    /// Whether one more of this address is taken.
    func mayConnect(_ address: String) -> Bool {
        let key = ClientKey(address)
        return state.withLock { state in
            !state.isStopping
                && (key.isThisMachine
                    || state.perClient[key, default: 0] < limits.connectionsPerClient)
        }
    }

    func open(descriptor: Int32, address: String) -> Connection {
        let connection = state.withLock { state in
            let connection = Connection(
                number: state.nextNumber,
                descriptor: descriptor,
                clientAddress: address,
                headUntil: monotonicSeconds() + limits.headSeconds
            )
            state.nextNumber += 1
            state.connections[connection.number] = connection
            state.perClient[ClientKey(address), default: 0] += 1
            return connection
        }
        watch.add(connection, descriptor: descriptor)
        return connection
    }

    func close(_ connection: Connection, descriptor: Int32) {
        watch.remove(connection, descriptor: descriptor)
        if let lingering = connection.close() { watch.linger(lingering, limits: limits) }
        state.withLock { state in
            state.connections[connection.number] = nil
            let key = ClientKey(connection.clientAddress)
            let left = state.perClient[key, default: 1] - 1
            state.perClient[key] = left > 0 ? left : nil
        }
    }

    /// A request has ended; the next may take its rest before it, and then the time of a head.
    func ended(_ exchange: Exchange) {
        exchange.connection.end(
            nextHeadUntil: monotonicSeconds() + Double(limits.idleSeconds) + limits.headSeconds
        )
    }

    // MARK: Stopping

    var isStopping: Bool { state.withLock { $0.isStopping } }

    func beginStopping() { state.withLock { $0.isStopping = true } }

    /// The requests in work.
    var exchanges: [Exchange] {
        state.withLock { Array($0.connections.values) }.compactMap(\.exchange)
    }
}
