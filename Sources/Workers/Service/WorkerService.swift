// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Glibc

/// The worker's side: takes requests, has them done, answers, until the socket closes.
package struct WorkerService {
    private let confinement: WorkerConfinement
    private let abilities: any WorkerAbilities
    private let connection = FrameConnection(descriptor: 0)

    /// Puts the worker together; no ability is used before `run`.
    package init(confinement: WorkerConfinement, abilities: any WorkerAbilities) {
        self.confinement = confinement
        self.abilities = abilities
    }

    /// Serves until the socket, which is standard input, closes.
    ///
    /// Returns the exit status.
    package func run() -> Int32 {
        Self.leaveWithTheParent()
        do throws(WireFailure) {
            try send(.hello(confinement))
            while true {
                let frame = try connection.receive(
                    expecting: WorkerRequest.kinds,
                    maximumLength: WorkerLimits.maximumRequestBytes,
                    maximumDescriptors: 2
                )
                let descriptors = frame.descriptors.map { SharedDescriptor(adopting: $0) }
                let request = try WorkerRequest(kind: frame.header.kind, payload: frame.payload)
                try send(answer(request, descriptors))
            }
        } catch {
            // The parent has gone, or does not speak our language: nobody is left to tell.
            return error == .closed ? 0 : 65
        }
    }

    private func send(_ reply: WorkerReply) throws(WireFailure) {
        let (header, payload) = reply.frame
        try connection.send(header, payload)
    }

    private func answer(
        _ request: WorkerRequest,
        _ descriptors: [SharedDescriptor]
    ) throws(WireFailure) -> WorkerReply {
        do throws(Fault) {
            guard case .rehearse(let rehearsal) = request else {
                return try abilities.answer(request, descriptors)
            }
            guard unsafe getenv(WorkerProcess.testVariable) != nil else {
                throw Fault(.unsupported, "Rehearsals are for tests.")
            }
            if rehearsal == .probeSandbox {
                return .report(Array(abilities.probeSandbox().utf8))
            }
            rehearsal.perform(over: connection)
            return .report([])
        } catch {
            return .fault(error)
        }
    }

    /// Ends the process as soon as the parent closes its end, also in the middle of a request.
    ///
    /// PR_SET_PDEATHSIG will not do: it fires when the *thread* that started the worker ends, which
    /// in a server is long before the server does.
    private static func leaveWithTheParent() {
        var thread = pthread_t()
        _ = unsafe pthread_create(
            &thread,
            nil,
            { _ in
                var request = pollfd(fd: 0, events: 0, revents: 0)
                while unsafe poll(&request, 1, -1) < 0 && errno == EINTR {}
                _exit(0)
            },
            nil
        )
    }
}
