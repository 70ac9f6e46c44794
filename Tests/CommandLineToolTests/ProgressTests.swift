// SPDX-License-Identifier: Apache-2.0
import Operations
import Synchronization
import Testing

@testable import CommandLineTool

@Suite struct ProgressTests {
    func report(
        _ done: Int,
        _ of: Int? = 10,
        _ stage: OperationProgress.Stage = .writing
    ) -> OperationProgress {
        OperationProgress(kind: .pdfSave, stage: stage, done: done, of: of)
    }

    @Test func shortWorkShowsNoBar() {
        var state = ProgressStateMachine(style: .bar)
        #expect(state.report(report(3), at: .milliseconds(10)) == nil)
        #expect(state.report(report(10), at: .milliseconds(499)) == nil)
        #expect(state.finish() == nil)
    }

    @Test func longWorkShowsABarAndTakesItAway() {
        var state = ProgressStateMachine(style: .bar)
        #expect(
            state.report(report(3), at: .milliseconds(500))
                == "\r\u{1B}[Kwriting [#########---------------------] 3 of 10"
        )
        #expect(state.report(report(4), at: .milliseconds(550)) == nil)
        #expect(
            state.report(report(5), at: .milliseconds(600))
                == "\r\u{1B}[Kwriting [###############---------------] 5 of 10"
        )
        #expect(
            state.report(report(0, nil, .finalizing), at: .milliseconds(601))
                == "\r\u{1B}[Kfinalizing … 0"
        )
        #expect(state.finish() == "\r\u{1B}[K")
        #expect(state.finish() == nil)
    }

    @Test func machinesGetLinesOfJSON() {
        var state = ProgressStateMachine(style: .json)
        #expect(
            state.report(report(3), at: .zero)
                == "{\"progress\":{\"kind\":\"pdfSave\",\"stage\":\"writing\",\"done\":3,\"of\":10}}\n"
        )
        #expect(state.report(report(4), at: .milliseconds(99)) == nil)
        #expect(
            state.report(report(10), at: .milliseconds(99))
                == "{\"progress\":{\"kind\":\"pdfSave\",\"stage\":\"writing\",\"done\":10,\"of\":10}}\n"
        )
        #expect(state.report(report(10), at: .seconds(9)) == nil)
        #expect(
            state.report(report(1, nil, .finalizing), at: .seconds(9))
                == "{\"progress\":{\"kind\":\"pdfSave\",\"stage\":\"finalizing\",\"done\":1}}\n"
        )
        #expect(state.finish() == nil)
    }

    @Test func strangeNumbersDrawABarToo() {
        for (done, of) in [(-1, 10), (11, 10), (0, 0), (5, -1), (Int.max, 1), (Int.min, Int.max)] {
            var state = ProgressStateMachine(style: .bar)
            #expect(state.report(report(done, of), at: .seconds(1)) != nil)
        }
    }

    @Test func noProgressIsSilent() {
        var state = ProgressStateMachine(style: .none)
        #expect(state.report(report(3), at: .seconds(3)) == nil)
        #expect(state.finish() == nil)
    }

    @Test func aDisplayWritesByTheClockItIsGiven() {
        let time = Mutex(Duration.zero)
        let written = Mutex<[String]>([])
        let display = ProgressDisplay(
            style: .bar,
            now: { time.withLock { $0 } },
            write: { text in written.withLock { $0.append(text) } }
        )
        display.report(report(1))
        time.withLock { $0 = .seconds(1) }
        display.report(report(2))
        display.finish()
        #expect(
            written.withLock { $0 } == [
                "\r\u{1B}[Kwriting [######------------------------] 2 of 10", "\r\u{1B}[K",
            ]
        )
    }
}
