// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Glibc

/// One running worker: its process and our end of the socket.
///
/// It lives until `end` is called.
struct WorkerProcess: Sendable {
    let identifier: pid_t
    let connection: FrameConnection
    private let program: WorkerProgram
    private let path: String
    /// The walls that it told of when it greeted; nil before.
    private(set) var confinement: WorkerConfinement?
    var requestsServed = 0

    /// How a worker came to its end.
    enum Ending: Sendable, Hashable {
        case exited(status: Int32)
        case killed(signal: Int32)
        case unknown
    }

    /// Starts a worker; `greet` then waits until it is ready, and other work may be done first.
    init(
        _ program: WorkerProgram = .converter,
        path: String,
        forTests: Bool
    ) throws(Fault) {
        let ends = try Self.socketPair()
        do throws(Fault) {
            // Our copy of their end goes at once, so that the death of the worker is heard.
            defer { close(ends.theirs) }
            identifier = try Self.spawn(path, socket: ends.theirs, forTests: forTests)
        } catch {
            close(ends.ours)
            throw error
        }
        connection = FrameConnection(descriptor: ends.ours)
        self.program = program
        self.path = path
    }

    /// Waits for the greeting of a worker that has not greeted yet.
    ///
    /// - Throws: `workerFailed`; the process is gone then.
    mutating func greet() throws(Fault) {
        guard confinement == nil else { return }
        do throws(WireFailure) {
            let frame = try connection.receive(
                expecting: [.hello],
                maximumLength: 1,
                by: Deadline(secondsFromNow: WorkerLimits.startSeconds)
            )
            guard
                case .hello(let confinement) = try WorkerReply(
                    header: frame.header,
                    payload: frame.payload
                )
            else { throw .malformed("no greeting") }
            self.confinement = confinement
        } catch {
            let ending = end()
            throw Fault(
                .workerFailed,
                "The program \(path) could not be started. Check that its libraries "
                    + "(\(program.needs)) are installed.",
                cause: "\(error), \(ending)"
            )
        }
    }

    /// Whether the process has died by itself since it was last used.
    var isGone: Bool {
        var request = pollfd(fd: connection.descriptor, events: Int16(POLLIN), revents: 0)
        // A worker never speaks unasked: anything to read is its end, or nonsense.
        return unsafe poll(&request, 1, 0) != 0
    }

    /// Closes the socket, kills the process if it still runs, and reaps it.
    ///
    /// A process that is already dying keeps its own reason, which is what is returned: the
    /// kernel settles the reason before it closes the socket.
    @discardableResult
    func end() -> Ending {
        close(connection.descriptor)
        kill(identifier, SIGKILL)
        var status: Int32 = 0
        var reaped: pid_t
        repeat {
            reaped = unsafe waitpid(identifier, &status, 0)
        } while reaped < 0 && errno == EINTR
        // Somebody who ignores SIGCHLD, or reaps all children, leaves nothing to know.
        guard reaped == identifier else { return .unknown }
        let signal = status & 0x7F
        return signal == 0 ? .exited(status: status >> 8 & 0xFF) : .killed(signal: signal)
    }
}
