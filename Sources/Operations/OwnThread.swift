// SPDX-License-Identifier: Apache-2.0
package import Faults
internal import Glibc

/// Work that waits for a disk, on a thread of its own: the few threads that run actors must not
/// wait.
package enum OwnThread {
    /// Does the work and comes back with what it gave.
    package static func run<Value: Sendable>(
        _ work: @escaping @Sendable () throws(Fault) -> Value
    ) async throws(Fault) -> Value {
        let result: Result<Value, Fault> = await withCheckedContinuation { continuation in
            start { continuation.resume(returning: outcome(work)) }
        }
        return try result.get()
    }

    private static func outcome<Value>(
        _ work: () throws(Fault) -> Value
    ) -> Result<Value, Fault> {
        do { return .success(try work()) } catch { return .failure(error) }
    }

    /// What a thread is handed.
    private final class Errand: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Does the work, and nobody waits for it; where the system has no thread it is done here.
    package static func start(_ body: @escaping @Sendable () -> Void) {
        if !begin(body) { body() }
    }

    /// Does the work, and nobody waits for it; false where the system has no thread.
    package static func begin(_ body: @escaping @Sendable () -> Void) -> Bool {
        let context = unsafe Unmanaged.passRetained(Errand(body))
        var identifier = pthread_t()
        let failure = unsafe pthread_create(
            &identifier,
            nil,
            { context in
                guard let context = unsafe context else { return nil }
                unsafe Unmanaged<Errand>.fromOpaque(context).takeRetainedValue().body()
                return nil
            },
            context.toOpaque()
        )
        guard failure == 0 else {
            unsafe context.release()
            return false
        }
        pthread_detach(identifier)
        return true
    }
}
