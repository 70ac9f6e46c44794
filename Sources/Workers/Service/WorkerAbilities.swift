// SPDX-License-Identifier: Apache-2.0
package import Faults

/// What the libraries behind a worker can do; each program has its own.
package protocol WorkerAbilities {
    /// Answers a request.
    ///
    /// - Parameters:
    ///   - request: what is asked.
    ///   - descriptors: what came along; it belongs to the callee.
    /// - Returns: the answer.
    /// - Throws: what is wrong with the request, `unsupported` for what this program cannot do.
    func answer(
        _ request: WorkerRequest,
        _ descriptors: [SharedDescriptor]
    ) throws(Fault) -> WorkerReply

    /// Tries what is forbidden: a name, a space, an `errno` (0 when it worked) on each line.
    func probeSandbox() -> String
}

extension WorkerAbilities {
    /// What a program says to a request that is another program's.
    package static var notMine: Fault {
        Fault(.unsupported, "This worker was asked for what another program does.")
    }
}
