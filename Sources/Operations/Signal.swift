// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// Lets one thread wait until another says so.
///
/// Unchecked because the semaphore behind it is made to be used by several threads.
@safe package final class Signal: @unchecked Sendable {
    private let semaphore: UnsafeMutablePointer<sem_t>

    /// Nobody has said so yet.
    package init() {
        unsafe semaphore = .allocate(capacity: 1)
        unsafe semaphore.initialize(to: sem_t())
        unsafe sem_init(semaphore, 0, 0)
    }

    deinit {
        unsafe sem_destroy(semaphore)
        unsafe semaphore.deallocate()
    }

    /// Lets the thread that waits, or the next that does, go on.
    package func send() { unsafe sem_post(semaphore) }

    /// Waits until somebody says so.
    package func wait() {
        while unsafe sem_wait(semaphore) < 0 && errno == EINTR {}
    }
}
