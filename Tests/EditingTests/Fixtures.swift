// SPDX-License-Identifier: Apache-2.0
import ByteSource
import Editing
import Faults
import Geometry
import PDFModel
import PDFSyntax
import Synchronization
import Testing

/// Documents for tests.
enum Samples {
    /// A file of so many pages, the second turned and cropped.
    static func pages(_ count: Int) -> [UInt8] {
        var text = "%PDF-1.7\n"
        var offsets: [Int] = []
        func add(_ object: String) {
            offsets.append(text.utf8.count)
            text += "\(offsets.count) 0 obj\n\(object)\nendobj\n"
        }
        add("<< /Type /Catalog /Pages 2 0 R >>")
        let kids = (0..<count).map { "\($0 + 3) 0 R" }.joined(separator: " ")
        add("<< /Type /Pages /Kids [\(kids)] /Count \(count) /MediaBox [0 0 400 300] >>")
        for index in 0..<count {
            let turned = index == 1 ? "/Rotate 90 /CropBox [20 10 380 280]" : ""
            add("<< /Type /Page /Parent 2 0 R /Resources << >> \(turned) >>")
        }
        let start = text.utf8.count
        text += "xref\n0 \(offsets.count + 1)\n0000000000 65535 f \n"
        for offset in offsets {
            let digits = String(offset)
            text += String(repeating: "0", count: 10 - digits.count) + digits + " 00000 n \n"
        }
        text +=
            "trailer\n<< /Size \(offsets.count + 1) /Root 1 0 R >>\nstartxref\n\(start)\n%%EOF\n"
        return Array(text.utf8)
    }

    static func document(_ count: Int = 4) throws -> Document {
        Document(try BaseFile(MemoryByteSource(pages(count))))
    }

    static func box(_ x: Double, _ y: Double, page: Int = 0, id: String = "") -> Annotation {
        Annotation(
            id: id,
            pageIndex: page,
            kind: .rectangle,
            rect: Rect(x: x, y: y, width: 40, height: 30),
            color: .red
        )
    }
}

/// A file in memory that every save appends to, as a disk would hold it.
final class MemoryStorage: EditStorage {
    private let file: Mutex<[UInt8]>
    /// Called in the middle of each save, before the file is changed.
    private let during: Mutex<(@Sendable () async -> Void)?>

    init(_ bytes: [UInt8]) {
        file = Mutex(bytes)
        during = Mutex(nil)
    }

    var bytes: [UInt8] { file.withLock { $0 } }

    func onSave(_ body: (@Sendable () async -> Void)?) { during.withLock { $0 = body } }

    /// What another program does.
    func overwrite(_ bytes: [UInt8]) { file.withLock { $0 = bytes } }

    func save(_ document: Document) async throws(Fault) -> BaseFile {
        let base = try document.base.source.bytes(in: 0..<document.base.source.count)
        let delta = try document.delta()
        await during.withLock { $0 }?()
        let isMine = file.withLock { file in
            guard file == Array(base) else { return false }
            file += delta
            return true
        }
        guard isMine else {
            throw Fault(.conflict, "The file was changed by another program; open it again.")
        }
        return try BaseFile(MemoryByteSource(bytes), openedLike: document.base)
    }

    func reopen(like base: BaseFile) async throws(Fault) -> BaseFile {
        try BaseFile(MemoryByteSource(bytes), openedLike: base)
    }
}

/// Holds the last record.
final class MemoryJournal: EditJournal {
    private let kept = Mutex<[UInt8]?>(nil)
    private let isFull = Mutex(false)
    private let writes = Mutex(0)

    var record: JournalRecord? {
        get throws { try kept.withLock { $0 }.map { try JournalRecord(bytes: $0) } }
    }
    var writeCount: Int { writes.withLock { $0 } }

    func fill(_ full: Bool) { isFull.withLock { $0 = full } }

    func write(_ record: JournalRecord) async throws(Fault) {
        if isFull.withLock({ $0 }) { throw Fault(.insufficientStorage, "The disk is full.") }
        kept.withLock { $0 = record.bytes }
        writes.withLock { $0 += 1 }
    }

    func discard() async throws(Fault) { kept.withLock { $0 = nil } }
}

/// A clock that goes when it is told to.
final class ManualClock: EditClock {
    private struct State {
        var now = Duration.zero
        var sleepers: [(time: Duration, wake: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    var now: Duration { state.withLock { $0.now } }

    func sleep(until time: Duration) async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if state.now >= time { return true }
                state.sleepers.append((time, continuation))
                return false
            }
            if isOver { continuation.resume() }
        }
    }

    func advance(by time: Duration) {
        let woken = state.withLock { state in
            state.now += time
            let now = state.now
            let woken = state.sleepers.filter { $0.time <= now }
            state.sleepers.removeAll { $0.time <= now }
            return woken
        }
        for sleeper in woken { sleeper.wake.resume() }
    }
}

/// A session with all its parts in memory.
struct Desk {
    let storage: MemoryStorage
    let journal = MemoryJournal()
    let clock = ManualClock()
    let session: EditSession

    init(pages: Int = 4, terms: EditSession.Terms = .init()) throws {
        try self.init(Samples.pages(pages), terms: terms)
    }

    init(_ bytes: [UInt8], terms: EditSession.Terms = .init()) throws {
        storage = MemoryStorage(bytes)
        session = EditSession(
            Document(try BaseFile(MemoryByteSource(bytes))),
            storage: storage,
            journal: journal,
            terms: terms,
            clock: clock
        )
    }

    /// The file as a new program would open it.
    var reopened: Document {
        get throws { Document(try BaseFile(MemoryByteSource(storage.bytes))) }
    }
}
