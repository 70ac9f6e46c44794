// SPDX-License-Identifier: Apache-2.0
import Faults
import Glibc
import SaveProbe
import Storage
import Synchronization
import Testing

@testable import DocumentLibrary

/// What the disk holds between any two steps is a whole library.
///
/// A copy of the folder is taken before and after each system call; the commits of the database
/// are between these. A new library is opened over every copy.
@Suite struct CrashTests {
    enum Act: CaseIterable, Sendable {
        case importing, duplicating, deletingForGood, purging

        func run(_ library: DocumentLibrary, _ known: DocumentRecord) throws(Fault) {
            switch self {
            case .importing: try library.take("new", Self.newBytes)
            case .duplicating: _ = try library.duplicate(known.id, name: "new")
            case .deletingForGood: try library.deletePermanently(known.id)
            case .purging:
                _ = try library.delete(known.id)
                try library.purgeDeleted(olderThan: 0)
            }
        }

        static let newBytes = [UInt8](repeating: 9, count: 4000)

        /// The names before and after; in between there is nothing else.
        var outcomes: (before: Set<String>, after: Set<String>) {
            switch self {
            case .importing, .duplicating: (["kept", "known"], ["kept", "known", "new"])
            case .deletingForGood, .purging: (["kept", "known"], ["kept"])
            }
        }
    }

    @Test(arguments: Act.allCases)
    func everyStateInBetweenIsWhole(act: Act) throws {
        let playground = try LibraryPlayground()
        let copies = Mutex<[String]>([])
        let isWatching = Atomic(false)
        let copy: @Sendable () -> Void = {
            copies.withLock { copies in
                guard let made = try? playground.copyOfFolder(named: "\(copies.count)") else {
                    return
                }
                copies.append(made)
            }
        }
        let files = InterceptedFiles(
            after: { _, _ in if isWatching.load(ordering: .relaxed) { copy() } },
            before: { (_, _) throws(SystemError) in
                if isWatching.load(ordering: .relaxed) { copy() }
            }
        )
        let library = try playground.open(through: files)
        try library.take("kept", [1])
        let known = try library.take("known", [1, 2, 3])
        copy()
        isWatching.store(true, ordering: .relaxed)
        try act.run(library, known)
        isWatching.store(false, ordering: .relaxed)
        copy()

        var seen: [Set<String>] = []
        for folder in copies.withLock({ $0 }) {
            let revived = try playground.open(folder)
            try revived.checkWhole()
            #expect(revived.diagnostics.isEmpty)
            let names = Set(try revived.all().map(\.name))
            if seen.last != names { seen.append(names) }
            let left = try revived.reading { (database) throws(Fault) in
                try database.first("SELECT count(*) FROM transit") { $0.integer(0) }
            }
            #expect(left == 0)
        }
        // The change came once, and was never taken back.
        #expect(seen == [act.outcomes.before, act.outcomes.after])
        #expect(copies.withLock { $0.count } > 4)
    }

    struct Failure: Sendable, CustomStringConvertible {
        var number: Int32
        var forEver: Bool
        var description: String { "errno \(number)\(forEver ? " for ever" : "")" }
    }

    static let failures =
        [EIO, ENOSPC, EACCES, EINTR].map { Failure(number: $0, forEver: false) }
        + [EIO, ENOSPC].map { Failure(number: $0, forEver: true) }

    @Test(arguments: Act.allCases, failures)
    func wheneverACallFailsTheLibraryIsWhole(act: Act, failure: Failure) throws {
        var number = 1
        while try fails(act, failure, at: number) { number += 1 }
        #expect(number > 2)
    }

    /// One act with the call of that number failing.
    ///
    /// - Returns: whether there was such a call.
    private func fails(_ act: Act, _ failure: Failure, at failing: Int) throws -> Bool {
        let playground = try LibraryPlayground()
        let base = Mutex<Int?>(nil)
        let hit = Atomic(false)
        let files = InterceptedFiles(before: { (number, _) throws(SystemError) in
            guard let base = base.withLock({ $0 }) else { return }
            let since = number - base
            guard since == failing || (failure.forEver && since > failing) else { return }
            hit.store(true, ordering: .relaxed)
            throw SystemError(failure.number)
        })
        var library: DocumentLibrary? = try playground.open(through: files)
        try library?.take("kept", [1])
        let known = try #require(try library?.take("known", [1, 2, 3]))
        base.withLock { $0 = files.calls }
        let fault = fault { () throws(Fault) in
            if let library { try act.run(library, known) }
        }
        base.withLock { $0 = nil }

        let isHit = hit.load(ordering: .relaxed)
        let outcomes = act.outcomes
        let before = Set(try #require(try library?.all()).map(\.name))
        if fault == nil {
            #expect(before == outcomes.after)
        } else {
            #expect(isHit, "\(String(describing: fault))")
            #expect(before == outcomes.before || before == outcomes.after)
        }
        if failure.number == ENOSPC, let fault, act == .importing {
            #expect(fault.code == .insufficientStorage)
        }
        // While the disk works, what did not become a document goes at once.
        if !failure.forEver, outcomes.after.contains("new") { try library?.checkWhole() }
        library = nil
        let revived = try playground.open()
        try revived.checkWhole()
        #expect(Set(try revived.all().map(\.name)) == before)
        return isHit
    }
}
