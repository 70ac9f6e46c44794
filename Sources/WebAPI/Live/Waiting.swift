// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Operations
internal import Synchronization

/// Lets a thread that may wait stand by for what an actor does.
enum Waiting {
    /// What the work gave.
    static func result<Value: Sendable>(
        _ work: @escaping @Sendable () async throws(Fault) -> Value
    ) throws(Fault) -> Value {
        let outcome = Outcome<Value>()
        Task {
            do throws(Fault) {
                outcome.end(.success(try await work()))
            } catch { outcome.end(.failure(error)) }
        }
        return try outcome.wait().get()
    }

    private final class Outcome<Value: Sendable>: Sendable {
        private let value = Mutex<Result<Value, Fault>?>(nil)
        private let signal = Signal()

        func end(_ result: Result<Value, Fault>) {
            value.withLock { $0 = result }
            signal.send()
        }

        func wait() -> Result<Value, Fault> {
            signal.wait()
            return value.withLock { $0 }
                ?? .failure(Fault(.internal, "Work ended without a result."))
        }
    }
}
