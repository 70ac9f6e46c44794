// SPDX-License-Identifier: Apache-2.0
public import Faults

/// A mark that is being read on a thread of its own while the document is looked at.
///
/// Unpacking a picture takes as long as reading hundreds of pages.
public final class PendingMark: Sendable {
    private let worker: Parallel.Worker<LoadedMark>

    /// Begins to load a mark.
    init(_ load: @escaping @Sendable () throws(Fault) -> LoadedMark) {
        worker = Parallel.Worker(load)
    }

    /// A mark that is there already.
    public init(_ mark: LoadedMark) { worker = Parallel.Worker(result: mark) }

    deinit { _ = worker.join() }

    /// Waits for the mark.
    ///
    /// - Throws: what loading it throws.
    public func value() throws(Fault) -> LoadedMark { try worker.join().get() }
}

extension Workbench {
    /// Begins to read a mark, as `loadMark` does.
    ///
    /// - Parameters:
    ///   - path: the mark's file.
    ///   - cleanPaper: make the white paper of a photographed signature transparent.
    /// - Returns: the mark to come.
    public func beginLoadingMark(_ path: String, cleanPaper: Bool = false) -> PendingMark {
        PendingMark { () throws(Fault) in try loadMark(path, cleanPaper: cleanPaper) }
    }
}
