// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// Lets one thread wait until another says so, once.
final class Signal: @unchecked Sendable {
    // Sendable by hand: a semaphore is made to be used by several threads.
    private let semaphore: UnsafeMutablePointer<sem_t>

    init() {
        unsafe semaphore = .allocate(capacity: 1)
        unsafe semaphore.initialize(to: sem_t())
        unsafe sem_init(semaphore, 0, 0)
    }

    deinit {
        unsafe sem_destroy(semaphore)
        unsafe semaphore.deallocate()
    }

    func send() { unsafe sem_post(semaphore) }

    func wait() {
        while unsafe sem_wait(semaphore) < 0 && errno == EINTR {}
    }
}
