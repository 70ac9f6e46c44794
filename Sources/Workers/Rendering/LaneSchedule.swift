// SPDX-License-Identifier: Apache-2.0
internal import Rendering

/// Who gets which worker, and when: a value that does nothing itself.
///
/// A lane is the place of one worker process. Whoever asks gets a free lane at once, best one that
/// has the document open; otherwise it waits, and whoever matters most goes first.
struct LaneSchedule {
    /// One place for a worker.
    private struct Lane {
        var isBusy = false
        /// Whether a process was ever started there.
        var isStarted = false
        /// Documents open there, the most recently used last.
        var versions: [DocumentVersion] = []
    }

    /// Somebody who waits.
    private struct Waiter {
        var ticket: Int
        var priority: RequestPriority
        var version: DocumentVersion
    }

    private var lanes: [Lane]
    private var waiters: [Waiter] = []
    private var lastTicket = 0

    /// What somebody who asked gets.
    enum Turn: Equatable {
        /// This lane, now.
        case lane(Int)
        /// A number to wait with.
        case wait(ticket: Int)
    }

    init(laneCount: Int) {
        lanes = Array(repeating: Lane(), count: max(1, laneCount))
    }

    /// How many wait.
    var waitingCount: Int { waiters.count }

    /// Asks for a lane.
    mutating func ask(_ priority: RequestPriority, for version: DocumentVersion) -> Turn {
        if let lane = bestFreeLane(for: version) {
            take(lane, for: version)
            return .lane(lane)
        }
        lastTicket += 1
        waiters.append(Waiter(ticket: lastTicket, priority: priority, version: version))
        return .wait(ticket: lastTicket)
    }

    /// Takes a request back that nobody waits for any more.
    ///
    /// - Returns: whether it was still waiting.
    mutating func withdraw(_ ticket: Int) -> Bool {
        guard let index = waiters.firstIndex(where: { $0.ticket == ticket }) else { return false }
        waiters.remove(at: index)
        return true
    }

    /// Gives a lane back.
    ///
    /// - Returns: who has it now, if anybody waited.
    mutating func release(_ lane: Int) -> (ticket: Int, lane: Int)? {
        lanes[lane].isBusy = false
        // Of equals the one whose document is open here, then the one that came first.
        let best = waiters.indices.max { left, right in
            let (a, b) = (waiters[left], waiters[right])
            if a.priority != b.priority { return a.priority < b.priority }
            let (openA, openB) = (isOpen(a.version, in: lane), isOpen(b.version, in: lane))
            if openA != openB { return openB }
            return a.ticket > b.ticket
        }
        guard let best else { return nil }
        let waiter = waiters.remove(at: best)
        take(lane, for: waiter.version)
        return (waiter.ticket, lane)
    }

    /// Notes that the process of a lane is gone, and its documents with it.
    mutating func forget(_ lane: Int) {
        lanes[lane].isStarted = false
        lanes[lane].versions = []
    }

    private func isOpen(_ version: DocumentVersion, in lane: Int) -> Bool {
        lanes[lane].versions.contains(version)
    }

    private func bestFreeLane(for version: DocumentVersion) -> Int? {
        let free = lanes.indices.filter { !lanes[$0].isBusy }
        return free.first { isOpen(version, in: $0) } ?? free.first { lanes[$0].isStarted }
            ?? free.first
    }

    private mutating func take(_ lane: Int, for version: DocumentVersion) {
        lanes[lane].isBusy = true
        lanes[lane].isStarted = true
        lanes[lane].versions.removeAll { $0 == version }
        lanes[lane].versions.append(version)
        if lanes[lane].versions.count > WorkerLimits.documentsPerRenderer {
            lanes[lane].versions.removeFirst()
        }
    }
}
