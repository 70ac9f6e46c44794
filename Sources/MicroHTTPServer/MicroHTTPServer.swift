// SPDX-License-Identifier: Apache-2.0
internal import CMicroHTTP
public import Faults
internal import Glibc
internal import Synchronization
public import WebExchange

/// An HTTP/1.1 server over libmicrohttpd, below a `WebService`.
///
/// It moves bytes, keeps limits of size and time, and lets the service answer; it knows no routes.
/// The library's few threads never wait for the service: a request that takes its time has its
/// connection suspended, and is answered on threads of two lanes.
///
/// A client that closes its sending side counts as gone, as it does for the library itself.
public final class MicroHTTPServer: Sendable {
    /// Where it listens.
    public let port: UInt16

    @safe private struct Running: @unchecked Sendable {
        // Unchecked: the library's daemon may be stopped from any thread, once.
        let daemon: OpaquePointer
        let listening: Int32
    }

    private let core: ServerCore
    private let running: Mutex<Running?>

    /// Starts a server.
    ///
    /// Nothing is logged. So that all connections have descriptors, the process's own limit is raised as far as it
    /// may be.
    ///
    /// - Throws: `usage` for an address or a certificate that is none, `alreadyExists` when
    ///   somebody listens there, `permissionDenied`, or `internal`.
    public init(_ service: any WebService, terms: Terms) throws(Fault) {
        let limits = terms.limits
        Self.raiseDescriptorLimit(to: limits.connections * 2 + 256)
        let shortest = min(limits.headSeconds, limits.graceSeconds, Double(limits.idleSeconds))
        guard let watch = ConnectionWatch(shortestLimitSeconds: shortest) else {
            throw Fault(.internal, "The system has no thread or descriptor left.")
        }
        core = ServerCore(
            service: service,
            limits: limits,
            isSecure: terms.tls != nil,
            watch: watch
        )
        do throws(Fault) {
            let socket = try ListeningSocket(address: terms.address, port: terms.port)
            port = socket.port
            do throws(Fault) {
                let daemon = unsafe try Self.start(core, socket, terms)
                unsafe running = Mutex(Running(daemon: daemon, listening: socket.descriptor))
            } catch {
                close(socket.descriptor)
                throw error
            }
        } catch {
            watch.end()
            throw error
        }
    }

    deinit { stop() }

    /// Stops.
    ///
    /// It takes nothing new, ends all streams, lets requests in work come to their end for a
    /// bounded time, and closes everything. A second call does nothing.
    public func stop() {
        let taken = running.withLock { running in
            defer { running = nil }
            return running
        }
        guard let taken else { return }
        core.beginStopping()
        unsafe MHD_quiesce_daemon(taken.daemon)
        let deadline = monotonicSeconds() + core.limits.drainSeconds
        while true {
            let exchanges = core.exchanges
            if exchanges.isEmpty { break }
            if monotonicSeconds() > deadline {
                for exchange in exchanges { exchange.giveUp() }
                break
            }
            for exchange in exchanges { exchange.endStream() }
            usleep(Self.drainTickMicroseconds)
        }
        unsafe MHD_stop_daemon(taken.daemon)
        close(taken.listening)
        core.watch.end()
        core.endLanes()
    }

    /// Whether it takes nothing new any more.
    var isStopping: Bool { core.isStopping }

    private static let drainTickMicroseconds: UInt32 = 5_000

    private static func start(
        _ core: ServerCore,
        _ socket: ListeningSocket,
        _ terms: Terms
    ) throws(Fault) -> OpaquePointer {
        // The library's threads end in `stop`, before the core can: it needs no count of its own.
        var asked = unsafe microhttp_terms()
        unsafe asked.listening_socket = socket.descriptor
        unsafe asked.threads = UInt32(clamping: terms.limits.ioThreads)
        unsafe asked.most_connections = UInt32(clamping: terms.limits.connections)
        unsafe asked.idle_seconds = UInt32(clamping: terms.limits.idleSeconds)
        unsafe asked.memory_per_connection = terms.limits.headBytes
        unsafe asked.context = Unmanaged.passUnretained(core).toOpaque()
        unsafe Callbacks.fill(&asked)
        var complaint = [CChar](repeating: 0, count: 512)
        let daemon: OpaquePointer?
        if let tls = terms.tls {
            unsafe daemon = tls.certificateChain.withCString { certificates in
                unsafe tls.privateKey.withCString { key in
                    unsafe asked.certificates = certificates
                    unsafe asked.key = key
                    return unsafe microhttp_start(&asked, &complaint, complaint.count)
                }
            }
        } else {
            unsafe daemon = microhttp_start(&asked, &complaint, complaint.count)
        }
        guard let daemon = unsafe daemon else {
            let cause = String(
                decoding: complaint.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) },
                as: UTF8.self
            )
            throw terms.tls == nil
                ? Fault(.internal, "The server does not start.", cause: cause)
                : Fault(
                    .usage,
                    "The server does not start with this certificate and key; both must be PEM,"
                        + " and belong together.",
                    cause: cause
                )
        }
        return unsafe daemon
    }

    private static func raiseDescriptorLimit(to wanted: Int) {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0,
            limit.rlim_cur < rlim_t(wanted)
        else { return }
        limit.rlim_cur = min(rlim_t(wanted), limit.rlim_max)
        unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
