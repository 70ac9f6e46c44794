// SPDX-License-Identifier: Apache-2.0
import Editing
import SeededNumbers
import Testing

/// A difference of two numbers.
private struct Jump: Combinable, Equatable {
    var from: Int
    var to: Int
    var byteCount: Int = 8

    mutating func combine(with next: Jump) { to = next.to }
}

@Suite struct UndoHistoryTests {
    private typealias History = UndoHistory<Jump>

    private let key = CoalescingKey(kind: "recolour", targets: ["a"])

    @Test func closeStepsOfOneKindAreOne() {
        var history = History()
        history.record(Jump(from: 0, to: 1), name: "Colour", key: key, at: .milliseconds(0))
        history.record(Jump(from: 1, to: 2), name: "Colour", key: key, at: .milliseconds(900))
        history.record(Jump(from: 2, to: 3), name: "Colour", key: key, at: .milliseconds(1800))
        #expect(history.undoCount == 1)
        #expect(history.undo()?.difference == Jump(from: 0, to: 3))
    }

    @Test func othersStandAlone() {
        var history = History()
        let other = CoalescingKey(kind: "recolour", targets: ["b"])
        history.record(Jump(from: 0, to: 1), name: "1", key: key, at: .zero)
        history.record(Jump(from: 1, to: 2), name: "2", key: other, at: .zero)
        history.record(Jump(from: 2, to: 3), name: "3", key: other, at: .seconds(2))
        history.record(Jump(from: 3, to: 4), name: "4", at: .seconds(2))
        history.record(Jump(from: 4, to: 5), name: "5", at: .seconds(2))
        history.record(Jump(from: 5, to: 6), name: "6", key: key, at: .seconds(2))
        history.seal()
        history.record(Jump(from: 6, to: 7), name: "7", key: key, at: .seconds(2))
        #expect(history.undoCount == 7)
        #expect(history.undoName == "7")
    }

    @Test func aStepAfterUndoCutsTheFuture() {
        var history = History()
        for number in 0..<3 {
            history.record(Jump(from: number, to: number + 1), name: "\(number)", at: .zero)
        }
        #expect(history.undo()?.name == "2")
        #expect(history.undo()?.name == "1")
        #expect(history.redoName == "1")
        history.record(Jump(from: 1, to: 9), name: "new", at: .zero)
        #expect(history.redo() == nil)
        #expect(history.undoCount == 2)
        #expect(history.checkInvariants())
    }

    @Test func theOldestGoFirst() {
        var few = History(limits: UndoLimits(steps: 3, bytes: 1000, pause: .zero))
        for number in 0..<10 {
            few.record(Jump(from: number, to: number + 1), name: "\(number)", at: .zero)
        }
        #expect(few.undoCount == 3 && few.undoName == "9")
        var small = History(limits: UndoLimits(steps: 100, bytes: 40, pause: .zero))
        for number in 0..<10 {
            small.record(Jump(from: number, to: number + 1), name: "\(number)", at: .zero)
        }
        #expect(small.undoCount == 5)
        small.record(Jump(from: 10, to: 11, byteCount: 500), name: "large", at: .zero)
        #expect(small.undoCount == 1 && small.undoName == "large")
        #expect(small.checkInvariants())
    }

    @Test(arguments: 0..<100 as Range<UInt64>)
    func anyWayThroughTheHistoryLeadsWhereItWas(seed: UInt64) {
        var random = SplitMix(seed: seed)
        var history = History(limits: UndoLimits(steps: 20, bytes: 400, pause: .seconds(1)))
        // The same as a list of values and a place in it.
        var (values, place, value) = ([0], 0, 0)
        for _ in 0..<400 {
            switch random.next() % 5 {
            case 0, 1:
                let next = Int(random.next() % 1000)
                history.record(Jump(from: value, to: next), name: "", at: .zero)
                values = Array(values[...place]) + [next]
                place += 1
                value = next
            case 2, 3:
                guard let step = history.undo() else { continue }
                #expect(step.difference.to == value, "seed \(seed)")
                place -= 1
                value = step.difference.from
            default:
                guard let step = history.redo() else { continue }
                #expect(step.difference.from == value, "seed \(seed)")
                place += 1
                value = step.difference.to
            }
            #expect(values[place] == value, "seed \(seed)")
            #expect(history.checkInvariants(), "seed \(seed)")
        }
    }

    @Test func aRewriteThatFailsLeavesTheHistory() throws {
        struct Refusal: Error {}
        var history = History()
        history.record(Jump(from: 0, to: 1), name: "1", at: .zero)
        history.record(Jump(from: 1, to: 2), name: "2", at: .zero)
        _ = history.undo()
        var seen = 0
        #expect(throws: Refusal.self) {
            try history.rewrite { (jump: inout Jump) throws(Refusal) in
                jump.to += 100
                seen += 1
                if seen == 2 { throw Refusal() }
            }
        }
        #expect(history.undo()?.difference.to == 1)
        history.rewrite { $0.byteCount = 3 }
        #expect(history.checkInvariants())
        #expect(history.redoCount == 2)
    }
}
