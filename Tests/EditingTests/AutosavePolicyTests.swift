// SPDX-License-Identifier: Apache-2.0
import Editing
import SeededNumbers
import Testing

@Suite struct AutosavePolicyTests {
    @Test func aWriteIsDueTwoSecondsAfterTheLastEdit() {
        var policy = AutosavePolicy()
        #expect(policy.deadline == nil)
        policy.edited(at: .seconds(10))
        #expect(policy.deadline == .seconds(12))
        policy.edited(at: .milliseconds(11_500))
        #expect(policy.deadline == .milliseconds(13_500))
        #expect(!policy.isDue(at: .milliseconds(13_499)))
        #expect(policy.isDue(at: .milliseconds(13_500)))
    }

    @Test func steadyDrawingIsWrittenEveryHalfMinute() {
        var policy = AutosavePolicy()
        var writes: [Int] = []
        for tenth in 0..<1000 {
            let now = Duration.milliseconds(100 * tenth)
            if policy.isDue(at: now) {
                writes.append(tenth)
                policy.began()
                policy.ended(succeeded: true, at: now)
            }
            policy.edited(at: now)
        }
        #expect(writes == [300, 600, 900])
    }

    @Test func anEditDuringAWriteIsUnsavedAfterIt() {
        var policy = AutosavePolicy()
        policy.edited(at: .seconds(1))
        policy.began()
        #expect(policy.isWriting && !policy.hasUnsavedEdits && policy.deadline == nil)
        policy.edited(at: .seconds(4))
        #expect(policy.deadline == nil)
        policy.ended(succeeded: true, at: .seconds(5))
        #expect(policy.deadline == .seconds(6))
    }

    @Test func aWriteThatFailedIsTriedAgainAfterAPause() {
        var policy = AutosavePolicy()
        policy.edited(at: .seconds(1))
        policy.began()
        policy.ended(succeeded: false, at: .seconds(9))
        #expect(policy.deadline == .seconds(11))
    }

    @Test func whatIsSettledIsNotDue() {
        var policy = AutosavePolicy()
        policy.edited(at: .seconds(1))
        policy.settled()
        #expect(policy.deadline == nil && !policy.hasUnsavedEdits)
    }

    @Test(arguments: 0..<50 as Range<UInt64>)
    func noEditWaitsLongerThanItMay(seed: UInt64) {
        var random = SplitMix(seed: seed)
        var policy = AutosavePolicy(pause: .milliseconds(200), longestWait: .milliseconds(3000))
        var (now, oldest, last) = (0, Int?.none, 0)
        for _ in 0..<500 {
            // Whoever looks is never late.
            let step = Int(random.next() % 400)
            for _ in 0..<step {
                now += 1
                guard policy.isDue(at: .milliseconds(now)) else { continue }
                policy.began()
                policy.ended(succeeded: true, at: .milliseconds(now))
                #expect(oldest != nil, "seed \(seed)")
                oldest = nil
            }
            if let oldest {
                #expect(now - oldest <= 3000, "seed \(seed)")
                #expect(now - last <= 200, "seed \(seed)")
            }
            policy.edited(at: .milliseconds(now))
            (oldest, last) = (oldest ?? now, now)
        }
    }
}

@Suite struct SaveStateTests {
    @Test func undoingToWhatWasSavedIsClean() {
        var state = SaveState()
        #expect(!state.isDirty && state.isSafe)
        let first = state.edited()
        #expect(state.isDirty && !state.isSafe)
        state.journalled(first)
        #expect(state.isDirty && state.isSafe)
        state.saved(first)
        #expect(!state.isDirty)
        state.returned(to: 0)
        #expect(state.isDirty && !state.isSafe)
        state.returned(to: first)
        #expect(!state.isDirty)
        // A new edition is never taken for an old one.
        state.returned(to: 0)
        #expect(state.edited() != first)
        #expect(state.isDirty)
    }
}
