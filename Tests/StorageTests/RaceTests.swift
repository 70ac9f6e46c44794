// SPDX-License-Identifier: Apache-2.0
import Faults
import Glibc
import Storage
import Synchronization
import Testing

@testable import SaveProbe

/// Other programs, and file systems that lack a call.
@Suite struct RaceTests {
    let folder: Playground
    let old = someBytes(300_000)
    let delta = Array("delta".utf8)

    init() throws {
        folder = try Playground()
        folder.write(old, to: "file")
    }

    /// Puts another program's file in the place right before the call.
    private func intruder(before call: FileCall, onlyAt occurrence: Int = 1) -> InterceptedFiles {
        let folder = folder
        let seen = Mutex(0)
        return InterceptedFiles(before: { (_, made) throws(SystemError) in
            guard made == call else { return }
            let count = seen.withLock { seen in
                seen += 1
                return seen
            }
            if count == occurrence {
                folder.write([UInt8(occurrence)], to: "intruder")
                folder.move("intruder", to: "file")
            }
        })
    }

    @Test(arguments: [FileCall.linkDescriptor, .exchange, .copyRange, .statusOfName])
    func aFileThatCameInBetweenIsPutBack(before call: FileCall) throws {
        let file = try OpenedFile.open(folder["file"])
        let files = intruder(before: call)
        #expect(
            code { () throws(Fault) in try append(delta, to: file, through: files) } == .conflict
        )
        #expect(folder.content("file") == [1])
        #expect(folder.names == ["file"])
    }

    @Test func theYoungestOfThreeStaysAndTheOtherIsRescued() throws {
        let file = try OpenedFile.open(folder["file"])
        let folder = folder
        let exchanges = Mutex(0)
        let files = InterceptedFiles(before: { (_, call) throws(SystemError) in
            guard call == .exchange else { return }
            let count = exchanges.withLock { count in
                count += 1
                return UInt8(count)
            }
            guard count <= 2 else { return }
            folder.write([count], to: "intruder")
            folder.move("intruder", to: "file")
        })
        #expect(
            code { () throws(Fault) in try append(delta, to: file, through: files) } == .conflict
        )
        #expect(folder.content("file") == [2])
        let report = try SafeReplace.sweep(folder: folder.path)
        #expect(report.rescued.count == 1)
        #expect(folder.content(report.rescued.first ?? "") == [1])
    }

    @Test func ofManySavesAtOnceEachWinnerBuildsOnTheOneBefore() async throws {
        let folder = folder
        let wins = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    var wins = 0
                    for _ in 0..<20 {
                        let lost = code { () throws(Fault) in
                            try append([1], to: try OpenedFile.open(folder["file"]))
                        }
                        if lost == nil { wins += 1 } else { #expect(lost == .conflict) }
                    }
                    return wins
                }
            }
            return await group.reduce(0, +)
        }
        #expect(wins > 0)
        #expect(folder.content("file") == old + Array(repeating: 1, count: wins))
        #expect(folder.names == ["file"])
    }

    /// The sets of calls that real file systems lack.
    static let gaps: [Set<FileCall>] = [
        [.exchange], [.openNameless], [.copyRange], [.clone, .lock], [.startWriting],
        [.attributeNames], [.exchange, .openNameless, .copyRange, .lock],
        [.renameExclusively, .openNameless],
    ]

    @Test(arguments: gaps, [EINVAL, EOPNOTSUPP, ENOSYS])
    func aFileSystemWithoutACallSavesAllTheSame(missing: Set<FileCall>, number: Int32) throws {
        let files = InterceptedFiles(before: { (_, call) throws(SystemError) in
            if missing.contains(call) { throw SystemError(number) }
        })
        try append(delta, to: try OpenedFile.open(folder["file"]), through: files)
        #expect(folder.content("file") == old + delta)
        _ = try SafeReplace.create(
            folder["new"],
            with: SaveContent(bytes: delta),
            replacing: false,
            isCancelled: { false },
            through: files,
            swept: SweptFolders()
        ) { _ in }
        #expect(folder.content("new") == delta)
        #expect(folder.names == ["file", "new"])
    }

    @Test(arguments: [1, 4095, 70_000], [false, true])
    func shortCopiesAndWritesAreContinued(longest: Int, withoutCopyRange: Bool) throws {
        let bytes = longest == 1 ? Array(old.prefix(2000)) : old
        folder.write(bytes, to: "file")
        let files = InterceptedFiles(
            longestPiece: longest,
            before: { (_, call) throws(SystemError) in
                if call == .copyRange && withoutCopyRange { throw SystemError(ENOSYS) }
            }
        )
        try append(delta, to: try OpenedFile.open(folder["file"]), through: files)
        #expect(folder.content("file") == bytes + delta)
    }

    @Test func withoutSwappingALastComparisonFindsTheIntruder() throws {
        let file = try OpenedFile.open(folder["file"])
        let folder = folder
        let files = InterceptedFiles(before: { (_, call) throws(SystemError) in
            guard call == .exchange else { return }
            folder.write([1], to: "intruder")
            folder.move("intruder", to: "file")
            throw SystemError(EINVAL)
        })
        #expect(
            code { () throws(Fault) in try append(delta, to: file, through: files) } == .conflict
        )
        #expect(folder.content("file") == [1])
        #expect(folder.names == ["file"])
    }
}
