// SPDX-License-Identifier: Apache-2.0
import ByteSource
import Faults
import Glibc
import Storage
import Synchronization
import Testing

@testable import SaveProbe

/// Bytes made while they are written, and many files that come together.
@Suite struct NewFilesTests {
    let folder: Playground

    init() throws { folder = try Playground() }

    private static let names = ["a", "b", "c"]

    /// Adds three files and gives them their names.
    private func make(
        in path: String,
        through files: any FileSystem = SystemFiles(),
        replacing: Bool = false
    ) throws(Fault) {
        let new = try NewFiles(in: path, through: files, swept: SweptFolders())
        if !replacing { try new.checkFree(Self.names) }
        for (seed, name) in Self.names.enumerated() {
            try new.add(
                name,
                producing: { sink throws(Fault) in
                    try sink.write(someBytes(seed == 2 ? 600_000 : 1000, seed: UInt64(seed)))
                },
                check: { source throws(Fault) in
                    guard source.count >= 1000 else { throw Fault(.saveFailed, "Too short.") }
                }
            )
        }
        try new.publish(Self.names, replacing: replacing)
    }

    private func clear(_ name: String) {
        for file in Self.names + ["other"] { folder.remove(name + "/" + file) }
        folder.remove(name)
    }

    @Test func aMissingFolderAppearsWithAllFiles() throws {
        try make(in: folder["new/"])
        defer { clear("new") }
        #expect(folder.names == ["new"])
        #expect(folder.content("new/a") == someBytes(1000, seed: 0))
        #expect(folder.content("new/c") == someBytes(600_000, seed: 2))
    }

    @Test func filesJoinThoseOfAFolderThatIsThere() throws {
        folder.makeFolder("old")
        defer { clear("old") }
        folder.write([1], to: "old/other")
        try make(in: folder["old"])
        #expect(folder.content("old/other") == [1])
        #expect(folder.content("old/b") == someBytes(1000, seed: 1))
        try SafeReplace.sweep(folder: folder["old"])
        #expect(folder.names == ["old"])
    }

    @Test func aNameThatIsTakenStopsAllOfThem() throws {
        folder.makeFolder("old")
        defer { clear("old") }
        folder.write([1], to: "old/b")
        #expect(code { () throws(Fault) in try make(in: folder["old"]) } == .alreadyExists)
        #expect(folder.content("old/a") == nil && folder.content("old/b") == [1])
        try make(in: folder["old"], replacing: true)
        #expect(folder.content("old/b") == someBytes(1000, seed: 1))
    }

    @Test func aNameThatIsTakenMeanwhileTakesTheOthersBack() throws {
        folder.makeFolder("old")
        defer { clear("old") }
        let new = try NewFiles(in: folder["old"])
        for name in Self.names { try new.add(name, producing: { _ in }) }
        folder.write([1], to: "old/c")
        #expect(code { () throws(Fault) in try new.publish(Self.names) } == .alreadyExists)
        #expect(folder.content("old/a") == nil && folder.content("old/c") == [1])
    }

    @Test func whatFailsBeforeTheEndLeavesNothing() throws {
        for stop in ["produce", "check", "twice", "slash"] {
            let fault = code { () throws(Fault) in
                let new = try NewFiles(in: folder["new"])
                try new.add("a", producing: { _ in })
                try new.add(
                    stop == "twice" ? "a" : stop == "slash" ? "../b" : "b",
                    producing: { _ throws(Fault) in
                        if stop == "produce" { throw Fault(.cancelled, "Stopped.") }
                    },
                    check: { _ throws(Fault) in
                        if stop == "check" { throw Fault(.saveFailed, "Wrong.") }
                    }
                )
            }
            #expect(fault != nil, "\(stop)")
            #expect(folder.names.isEmpty, "\(stop)")
        }
    }

    @Test(arguments: [EIO, ENOSPC, EACCES, EINTR], [false, true])
    func wheneverACallFailsTheFolderIsWholeOrMissing(number: Int32, isThere: Bool) throws {
        var failing = 1
        while true {
            let place = try Playground()
            if isThere { place.makeFolder("out") }
            let hit = Mutex(false)
            let wanted = failing
            let files = InterceptedFiles(before: { (call, _) throws(SystemError) in
                guard call == wanted else { return }
                hit.withLock { $0 = true }
                throw SystemError(number)
            })
            let fault = code { () throws(Fault) in try make(in: place["out"], through: files) }
            let found = Self.names.filter { place.content("out/\($0)") != nil }
            // What could not be synced at the very end may have its name.
            #expect(found.isEmpty || found == Self.names, "call \(failing)")
            if fault == nil { #expect(found == Self.names, "call \(failing)") }
            try SafeReplace.sweep(folder: place.path)
            if isThere { try SafeReplace.sweep(folder: place["out"]) }
            for name in Self.names { place.remove("out/" + name) }
            place.remove("out")
            #expect(place.names.isEmpty, "call \(failing) leaves \(place.names)")
            if !hit.withLock({ $0 }) { break }
            failing += 1
        }
        #expect(failing > 10)
    }

    @Test func whatAKillLeavesIsSweptAndARunningSplitIsNot() throws {
        folder.makeFolder(".inkstone-12ab.parts")
        folder.write([1], to: ".inkstone-12ab.parts/a")
        let running = try NewFiles(in: folder["out"])
        try running.add("a", producing: { _ in })
        let report = try SafeReplace.sweep(folder: folder.path)
        #expect(report.removed + report.left >= 1)
        #expect(!folder.names.contains(".inkstone-12ab.parts"))
        try running.publish(["a"])
        #expect(folder.content("out/a") == [])
        clear("out")
    }

    // MARK: Bytes made while they are written

    @Test func producedBytesAndCopiedRangesComeInOrder() throws {
        let old = someBytes(1_000_000)
        folder.write(old, to: "base", mode: 0o600)
        let base = try OpenedFile.open(folder["base"])
        let content = SaveContent(from: base) { sink throws(Fault) in
            try sink.write([1, 2, 3])
            try sink.copy(5..<900_000, of: base.source)
            try sink.copy(7..<9, of: base.source)
            try sink.copy(0..<300_000, of: MemoryByteSource(old))
            try sink.write(Array(repeating: 9, count: 300_000))
        }
        let receipt = try SafeReplace.create(folder["new"], with: content)
        let wanted =
            [1, 2, 3] + old[5..<900_000] + old[7..<9] + old[..<300_000]
            + Array(repeating: 9, count: 300_000)
        #expect(folder.content("new") == wanted)
        #expect(receipt.file.source.count == wanted.count)
        #expect(try folder.status("new").permissions == 0o600)
    }

    @Test(arguments: [FaultCode.cancelled, .invalidDocument])
    func producingThatFailsLeavesNothing(_ failure: FaultCode) throws {
        folder.write([1], to: "base")
        let base = try OpenedFile.open(folder["base"])
        let content = SaveContent(from: base) { sink throws(Fault) in
            try sink.write(someBytes(500_000))
            throw Fault(failure, "No more.")
        }
        #expect(
            code { () throws(Fault) in
                _ = try SafeReplace.create(folder["new"], with: content)
            } == failure
        )
        #expect(
            code { () throws(Fault) in _ = try SafeReplace.replace(base, with: content) } == failure
        )
        #expect(folder.names == ["base"] && folder.content("base") == [1])
    }

    @Test func aDiskThatFillsUpIsTold() throws {
        let files = InterceptedFiles(before: { (_, call) throws(SystemError) in
            if call == .write { throw SystemError(ENOSPC) }
        })
        let fault = code { () throws(Fault) in
            _ = try SafeReplace.create(
                folder["new"],
                with: SaveContent(from: nil) { sink throws(Fault) in try sink.write([1]) },
                replacing: false,
                isCancelled: { false },
                through: files,
                swept: SweptFolders()
            ) { _ in }
        }
        #expect(fault == .insufficientStorage)
        #expect(folder.names.isEmpty)
    }
}
