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

    /// Does the work, and nobody waits for it.
    package static func start(_ body: @escaping @Sendable () -> Void) {
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
        if failure == 0 {
            pthread_detach(identifier)
        } else {
            // Without a thread it is done here.
            unsafe context.takeRetainedValue().body()
        }
    }
}
