// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import Operations
internal import Synchronization

/// Threads that do one kind of work in the order in which it came; they begin when first needed.
final class Lane: Sendable {
    private struct State {
        var waiting: [@Sendable () -> Void] = []
        var next = 0
        var resting: [Signal] = []
        var threads = 0
        /// Jobs that wait or are in work.
        var outstanding = 0
        var isOver = false

        mutating func takeFirst() -> (@Sendable () -> Void)? {
            guard next < waiting.count else { return nil }
            defer {
                next += 1
                // What was taken goes now and then, not each time.
                if next > 64, next * 2 > waiting.count {
                    waiting.removeFirst(next)
                    next = 0
                }
            }
            let job = waiting[next]
            waiting[next] = {}
            return job
        }
    }

    private let niceness: Int32
    private let mostThreads: Int
    private let mostWaiting: Int
    private let state = Mutex(State())

    /// - Parameters:
    ///   - threads: so many work at once.
    ///   - waiting: so many jobs wait at most.
    ///   - niceness: how far its threads, and processes that they start, stand back behind others
    ///     where processors are short.
    init(threads: Int, waiting: Int, niceness: Int32 = 0) {
        self.niceness = niceness
        mostThreads = max(threads, 1)
        mostWaiting = waiting
    }

    /// Has the job done; false when too many wait already, or all is over.
    func submit(_ job: @escaping @Sendable () -> Void) -> Bool {
        let (isTaken, signal, needsThread) = state.withLock { state -> (Bool, Signal?, Bool) in
            guard !state.isOver, state.outstanding < mostThreads + mostWaiting else {
                return (false, nil, false)
            }
            state.outstanding += 1
            state.waiting.append(job)
            if let signal = state.resting.popLast() { return (true, signal, false) }
            let needsThread = state.threads < mostThreads
            if needsThread { state.threads += 1 }
            return (true, nil, needsThread)
        }
        signal?.send()
        if needsThread, !OwnThread.begin({ [self] in begin() }) {
            state.withLock { $0.threads -= 1 }
            work(untilNothingWaits: true)
        }
        return isTaken
    }

    /// Threads at rest end; those in work end when they have done what waits.
    func end() {
        let resting = state.withLock { state in
            state.isOver = true
            defer { state.resting = [] }
            return state.resting
        }
        for signal in resting { signal.send() }
    }

    private enum Step {
        case job(@Sendable () -> Void)
        case rest(Signal)
        case end
    }

    private func begin() {
        // On Linux this is a thread's own, and what it starts inherits it.
        if niceness > 0 { _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness) }
        work()
    }

    private func work(untilNothingWaits: Bool = false) {
        while true {
            let step = state.withLock { state -> Step in
                if let job = state.takeFirst() { return .job(job) }
                if untilNothingWaits || state.isOver { return .end }
                let signal = Signal()
                state.resting.append(signal)
                return .rest(signal)
            }
            switch step {
            case .job(let job):
                job()
                state.withLock { $0.outstanding -= 1 }
            case .rest(let signal): signal.wait()
            case .end: return
            }
        }
    }
}
