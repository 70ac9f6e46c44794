// SPDX-License-Identifier: Apache-2.0
import Rendering
import Testing

@testable import Workers

@Suite struct LaneScheduleTests {
    private let first = DocumentVersion("first")
    private let second = DocumentVersion("second")

    @Test func aFreeLaneIsGivenAtOnce() {
        var schedule = LaneSchedule(laneCount: 2)
        let turns = (0..<3).map { _ in schedule.ask(.visible, for: first) }
        #expect(turns == [.lane(0), .lane(1), .wait(ticket: 1)])
    }

    @Test func aSecondProcessStartsOnlyWhenTheFirstIsBusy() {
        var schedule = LaneSchedule(laneCount: 2)
        for _ in 0..<5 {
            let turn = schedule.ask(.visible, for: first)
            #expect(turn == .lane(0))
            let next = schedule.release(0)
            #expect(next == nil)
        }
    }

    @Test func theLaneThatHasTheDocumentOpenIsTaken() {
        var schedule = LaneSchedule(laneCount: 2)
        _ = schedule.ask(.visible, for: first)
        _ = schedule.ask(.visible, for: second)
        _ = schedule.release(0)
        _ = schedule.release(1)
        let open = schedule.ask(.visible, for: second)
        #expect(open == .lane(1))
        _ = schedule.release(1)
        schedule.forget(1)
        let gone = schedule.ask(.visible, for: second)
        #expect(gone == .lane(0))
    }

    @Test func whatMattersMostGoesFirst() {
        var schedule = LaneSchedule(laneCount: 1)
        _ = schedule.ask(.visible, for: first)
        let priorities: [RequestPriority] = [
            .background, .thumbnail, .nearby, .visible, .thumbnail, .visible,
        ]
        for priority in priorities { _ = schedule.ask(priority, for: first) }
        var order: [Int] = []
        while let next = schedule.release(0) { order.append(next.ticket) }
        #expect(order == [4, 6, 3, 2, 5, 1])
    }

    @Test func ofEqualsTheOneWithAnOpenDocumentGoesFirst() {
        var schedule = LaneSchedule(laneCount: 1)
        _ = schedule.ask(.visible, for: first)
        _ = schedule.ask(.nearby, for: second)
        _ = schedule.ask(.nearby, for: first)
        let next = schedule.release(0)
        #expect(next?.ticket == 2)
    }

    @Test func whatNobodyWantsAnyMoreIsDropped() {
        var schedule = LaneSchedule(laneCount: 1)
        _ = schedule.ask(.visible, for: first)
        guard case .wait(let ticket) = schedule.ask(.visible, for: first) else {
            Issue.record("a busy lane was given")
            return
        }
        let outcomes = [schedule.withdraw(ticket), schedule.withdraw(ticket)]
        #expect(outcomes == [true, false])
        #expect(schedule.waitingCount == 0)
        let next = schedule.release(0)
        #expect(next == nil)
    }

    @Test func aLaneIsNeverInTwoHands() {
        // Asks, releases and withdrawals in every order of a fixed length.
        let length = 7
        var steps = Array(repeating: 0, count: length)
        walk: while true {
            var schedule = LaneSchedule(laneCount: 2)
            var held: Set<Int> = []
            var waiting: [Int] = []
            for step in steps {
                switch step {
                case 0:
                    switch schedule.ask(.visible, for: first) {
                    case .lane(let lane):
                        let isNew = held.insert(lane).inserted
                        #expect(isNew)
                    case .wait(let ticket): waiting.append(ticket)
                    }
                case 1:
                    guard let lane = held.first else { continue }
                    held.remove(lane)
                    if let next = schedule.release(lane) {
                        let isNew = held.insert(next.lane).inserted
                        #expect(isNew)
                        #expect(waiting.first == next.ticket)
                        waiting.removeFirst()
                    } else {
                        #expect(waiting.isEmpty)
                    }
                default:
                    guard let ticket = waiting.popLast() else { continue }
                    let wasWaiting = schedule.withdraw(ticket)
                    #expect(wasWaiting)
                }
                #expect(waiting.isEmpty || held.count == 2)
            }
            for place in steps.indices {
                steps[place] += 1
                if steps[place] < 3 { continue walk }
                steps[place] = 0
            }
            break
        }
    }
}

@Suite struct BadPagesTests {
    @Test func aPageIsBadAfterTheSecondDeathAndOnlyInItsVersion() {
        var pages = BadPages()
        let key = BadPages.Key(version: DocumentVersion("a"), pageIndex: 3)
        pages.note(key)
        #expect(!pages.isBad(key))
        pages.note(key)
        #expect(pages.isBad(key))
        #expect(!pages.isBad(BadPages.Key(version: DocumentVersion("b"), pageIndex: 3)))
        #expect(!pages.isBad(BadPages.Key(version: DocumentVersion("a"), pageIndex: 4)))
    }

    @Test func aPageThatWasDrawnAfterAllIsForgiven() {
        var pages = BadPages()
        let key = BadPages.Key(version: DocumentVersion("a"), pageIndex: 3)
        pages.note(key)
        pages.forgive(key)
        pages.note(key)
        #expect(!pages.isBad(key))
    }

    @Test func manyBadPagesAreForgottenRatherThanKeptForEver() {
        var pages = BadPages()
        let version = DocumentVersion("a")
        for index in 0..<30_000 {
            pages.note(BadPages.Key(version: version, pageIndex: index))
            pages.note(BadPages.Key(version: version, pageIndex: index))
        }
        #expect(pages.isBad(BadPages.Key(version: version, pageIndex: 29_999)))
    }
}
