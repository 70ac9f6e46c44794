// SPDX-License-Identifier: Apache-2.0
import ByteSource
import Faults
import Glibc
import Storage
import Testing

@testable import SaveProbe

/// What a replaced file keeps, and when it is not replaced.
@Suite struct ReplaceTests {
    let folder: Playground
    let old = someBytes(300_000)
    let delta = Array("delta".utf8)

    init() throws {
        folder = try Playground()
        folder.write(old, to: "file")
    }

    private func open() throws(Fault) -> OpenedFile { try OpenedFile.open(folder["file"]) }

    @Test func theOldBytesStayAPrefixAndNothingElseIsLeft() throws {
        let before = try open()
        let receipt = try append(delta, to: before)
        #expect(folder.content("file") == old + delta)
        #expect(folder.names == ["file"])
        #expect(receipt.file.identity != before.identity)
        #expect(receipt.file.source.count == old.count + delta.count)
        #expect(receipt.diagnostics.isEmpty)
    }

    @Test func aReceiptIsGoodForTheNextSave() throws {
        var file = try open()
        for _ in 0..<3 { file = try append(delta, to: file).file }
        #expect(folder.content("file") == old + delta + delta + delta)
    }

    @Test func thePrefixCanBeShorterThanTheFile() throws {
        let file = try open()
        _ = try SafeReplace.replace(
            file,
            with: SaveContent(base: file, prefixLength: 1000, appending: delta)
        )
        #expect(folder.content("file") == Array(old.prefix(1000)) + delta)
    }

    @Test func modeOwnerAndAttributesAreKept() throws {
        let files = SystemFiles()
        let descriptor = try files.open(folder["file"], in: files.workingFolder, .read)
        defer { files.close(descriptor) }
        try files.setAttribute("user.inkstone", to: Array("kept".utf8), of: descriptor)
        // An access list: the owner reads and writes, user 65534 reads, nobody else anything.
        let accessList: [UInt8] = [
            2, 0, 0, 0, 1, 0, 6, 0, 255, 255, 255, 255, 2, 0, 4, 0, 254, 255, 0, 0,
            4, 0, 0, 0, 255, 255, 255, 255, 16, 0, 4, 0, 255, 255, 255, 255,
            32, 0, 0, 0, 255, 255, 255, 255,
        ]
        try files.setAttribute("system.posix_acl_access", to: accessList, of: descriptor)
        if geteuid() == 0 { folder.setOwner("file", 65534, 65533) }
        let before = try folder.status("file")
        try append(delta, to: try open(), force: true)

        let after = try folder.status("file")
        #expect(after.mode == before.mode)
        #expect(after.owner == before.owner)
        #expect(after.group == before.group)
        let new = try files.open(folder["file"], in: files.workingFolder, .read)
        defer { files.close(new) }
        #expect(try files.attribute("user.inkstone", of: new) == Array("kept".utf8))
        #expect(try files.attribute("system.posix_acl_access", of: new) == accessList)
    }

    @Test func aDefaultAccessListOfTheFolderDoesNotOpenTheFileToOthers() throws {
        let files = SystemFiles()
        let descriptor = try files.open(folder.path, in: files.workingFolder, .folder)
        defer { files.close(descriptor) }
        let generous: [UInt8] = [
            2, 0, 0, 0, 1, 0, 7, 0, 255, 255, 255, 255, 2, 0, 7, 0, 254, 255, 0, 0,
            4, 0, 7, 0, 255, 255, 255, 255, 16, 0, 7, 0, 255, 255, 255, 255,
            32, 0, 7, 0, 255, 255, 255, 255,
        ]
        try files.setAttribute("system.posix_acl_default", to: generous, of: descriptor)
        folder.setMode("file", 0o640)
        try append(delta, to: try open())
        let new = try files.open(folder["file"], in: files.workingFolder, .read)
        defer { files.close(new) }
        #expect(try files.attributeNames(of: new).isEmpty)
        #expect(try folder.status("file").permissions == 0o640)
    }

    @Test func aSymbolicLinkIsFollowedAndStays() throws {
        folder.symbolicLink(to: "file", as: "link")
        try append(delta, to: try OpenedFile.open(folder["link"]))
        #expect(folder.names == ["file", "link"])
        #expect(try folder.status("link").mode & 0o170000 == 0o120000)
        #expect(folder.content("file") == old + delta)
    }

    @Test func aFileChangedInPlaceIsAConflict() throws {
        let file = try open()
        let theirs = someBytes(300_000, seed: 9)
        folder.write(theirs, to: "file")
        #expect(code { () throws(Fault) in try append(delta, to: file) } == .conflict)
        #expect(folder.content("file") == theirs)
        #expect(folder.names == ["file"])
    }

    @Test func aFileReplacedByAnotherIsAConflict() throws {
        let file = try open()
        folder.write(old, to: "other")
        folder.move("other", to: "file")
        #expect(code { () throws(Fault) in try append(delta, to: file) } == .conflict)
        #expect(folder.content("file") == old)
    }

    @Test func aFileDeletedMeanwhileIsAConflictAndStaysDeleted() throws {
        let file = try open()
        folder.remove("file")
        #expect(code { () throws(Fault) in try append(delta, to: file) } == .conflict)
        #expect(folder.names.isEmpty)
    }

    @Test func anotherSaveOfTheSameFileIsAConflict() throws {
        let (first, second) = (try open(), try open())
        var inner: FaultCode?
        try append(
            delta,
            to: first,
            check: { _ in
                inner = code { () throws(Fault) in try append([1], to: second) }
            }
        )
        #expect(inner == .conflict)
        #expect(folder.content("file") == old + delta)
        #expect(folder.names == ["file"])
    }

    @Test func hardLinksAreRefusedUnlessForced() throws {
        folder.hardLink("file", as: "other")
        let file = try open()
        #expect(code { () throws(Fault) in try append(delta, to: file) } == .permissionDenied)
        #expect(folder.content("file") == old)
        try append(delta, to: file, force: true)
        #expect(folder.content("file") == old + delta)
        #expect(folder.content("other") == old)
    }

    @Test func aFailedCheckKeepsTheOldFile() throws {
        let file = try open()
        do throws(Fault) {
            try append(
                delta,
                to: file,
                check: { source throws(Fault) in
                    #expect(source.count == old.count + delta.count)
                    throw Fault(.invalidDocument, "No page is marked.")
                }
            )
            Issue.record("The check was not asked.")
        } catch {
            #expect(error.code == .saveFailed)
            #expect(error.cause == "No page is marked.")
            #expect(error.place.file == folder["file"])
        }
        #expect(folder.content("file") == old)
        #expect(folder.names == ["file"])
    }

    @Test(arguments: 1...4)
    func aCancelledSaveLeavesEverythingAsItWas(askedTimes: Int) throws {
        let file = try open()
        var asked = 0
        let outcome = code { () throws(Fault) in
            try append(
                delta,
                to: file,
                isCancelled: {
                    asked += 1
                    return asked >= askedTimes
                }
            )
        }
        #expect(outcome == .cancelled)
        #expect(folder.content("file") == old)
        #expect(folder.names == ["file"])
    }

    @Test func tooLittleSpaceIsSaidBeforeAnythingIsWritten() throws {
        let full = InterceptedFiles(
            pretendedFreeBytes: 1000,
            before: { (_, call) throws(SystemError) in #expect(call != .write && call != .copyRange)
            }
        )
        let file = try open()
        #expect(
            code { () throws(Fault) in try append(delta, to: file, through: full) }
                == .insufficientStorage
        )
        #expect(folder.content("file") == old)
        #expect(folder.names == ["file"])
    }
}
