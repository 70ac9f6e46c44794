// SPDX-License-Identifier: Apache-2.0
import ByteSource
import Faults
import Glibc
import PDFModel
import PDFSyntax
import Testing
import Workbench

/// The wiring of saving; how a file comes to the disk is tested with `SafeReplace`.
@Suite struct SaveDocumentTests {
    private let folder: TestFolder
    private let workbench = Samples.workbench()
    private let original = Samples.pdf()

    init() throws {
        folder = try TestFolder()
        try folder.write(Samples.ink, "ink.json")
    }

    private func marked(_ name: String = "a.pdf") throws -> (OpenDocument, MarkedDocument) {
        if !folder.has(name) { try folder.write(original, name) }
        let opened = try workbench.open(folder / name)
        let mark = try workbench.loadMark(folder / "ink.json")
        return (opened, try workbench.place(try Samples.request(mark), on: opened.document))
    }

    private func save(
        _ opened: OpenDocument,
        _ marked: MarkedDocument,
        to destination: SaveDestination,
        force: Bool = false
    ) throws -> DocumentReceipt {
        try workbench.save(
            marked.document,
            of: opened.file,
            to: destination,
            pages: [0],
            force: force,
            wantsDigests: true
        )
    }

    @Test func aNewFileBeginsWithTheOldBytes() throws {
        let (opened, marked) = try marked()
        let receipt = try save(
            opened,
            marked,
            to: .file(folder / "b.pdf", replacing: false)
        )
        let saved = try folder.read("b.pdf")
        #expect(Array(saved.prefix(original.count)) == original)
        #expect(receipt.appendedBytes == saved.count - original.count)
        #expect(receipt.path == folder / "b.pdf")
        #expect(try folder.read("a.pdf") == original)
        #expect(try folder.names() == ["a.pdf", "b.pdf", "ink.json"])
    }

    @Test func theDigestsAreThoseOfTheFiles() throws {
        let (opened, marked) = try marked()
        let receipt = try save(opened, marked, to: .file(folder / "b.pdf", replacing: false))
        let digests = try #require(receipt.digests)
        let digest = { (bytes: [UInt8]) in try workbench.digest(of: MemoryByteSource(bytes)) }
        #expect(digests.before == (try digest(original)))
        #expect(digests.after == (try digest(try folder.read("b.pdf"))))
    }

    @Test func inPlaceTheFileItselfGrows() throws {
        let (opened, marked) = try marked()
        let receipt = try save(opened, marked, to: .inPlace)
        let saved = try folder.read("a.pdf")
        #expect(Array(saved.prefix(original.count)) == original && saved.count > original.count)
        #expect(receipt.path == folder / "a.pdf")
        #expect(try folder.names() == ["a.pdf", "ink.json"])
    }

    @Test func aFileThatIsThereIsReplacedOnlyWhenAsked() throws {
        let (opened, marked) = try marked()
        try folder.write([1, 2, 3], "b.pdf")
        let fault = #expect(throws: Fault.self) {
            try save(opened, marked, to: .file(folder / "b.pdf", replacing: false))
        }
        #expect(fault?.code == .alreadyExists)
        #expect(try folder.read("b.pdf") == [1, 2, 3])
        _ = try save(opened, marked, to: .file(folder / "b.pdf", replacing: true))
        #expect(try folder.read("b.pdf").count > original.count)
    }

    @Test func aFileThatChangedMeanwhileIsAConflict() throws {
        let (opened, marked) = try marked()
        let other = Samples.pdf(width: 333)
        try folder.write(other, "a.pdf")
        let fault = #expect(throws: Fault.self) { try save(opened, marked, to: .inPlace) }
        #expect(fault?.code == .conflict)
        #expect(try folder.read("a.pdf") == other)
        #expect(try folder.names() == ["a.pdf", "ink.json"])
    }

    @Test func aFileThatIsGoneMeanwhileIsAConflict() throws {
        let (opened, marked) = try marked()
        folder.remove("a.pdf")
        let fault = #expect(throws: Fault.self) { try save(opened, marked, to: .inPlace) }
        #expect(fault?.code == .conflict)
        #expect(try folder.names() == ["ink.json"])
    }

    @Test func aSymbolicLinkIsFollowedAndKept() throws {
        try folder.write(original, "a.pdf")
        #expect(folder.point("link.pdf", to: "a.pdf"))
        let (opened, marked) = try marked("link.pdf")
        _ = try save(opened, marked, to: .inPlace)
        #expect(try folder.read("a.pdf").count > original.count)
        var status = stat()
        #expect(unsafe lstat(folder / "link.pdf", &status) == 0)
        #expect(status.st_mode & S_IFMT == S_IFLNK)
    }

    @Test func aFileWithTwoNamesIsRefusedUnlessForced() throws {
        try folder.write(original, "a.pdf")
        #expect(folder.link("a.pdf", as: "twin.pdf"))
        let (opened, marked) = try marked()
        let fault = #expect(throws: Fault.self) { try save(opened, marked, to: .inPlace) }
        #expect(fault?.code == .permissionDenied)
        #expect(try folder.read("a.pdf") == original)
        _ = try save(opened, marked, to: .inPlace, force: true)
        #expect(try folder.read("a.pdf").count > original.count)
        #expect(try folder.read("twin.pdf") == original)
    }

    @Test func aFolderThatIsNotThereIsNotFound() throws {
        let (opened, marked) = try marked()
        let fault = #expect(throws: Fault.self) {
            try save(opened, marked, to: .file(folder / "no/b.pdf", replacing: false))
        }
        #expect(fault?.code == .notFound)
    }

    @Test func savedBytesAreWhatASaveWrites() throws {
        let (opened, marked) = try marked()
        let source = try workbench.savedBytes(marked.document, pages: [0])
        _ = try save(opened, marked, to: .file(folder / "b.pdf", replacing: false))
        #expect(try Array(source.bytes(in: 0..<source.count)) == folder.read("b.pdf"))
    }

    @Test func aRepairedFileIsSavedAndReadWithoutRepair() throws {
        var broken = original
        broken.removeLast(30)
        try folder.write(broken, "a.pdf")
        let (opened, marked) = try marked()
        #expect(opened.document.base.isRebuilt)
        _ = try save(opened, marked, to: .inPlace)
        let saved = try workbench.open(folder / "a.pdf").document
        #expect(!saved.base.isRebuilt)
        #expect(Array(try folder.read("a.pdf").prefix(broken.count)) == broken)
    }

    // MARK: Revisions

    @Test func aRevisionComesBackExactly() throws {
        let (opened, marked) = try marked()
        _ = try save(opened, marked, to: .inPlace)
        let second = try folder.read("a.pdf")
        let (again, more) = try self.marked()
        _ = try save(again, more, to: .inPlace)
        let third = try workbench.open(folder / "a.pdf")
        for (number, bytes) in [(1, original), (2, second)] {
            let revision = try workbench.revision(number, of: third.document)
            let source = try workbench.bytes(at: revision, of: third)
            #expect(try Array(source.bytes(in: 0..<source.count)) == bytes)
            let receipt = try workbench.write(
                revision,
                of: third,
                to: folder / "r\(number).pdf",
                replacing: false
            )
            #expect(try folder.read("r\(number).pdf") == bytes)
            #expect(receipt.appendedBytes == 0)
        }
    }

    @Test func aRevisionComesBackInPlaceAsAnUpdate() throws {
        let (opened, marked) = try marked()
        _ = try save(opened, marked, to: .inPlace)
        let second = try folder.read("a.pdf")
        let now = try workbench.open(folder / "a.pdf")
        let restored = try now.document.restoring(
            try workbench.revision(1, of: now.document)
        )
        _ = try workbench.save(restored, of: now.file, to: .inPlace)
        let bytes = try folder.read("a.pdf")
        #expect(Array(bytes.prefix(second.count)) == second)
        let document = try workbench.open(folder / "a.pdf").document
        #expect(try PageTree(document).page(at: 0).dictionary["Contents"] == nil)
        #expect(try document.base.revisions().count == 3)
    }

    @Test(arguments: [0, 2, .max])
    func aRevisionThatIsNotThereIsNotFound(number: Int) throws {
        let opened = try workbench.open(try folder.write(original, "a.pdf"))
        let fault = #expect(throws: Fault.self) {
            try workbench.revision(number, of: opened.document)
        }
        #expect(fault?.code == .notFound)
    }
}
