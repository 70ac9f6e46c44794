// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import JSON
internal import Operations
internal import Synchronization

/// The long tasks that run, and those that ended lately.
final class OperationRegistry: Sendable {
    enum Outcome: Sendable {
        case running
        case finished
        case failed(Fault)
        case cancelled
    }

    struct Record: Sendable {
        var id: String
        var documentID: String?
        var progress: OperationProgress
        var outcome = Outcome.running
        var endedMilliseconds: Int64?

        var value: JSONValue {
            var error = JSONValue.null
            let word: String
            switch outcome {
            case .running: word = "running"
            case .finished: word = "finished"
            case .cancelled: word = "cancelled"
            case .failed(let fault):
                word = "failed"
                error = fault.webValue["error"] ?? .null
            }
            return [
                "id": JSONValue(id), "kind": JSONValue(progress.kind.rawValue),
                "document": .optional(documentID), "state": JSONValue(word),
                "stage": JSONValue(progress.stage.rawValue), "done": JSONValue(progress.done),
                "of": .optional(progress.of), "error": error,
            ]
        }
    }

    private struct Entry {
        var record: Record
        var cancellation: Cancellation
    }

    /// Ended ones are told for so long.
    static let memoryMilliseconds: Int64 = 300_000
    /// So many may run at once.
    static let mostRunning = 16

    private let entries = Mutex<[String: Entry]>([:])
    private let clock: @Sendable () -> Int64
    private let newID: @Sendable () -> String
    private let events: EventHub

    init(
        events: EventHub,
        clock: @escaping @Sendable () -> Int64,
        newID: @escaping @Sendable () -> String
    ) {
        self.events = events
        self.clock = clock
        self.newID = newID
    }

    /// Does something long on a thread of its own.
    ///
    /// - Returns: the task as it begins.
    /// - Throws: `WebRefusal.busy` when too many run.
    func start(
        _ kind: OperationProgress.Kind,
        document: String?,
        _ work: @escaping @Sendable (Operation) throws -> Void
    ) throws -> Record {
        let progress = OperationProgress(kind: kind, stage: .preparing, done: 0, of: nil)
        let record = Record(id: newID(), documentID: document, progress: progress)
        let cancellation = Cancellation()
        let now = clock()
        let isTaken = entries.withLock { entries in
            entries = entries.filter { entry in
                entry.value.record.endedMilliseconds.map { now - $0 < Self.memoryMilliseconds }
                    ?? true
            }
            let running = entries.values.count { $0.record.endedMilliseconds == nil }
            guard running < Self.mostRunning else { return false }
            entries[record.id] = Entry(record: record, cancellation: cancellation)
            return true
        }
        guard isTaken else {
            throw WebRefusal.busy("Too much is being done already; wait until some has ended.")
        }
        tell(record)
        let operation = Operation(
            kind,
            isStopped: { cancellation.isCancelled },
            report: { [self] progress in update(record.id) { $0.progress = progress } }
        )
        OwnThread.start { [self] in
            let outcome: Outcome
            do {
                try work(operation)
                outcome = .finished
            } catch let fault as Fault {
                outcome = fault.code == .cancelled ? .cancelled : .failed(fault)
            } catch {
                outcome = .failed(Fault(.internal, "Something went wrong in an unknown way."))
            }
            let now = clock()
            update(record.id) { record in
                record.outcome = outcome
                record.endedMilliseconds = now
            }
        }
        return record
    }

    private func update(_ id: String, _ change: (inout Record) -> Void) {
        let record: Record? = entries.withLock { entries in
            guard var entry = entries[id] else { return nil }
            change(&entry.record)
            entries[id] = entry
            return entry.record
        }
        if let record { tell(record) }
    }

    private func tell(_ record: Record) {
        events.tell("operation", record.value, document: record.documentID)
    }

    /// All of them, running ones first.
    var all: [Record] {
        entries.withLock { entries in
            entries.values.map(\.record).sorted {
                ($0.endedMilliseconds ?? .max, $0.id) > ($1.endedMilliseconds ?? .max, $1.id)
            }
        }
    }

    /// One of them.
    ///
    /// - Throws: `notFound`.
    func record(_ id: String) throws(Fault) -> Record {
        guard let entry = entries.withLock({ $0[id] }) else { throw Self.unknown }
        return entry.record
    }

    /// Asks one to stop.
    ///
    /// - Throws: `notFound`.
    func cancel(_ id: String) throws(Fault) -> Record {
        guard let entry = entries.withLock({ $0[id] }) else { throw Self.unknown }
        entry.cancellation.cancel()
        return entry.record
    }

    private static let unknown = Fault(.notFound, "There is no such task, or it ended long ago.")

    /// Asks all to stop.
    func cancelAll() {
        for cancellation in entries.withLock({ $0.values.map(\.cancellation) }) {
            cancellation.cancel()
        }
    }
}
