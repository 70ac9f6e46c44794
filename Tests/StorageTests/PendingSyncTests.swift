// SPDX-License-Identifier: Apache-2.0
import Glibc
import Synchronization
import Testing

@testable import Storage

@Suite struct PendingSyncTests {
    @Test func whatBeganIsDoneWhenItWasWaitedFor() throws {
        let isDone = Atomic(false)
        let pending = PendingSync { () throws(SystemError) in
            isDone.store(true, ordering: .releasing)
        }
        try pending.finish()
        let isDoneNow = isDone.load(ordering: .acquiring)
        #expect(isDoneNow)
        try pending.finish()
    }

    @Test func aFailureIsToldToWhoeverWaits() {
        let pending = PendingSync { () throws(SystemError) in throw SystemError(EIO) }
        #expect(throws: SystemError(EIO)) { try pending.finish() }
        #expect(throws: SystemError(EIO)) { try pending.finish() }
    }

    @Test func aDescriptorThatCannotBeSyncedFailsWhenItIsWaitedFor() throws {
        let pending = try SystemFiles().startSync(-1)
        #expect(throws: SystemError(EBADF)) { try pending.finish() }
    }
}
