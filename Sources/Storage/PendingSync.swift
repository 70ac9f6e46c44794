// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import Synchronization

/// A sync to the disk that goes on while something else is done.
///
/// The disk takes milliseconds to confirm a file of a few megabytes, in which the file can be read
/// back and checked.
package final class PendingSync: Sendable {
    private typealias Outcome = Result<Void, SystemError>

    private let sync: @Sendable () throws(SystemError) -> Void
    private let outcome = Mutex<Outcome?>(nil)
    private let thread = Mutex<pthread_t?>(nil)

    /// A sync that is over, and has succeeded.
    package init() {
        sync = { () throws(SystemError) in }
        outcome.withLock { $0 = .success(()) }
    }

    /// Begins a sync on a thread of its own; without a thread it is done when waited for.
    package init(_ sync: @escaping @Sendable () throws(SystemError) -> Void) {
        self.sync = sync
        var identifier = pthread_t()
        let context = unsafe Unmanaged.passRetained(self)
        let failure = unsafe pthread_create(
            &identifier,
            nil,
            { context in
                guard let context = unsafe context else { return nil }
                unsafe Unmanaged<PendingSync>.fromOpaque(context).takeRetainedValue().run()
                return nil
            },
            context.toOpaque()
        )
        if failure == 0 {
            thread.withLock { $0 = identifier }
        } else {
            unsafe context.release()
        }
    }

    private func run() {
        let result: Outcome
        do { result = .success(try sync()) } catch { result = .failure(error) }
        outcome.withLock { $0 = result }
    }

    /// Waits until the disk has confirmed.
    ///
    /// It may be asked more than once, by one thread.
    package func finish() throws(SystemError) {
        let identifier: pthread_t? = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        if let identifier {
            _ = pthread_join(identifier, nil)
        } else if outcome.withLock({ $0 == nil }) {
            run()
        }
        try (outcome.withLock { $0 } ?? .failure(SystemError(EIO))).get()
    }
}

extension FileSystem {
    /// Begins to sync a file; here, syncs it.
    package func startSync(_ descriptor: Int32) throws(SystemError) -> PendingSync {
        try sync(descriptor)
        return PendingSync()
    }
}
