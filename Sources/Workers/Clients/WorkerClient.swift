// SPDX-License-Identifier: Apache-2.0
public import Faults
internal import Glibc
internal import Synchronization

/// Has outside libraries work in a process of their own (`inkstone-worker`), which has no network
/// and no files, so that a drawing or picture that breaks a library breaks nothing else.
///
/// The process starts with the first request, serves one request at a time, and is replaced when
/// it crashed, ran out of time or has served for long. Calls from several threads take turns.
public final class WorkerClient: Sendable {
    /// The time a request may take when the caller names none.
    public static let defaultTimeoutSeconds = 20

    private let executablePath: String?
    private let forTests: Bool
    private let process = Mutex<WorkerProcess?>(nil)

    /// A client that starts nothing yet.
    ///
    /// Without `executablePath` the worker is what the variable `INKSTONE_WORKER` names, else
    /// `inkstone-worker` beside the running program, else in `../libexec/inkstone/` from there.
    public convenience init(executablePath: String? = nil) {
        self.init(executablePath: executablePath, forTests: false)
    }

    /// A client whose worker also answers rehearsals.
    package init(executablePath: String? = nil, forTests: Bool) {
        self.executablePath = executablePath
        self.forTests = forTests
    }

    deinit {
        process.withLock { running in
            running?.end()
            running = nil
        }
    }

    /// Which walls stand around the worker; starts it when it does not run.
    public func confinement() throws(Fault) -> WorkerConfinement {
        try process.withLock { running throws(Fault) in
            try current(&running).confinement ?? []
        }
    }

    /// The process that runs now.
    package var processIdentifier: Int32? {
        process.withLock { $0?.identifier }
    }

    /// One request and its answer.
    ///
    /// An answer that is a fault is thrown.
    ///
    /// Throws `limitExceeded` for a request above `WorkerLimits.maximumRequestBytes`, `timedOut`,
    /// `workerFailed` when the worker died or spoke nonsense, and `notFound` without a worker.
    package func perform(
        _ request: WorkerRequest,
        timeoutSeconds: Int = defaultTimeoutSeconds
    ) throws(Fault) -> WorkerReply {
        let (kind, payload) = request.frame
        guard payload.count <= WorkerLimits.maximumRequestBytes else {
            throw Fault(
                .limitExceeded,
                "The file is larger than \(WorkerLimits.maximumRequestBytes >> 20) MiB; "
                    + "use a smaller picture."
            )
        }
        let answer = try process.withLock { running throws(Fault) -> Result<WorkerReply, Fault> in
            let worker = try current(&running)
            running?.requestsServed += 1
            do throws(WireFailure) {
                let deadline = Deadline(secondsFromNow: timeoutSeconds)
                try worker.connection.send(
                    FrameHeader(kind, length: payload.count),
                    payload,
                    by: deadline
                )
                let frame = try worker.connection.receive(
                    expecting: WorkerReply.kinds,
                    maximumLength: WorkerLimits.maximumReplyBytes,
                    by: deadline
                )
                let reply = try WorkerReply(header: frame.header, payload: frame.payload)
                guard case .fault(let fault) = reply else { return .success(reply) }
                return .failure(fault)
            } catch {
                running = nil
                return .failure(
                    Self.fault(
                        for: error,
                        ending: worker.end(),
                        seconds: timeoutSeconds,
                        request
                    )
                )
            }
        }
        return try answer.get()
    }

    private func current(_ running: inout WorkerProcess?) throws(Fault) -> WorkerProcess {
        if let worker = running {
            if !worker.isGone && worker.requestsServed < WorkerLimits.requestsPerWorker {
                return worker
            }
            worker.end()
            running = nil
        }
        let path =
            if let executablePath {
                try WorkerExecutable.check(executablePath)
            } else {
                try WorkerExecutable.locate()
            }
        var worker = try WorkerProcess(path: path, forTests: forTests)
        try worker.greet()
        running = worker
        return worker
    }

    private static func fault(
        for failure: WireFailure,
        ending: WorkerProcess.Ending,
        seconds: Int,
        _ request: WorkerRequest
    ) -> Fault {
        let isText =
            switch request {
            case .typeset, .cutFont: true
            default: false
            }
        if failure == .timedOut || ending == .killed(signal: SIGXCPU) {
            return Fault(
                .timedOut,
                isText
                    ? "Setting the text took longer than \(seconds) seconds; shorten it."
                    : "Reading the drawing or picture took longer than \(seconds) seconds; "
                        + "simplify it."
            )
        }
        return Fault(
            .workerFailed,
            isText
                ? "The worker process failed on this text; nothing else is harmed. Check that the "
                    + "fonts of this machine are sound, or leave out what is unusual."
                : "The worker process failed on this drawing or picture; nothing else is harmed. "
                    + "Save it anew with another program and try again.",
            cause: "\(failure), \(ending)"
        )
    }
}
