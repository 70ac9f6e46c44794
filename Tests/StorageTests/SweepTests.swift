// SPDX-License-Identifier: Apache-2.0
import Faults
import Glibc
import Storage
import Testing

@testable import SaveProbe
@testable import Storage

/// What is left by killed saves, and what only looks like it.
@Suite struct SweepTests {
    let folder: Playground
    let old = someBytes(10_000)

    init() throws {
        folder = try Playground()
        folder.write(old, to: "file")
    }

    private func stageName(of name: String, replacing original: FileIdentity) throws -> String {
        StageName.newStage(
            staged: try folder.status(name).identity.inode,
            replacing: original
        ).text
    }

    @Test func aStageFromBeforeTheSwapIsRemoved() throws {
        folder.write([1], to: "new")
        let name = try stageName(of: "new", replacing: try folder.status("file").identity)
        folder.move("new", to: name)
        #expect(try SafeReplace.sweep(folder: folder.path) == SweepReport(removed: 1))
        #expect(folder.names == ["file"])
    }

    @Test func theDisplacedOriginalIsRemoved() throws {
        folder.write([1], to: "new")
        let name = try stageName(of: "new", replacing: try folder.status("file").identity)
        folder.move("file", to: name)
        folder.move("new", to: "file")
        #expect(try SafeReplace.sweep(folder: folder.path) == SweepReport(removed: 1))
        #expect(folder.content("file") == [1])
        #expect(folder.names == ["file"])
    }

    @Test func theDisplacedFileOfAnotherProgramIsRescued() throws {
        folder.write([1], to: "new")
        let name = try stageName(of: "new", replacing: try folder.status("file").identity)
        folder.write([2], to: name)
        let report = try SafeReplace.sweep(folder: folder.path)
        #expect(report.removed == 0)
        #expect(folder.content(report.rescued.first ?? "") == [2])
        #expect(try SafeReplace.sweep(folder: folder.path) == SweepReport())
    }

    @Test func anOriginalThatWasChangedBeforeItWasDisplacedIsRescued() throws {
        let opened = try folder.status("file").identity
        folder.write([1], to: "new")
        let name = try stageName(of: "new", replacing: opened)
        folder.write([3], to: "file")
        folder.move("file", to: name)
        folder.move("new", to: "file")
        let report = try SafeReplace.sweep(folder: folder.path)
        #expect(folder.content(report.rescued.first ?? "") == [3])
    }

    @Test(arguments: [[], [FileCall.openNameless], [.exchange]])
    func nothingOfARunningSaveIsTouched(missing: Set<FileCall>) throws {
        let folder = folder
        let files = InterceptedFiles(before: { (_, call) throws(SystemError) in
            // Between being made and being locked a stage can be swept; then another is made.
            guard call != .lock else { return }
            let report = try? SafeReplace.sweep(folder: folder.path)
            #expect(report?.removed == 0)
            #expect(report?.rescued == [])
            if missing.contains(call) { throw SystemError(EOPNOTSUPP) }
        })
        try append([1], to: try OpenedFile.open(folder["file"]), through: files)
        #expect(folder.content("file") == old + [1])
        #expect(folder.names == ["file"])
    }

    @Test func theFirstSaveInAFolderSweepsIt() throws {
        folder.write([1], to: StageName.newPart().text)
        _ = try SafeReplace.create(folder["new"], with: SaveContent(bytes: [1]))
        #expect(folder.names == ["file", "new"])
    }

    @Test(arguments: [
        ".inkstone-.part", ".inkstone-notes.stage", ".inkstone-1-2-3-4.stage", ".inkstone-1.pdf",
        ".inkstone-1-2-3-4-5-6.stage", ".inkstone-xyz.part", "inkstone-1.part", ".inkstone-1",
    ])
    func otherNamesAreLeftAlone(name: String) throws {
        #expect(StageName(name) == nil)
        folder.write([1], to: name)
        #expect(try SafeReplace.sweep(folder: folder.path) == SweepReport())
        #expect(folder.content(name) == [1])
    }

    @Test func aFolderOrALinkWithTheNameOfAStageIsLeftAlone() throws {
        let (first, second) = (StageName.newPart().text, StageName.newPart().text)
        folder.makeFolder(first)
        defer { folder.remove(first) }
        folder.symbolicLink(to: "file", as: second)
        #expect(try SafeReplace.sweep(folder: folder.path) == SweepReport(left: 2))
        #expect(folder.content("file") == old)
        #expect(folder.names.count == 3)
    }

    @Test func namesReadBackAsTheyWereWritten() throws {
        let identity = try folder.status("file").identity
        for name in [StageName.newPart(), .newStage(staged: 77, replacing: identity)] {
            #expect(StageName(name.text) == name)
        }
    }
}
