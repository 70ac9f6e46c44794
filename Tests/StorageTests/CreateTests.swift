// SPDX-License-Identifier: Apache-2.0
import ByteSource
import Faults
import Glibc
import Storage
import Testing

/// New files.
@Suite struct CreateTests {
    let folder: Playground
    let old = someBytes(100_000)
    let delta = Array("delta".utf8)

    init() throws {
        folder = try Playground()
        folder.write(old, to: "base", mode: 0o600)
    }

    private func content() throws(Fault) -> SaveContent {
        SaveContent(base: try OpenedFile.open(folder["base"]), appending: delta)
    }

    @Test func aNewFileHasThePermissionsOfItsBase() throws {
        _ = try SafeReplace.create(folder["new"], with: try content())
        #expect(folder.content("new") == old + delta)
        #expect(try folder.status("new").permissions == 0o600)
        #expect(folder.content("base") == old)
        #expect(folder.names == ["base", "new"])
    }

    @Test func aFileMadeOfBytesAloneNeedsNoBase() throws {
        let receipt = try SafeReplace.create(folder["new"], with: SaveContent(bytes: delta))
        #expect(folder.content("new") == delta)
        #expect(receipt.file.source.count == delta.count)
    }

    @Test func whatIsThereIsNotReplacedUnasked() throws {
        folder.write([1], to: "new")
        let content = try content()
        #expect(
            code { () throws(Fault) in
                _ = try SafeReplace.create(folder["new"], with: content)
            } == .alreadyExists
        )
        #expect(folder.content("new") == [1])
        #expect(folder.names == ["base", "new"])
    }

    @Test func whatComesWhileSavingIsNotReplacedEither() throws {
        let content = try content()
        #expect(
            code { () throws(Fault) in
                _ = try SafeReplace.create(
                    folder["new"],
                    with: content,
                    check: { _ in
                        folder.write([1], to: "new")
                    }
                )
            } == .alreadyExists
        )
        #expect(folder.content("new") == [1])
        #expect(folder.names == ["base", "new"])
    }

    @Test func replacingKeepsTheModeOfWhatIsThere() throws {
        folder.write([1], to: "new", mode: 0o640)
        folder.setMode("new", 0o640)
        _ = try SafeReplace.create(folder["new"], with: try content(), replacing: true)
        #expect(folder.content("new") == old + delta)
        #expect(try folder.status("new").permissions == 0o640)
    }

    @Test func aBaseThatChangesMeanwhileIsAConflict() throws {
        let content = try content()
        folder.write(someBytes(100_000, seed: 3), to: "base")
        #expect(
            code { () throws(Fault) in
                _ = try SafeReplace.create(folder["new"], with: content)
            } == .conflict
        )
        #expect(folder.names == ["base"])
    }

    @Test func aBaseThatWasReplacedUnderItsNameStillServes() throws {
        let content = try content()
        let base = try #require(content.base)
        try append([1, 2, 3], to: base)
        _ = try SafeReplace.create(folder["new"], with: content)
        #expect(folder.content("new") == old + delta)
        #expect(folder.content("base") == old + [1, 2, 3])
    }

    @Test func aLinkToNothingIsNotFollowedIntoNowhere() throws {
        folder.symbolicLink(to: "nowhere", as: "new")
        let content = try content()
        #expect(
            code { () throws(Fault) in
                _ = try SafeReplace.create(folder["new"], with: content)
            } == .alreadyExists
        )
        #expect(folder.names == ["base", "new"])
    }

    @Test(arguments: [
        ("missing/new", FaultCode.notFound), ("", .unsupported), ("..", .unsupported),
        ("base/new", .notFound),
    ])
    func aPathThatCannotBeAFileIsRefused(name: String, expected: FaultCode) throws {
        let content = try content()
        #expect(
            code { () throws(Fault) in
                _ = try SafeReplace.create(folder[name], with: content, replacing: true)
            } == expected
        )
        #expect(folder.names == ["base"])
    }

    @Test(arguments: [
        ("", FaultCode.unsupported), ("missing", .notFound), ("base/x", .notFound),
        ("pipe", .unsupported),
    ])
    func openingSaysWhyItFails(name: String, expected: FaultCode) throws {
        folder.makePipe("pipe")
        #expect(
            code { () throws(Fault) in _ = try OpenedFile.open(folder[name]) } == expected
        )
    }
}
