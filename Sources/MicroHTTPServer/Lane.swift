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

    private let mostThreads: Int
    private let mostWaiting: Int
    private let state = Mutex(State())

    init(threads: Int, waiting: Int) {
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
        if needsThread, !startThread({ [self] in work() }) {
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

/// What a thread is handed.
private final class Errand: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

/// Starts a thread that nobody waits for; false where the system has none.
func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
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
    guard failure == 0 else {
        unsafe context.release()
        return false
    }
    pthread_detach(identifier)
    return true
}
