// SPDX-License-Identifier: Apache-2.0
internal import Faults

extension Parallel {
    /// Does pieces of work on several threads and takes their results in order, each as soon as it
    /// and those before it are there.
    ///
    /// - Parameters:
    ///   - count: how many pieces there are.
    ///   - ahead: how many pieces are under way at once.
    ///   - work: does a piece.
    ///   - take: takes a result, on the calling thread; false ends it all.
    ///   - stop: is called before the end when pieces are under way that nobody wants any more.
    /// - Throws: what `take` throws, and what `work` throws for a piece whose turn has come.
    static func ordered<Result: Sendable>(
        _ count: Int,
        ahead: Int,
        _ work: @escaping @Sendable (Int) throws(Fault) -> Result,
        take: (Int, Result) throws(Fault) -> Bool,
        stop: () -> Void
    ) throws(Fault) {
        var underway: [Worker<Result>] = []
        var next = 0
        func begin() {
            guard next < count else { return }
            let piece = next
            underway.append(Worker { () throws(Fault) in try work(piece) })
            next += 1
        }
        func end() {
            stop()
            for worker in underway { _ = worker.join() }
            underway = []
        }
        for _ in 0..<max(1, ahead) { begin() }
        for piece in 0..<count {
            let result = underway.removeFirst().join()
            begin()
            do throws(Fault) {
                if try !take(piece, try result.get()) { return end() }
            } catch {
                end()
                throw error
            }
        }
    }
}
