// SPDX-License-Identifier: Apache-2.0
import Faults
import Foundation
import Glibc
import Testing

@testable import Vault

/// The file that a key lies in.
@Suite final class KeyFileTests {
    private let folder: String
    private var file: String { folder + "/vault.key" }
    private let manager = FileManager.default

    init() throws {
        folder =
            manager.temporaryDirectory
            .appendingPathComponent("inkstone-vault-\(UUID().uuidString)").path
        try manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func refusal(_ path: String? = nil) -> FaultCode? {
        do throws(Fault) {
            _ = try Vault(keyFile: path ?? file)
            return nil
        } catch { return error.code }
    }

    private func write(_ bytes: [UInt8], mode: Int = 0o600) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: file))
        try manager.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
    }

    @Test func aNewKeyIsMadeOnceAndReadFromThenOn() throws {
        let sealed = try Vault(keyFile: file).seal([1, 2, 3], context: [])
        let key = try #require(manager.contents(atPath: file))
        #expect(key.count == 32)
        #expect(Set(key).count > 8)
        let attributes = try manager.attributesOfItem(atPath: file)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try manager.contentsOfDirectory(atPath: folder) == ["vault.key"])
        #expect(try Vault(keyFile: file).open(sealed, context: []) == [1, 2, 3])
        #expect(manager.contents(atPath: file) == key)
    }

    @Test func everyFolderHasAnotherKey() throws {
        let other = folder + "/other.key"
        let sealed = try Vault(keyFile: file).seal([1], context: [])
        let vault = try Vault(keyFile: other)
        var code: FaultCode?
        do throws(Fault) { _ = try vault.open(sealed, context: []) } catch { code = error.code }
        #expect(code == .readFailed)
    }

    @Test func manyWhoMakeItAtOnceGetOneKey() async throws {
        let file = file
        let sealed = try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for number in 0..<16 {
                group.addTask { try Vault(keyFile: file).seal([UInt8(number)], context: []) }
            }
            return try await group.reduce(into: [[UInt8]]()) { $0.append($1) }
        }
        let vault = try Vault(keyFile: file)
        let opened = try sealed.map { try vault.open($0, context: []) }
        #expect(Set(opened) == Set((0..<16).map { [UInt8($0)] }))
        #expect(try manager.contentsOfDirectory(atPath: folder) == ["vault.key"])
    }

    @Test func theKeyOfWhoWasFasterStays() throws {
        let key = [UInt8](repeating: 5, count: 32)
        try write(key)
        // As when the file came after this one looked for it.
        try KeyFile(path: file).make()
        #expect(manager.contents(atPath: file) == Data(key))
        #expect(try manager.contentsOfDirectory(atPath: folder) == ["vault.key"])
    }

    @Test(arguments: [0o640, 0o604, 0o666, 0o620, 0o601])
    func aKeyThatOthersMayReachIsRefused(mode: Int) throws {
        try write([UInt8](repeating: 5, count: 32), mode: mode)
        #expect(refusal() == .permissionDenied)
        try manager.setAttributes([.posixPermissions: 0o400], ofItemAtPath: file)
        #expect(refusal() == nil)
    }

    @Test(.enabled(if: geteuid() == 0, "Only root can give a file to another user."))
    func aKeyOfAnotherUserIsRefused() throws {
        try write([UInt8](repeating: 5, count: 32))
        try #require(unsafe chown(file, 65534, 65534) == 0)
        #expect(refusal() == .permissionDenied)
    }

    @Test(arguments: [0, 1, 31, 33, 64])
    func aKeyOfAnotherLengthIsDamaged(count: Int) throws {
        let bytes = [UInt8](repeating: 5, count: count)
        try write(bytes)
        #expect(refusal() == .readFailed)
        #expect(manager.contents(atPath: file) == Data(bytes))
    }

    @Test func whatIsNoFileIsRefused() throws {
        try manager.createDirectory(atPath: file, withIntermediateDirectories: false)
        #expect(refusal() == .permissionDenied)
        let link = folder + "/link"
        try manager.createSymbolicLink(atPath: link, withDestinationPath: folder + "/key")
        #expect(refusal(link) == .permissionDenied)
        #expect(!manager.fileExists(atPath: folder + "/key"))
        #expect(refusal(folder + "/nowhere/key") == .notFound)
    }
}
