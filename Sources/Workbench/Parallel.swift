// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Glibc
internal import Synchronization

/// Runs independent pieces of work on all cores.
///
/// Plain threads, because starting them costs a few microseconds in a program that lives for
/// milliseconds.
enum Parallel {
    /// What `body` gives for each index, in order.
    ///
    /// The first failure of the lowest piece counts.
    ///
    /// - Parameters:
    ///   - count: how many there are.
    ///   - least: fewer than this for each thread are not worth one.
    ///   - body: the work for one index.
    /// - Returns: a value for each index.
    /// - Throws: what `body` throws.
    static func map<Result: Sendable>(
        _ count: Int,
        least: Int,
        _ body: @escaping @Sendable (Int) throws(Fault) -> Result
    ) throws(Fault) -> [Result] {
        let parts = try mapRanges(count, least: least) { range throws(Fault) -> [Result] in
            var results: [Result] = []
            results.reserveCapacity(range.count)
            for index in range { results.append(try body(index)) }
            return results
        }
        return parts.count == 1 ? parts[0] : Array(parts.joined())
    }

    /// What `body` gives for each of the ranges that `0..<count` is cut into, one for a core.
    ///
    /// - Parameters:
    ///   - count: how many there are.
    ///   - least: fewer than this for each thread are not worth one.
    ///   - mostThreads: how many there are at most.
    ///   - body: the work for one range.
    /// - Returns: a value for each range, in order.
    /// - Throws: what `body` throws.
    static func mapRanges<Result: Sendable>(
        _ count: Int,
        least: Int,
        mostThreads: Int = cores,
        _ body: @escaping @Sendable (Range<Int>) throws(Fault) -> Result
    ) throws(Fault) -> [Result] {
        let pieces = max(1, min(mostThreads, count / max(1, least)))
        if pieces == 1 { return [try body(0..<count)] }
        let size = (count + pieces - 1) / pieces
        // Rounded up, the pieces may be used up before the last.
        let ranges = (0..<pieces).map { min(count, $0 * size)..<min(count, ($0 + 1) * size) }
        let others = ranges.dropFirst().map { range in
            Worker { () throws(Fault) -> Result in try body(range) }
        }
        let first = outcome { () throws(Fault) -> Result in try body(ranges[0]) }
        // All are waited for before any failure is told.
        let parts = [first] + others.map { $0.join() }
        var results: [Result] = []
        for part in parts { results.append(try part.get()) }
        return results
    }

    /// Does `body` for each of the ranges that `0..<count` is cut into, one for a core.
    ///
    /// - Parameters:
    ///   - count: how many there are.
    ///   - least: fewer than this for each thread are not worth one.
    ///   - body: the work for one range.
    /// - Throws: what `body` throws.
    static func forRanges(
        _ count: Int,
        least: Int,
        _ body: @escaping @Sendable (Range<Int>) throws(Fault) -> Void
    ) throws(Fault) {
        _ = try mapRanges(count, least: least, body)
    }

    /// What `body` gives for each index, in order; each thread takes the next one as soon as it has
    /// done another.
    ///
    /// For work that is done elsewhere, such as by worker processes: there are twice as many
    /// threads as cores, so that no worker waits while what another made is written down.
    ///
    /// - Parameters:
    ///   - count: how many there are.
    ///   - body: the work for one index.
    /// - Returns: a value for each index.
    /// - Throws: what `body` throws; no further piece is begun then.
    static func mapInTurn<Result: Sendable>(
        _ count: Int,
        _ body: @escaping @Sendable (Int) throws(Fault) -> Result
    ) throws(Fault) -> [Result] {
        let turns = Turns<Result>(count)
        _ = try mapRanges(count, least: 1, mostThreads: 2 * cores) { _ throws(Fault) in
            while let index = turns.next() {
                do throws(Fault) {
                    turns.keep(try body(index), at: index)
                } catch {
                    turns.stop()
                    throw error
                }
            }
        }
        return turns.results
    }

    /// Which piece is next, and what the pieces gave.
    private final class Turns<Value: Sendable>: Sendable {
        private struct State {
            var next = 0
            var values: [Value?]
        }
        private let state: Mutex<State>

        init(_ count: Int) {
            state = Mutex(State(values: Array(repeating: nil, count: count)))
        }

        var results: [Value] { state.withLock { $0.values.compactMap(\.self) } }

        func next() -> Int? {
            state.withLock { state in
                guard state.next < state.values.count else { return nil }
                state.next += 1
                return state.next - 1
            }
        }

        func keep(_ value: Value, at index: Int) { state.withLock { $0.values[index] = value } }

        func stop() { state.withLock { $0.next = $0.values.count } }
    }

    static var cores: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    private static func outcome<Value>(
        _ work: () throws(Fault) -> Value
    ) -> Swift.Result<Value, Fault> {
        do { return .success(try work()) } catch { return .failure(error) }
    }

    /// One thread with one piece of work; without a thread the work is done when joined.
    ///
    /// It may be joined more than once, by one thread.
    final class Worker<Value: Sendable>: Sendable {
        private let work: @Sendable () throws(Fault) -> Value
        private let result = Mutex<Swift.Result<Value, Fault>?>(nil)
        private let thread = Mutex<pthread_t?>(nil)

        /// A piece of work that is done already.
        init(result value: Value) {
            work = { () throws(Fault) in value }
        }

        init(_ work: @escaping @Sendable () throws(Fault) -> Value) {
            self.work = work
            let task = Task { self.run() }
            var identifier = pthread_t()
            let context = unsafe Unmanaged.passRetained(task)
            let failure = unsafe pthread_create(
                &identifier,
                nil,
                { context in
                    guard let context = unsafe context else { return nil }
                    unsafe Unmanaged<Task>.fromOpaque(context).takeRetainedValue().body()
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
            let value = outcome(work)
            result.withLock { $0 = value }
        }

        func join() -> Swift.Result<Value, Fault> {
            let identifier: pthread_t? = thread.withLock { thread in
                defer { thread = nil }
                return thread
            }
            if let identifier {
                _ = pthread_join(identifier, nil)
            } else if result.withLock({ $0 == nil }) {
                run()
            }
            return result.withLock { $0 }
                ?? .failure(Fault(.internal, "A thread ended without a result."))
        }
    }

    /// What a thread is handed.
    private final class Task: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
}
