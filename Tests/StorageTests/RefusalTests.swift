// SPDX-License-Identifier: Apache-2.0
import Faults
import Glibc
import Storage
import Testing

@testable import SaveProbe

/// What the file system refuses to a person without privileges.
///
/// The tests may run as root, whom nothing is refused; then the probe first becomes another user.
@Suite struct RefusalTests {
    let folder: Playground
    let old = someBytes(1000)
    let user: uid_t = geteuid() == 0 ? 65534 : geteuid()

    init() throws {
        folder = try Playground()
        folder.write(old, to: "file")
        folder.setOwner("file", user, gid_t(user))
        folder.setOwner("", user, gid_t(user))
    }

    /// The first line that the probe prints: "saved", or the code of the fault.
    private func outcome(_ words: String...) throws -> String {
        let probe = try Probe(words, user: geteuid() == 0 ? user : nil)
        defer { probe.wait() }
        return probe.readAll().split(separator: "\n").first.map(String.init) ?? ""
    }

    @Test func anOrdinaryUserSavesAnOwnFile() throws {
        #expect(try outcome("save", folder["file"]) == "saved")
        #expect(folder.content("file") == old + ProbeContent.delta(1))
    }

    @Test func aReadOnlyFolderIsDenied() throws {
        folder.setMode("", 0o555)
        #expect(try outcome("save", folder["file"]) == "permissionDenied")
        #expect(try outcome("create", folder["file"], folder["new"]) == "permissionDenied")
        #expect(folder.content("file") == old)
        #expect(folder.names == ["file"])
    }

    @Test func aWriteProtectedFileIsRefusedUnlessForced() throws {
        folder.setMode("file", 0o444)
        #expect(try outcome("save", folder["file"]) == "permissionDenied")
        #expect(folder.content("file") == old)
        #expect(try outcome("save", folder["file"], "--force") == "saved")
        #expect(try folder.status("file").permissions == 0o444)
    }

    @Test func anUnreadableFileIsDenied() throws {
        folder.setMode("file", 0o000)
        #expect(try outcome("save", folder["file"]) == "permissionDenied")
        #expect(folder.names == ["file"])
    }

    @Test(.enabled(if: geteuid() == 0, "Only root can give a file to another user."))
    func aFileOfAnotherOwnerIsRefusedUnlessForced() throws {
        folder.setOwner("file", 65533, 65533)
        folder.setMode("file", 0o4654)
        #expect(try outcome("save", folder["file"]) == "permissionDenied")
        #expect(folder.content("file") == old)
        #expect(try outcome("save", folder["file"], "--force") == "saved")
        let status = try folder.status("file")
        #expect(status.owner == user)
        // The group is another, so it gets no more than everybody had.
        #expect(status.permissions == 0o644)
    }

    @Test(.enabled(if: geteuid() == 0, "Only root can give a file to another user."))
    func rootIsAskedToForceItToo() throws {
        let file = try OpenedFile.open(folder["file"])
        #expect(code { () throws(Fault) in try append([1], to: file) } == .permissionDenied)
        try append([1], to: file, force: true)
        #expect(try folder.status("file").owner == user)
    }
}
