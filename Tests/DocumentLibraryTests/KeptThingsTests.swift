// SPDX-License-Identifier: Apache-2.0
import Faults
import Testing

@testable import DocumentLibrary

/// Devices, settings and signatures.
@Suite struct KeptThingsTests {
    let playground: LibraryPlayground
    let library: DocumentLibrary

    init() throws {
        playground = try LibraryPlayground()
        library = try playground.open()
    }

    private func digest(_ byte: UInt8) -> [UInt8] { [UInt8](repeating: byte, count: 32) }

    // MARK: Devices

    @Test func aDeviceIsFoundByItsTokenAlone() throws {
        let phone = try library.openSession(tokenHash: digest(1), name: "Ada's\nphone")
        let desk = try library.openSession(tokenHash: digest(2), name: "")
        #expect(phone.name == "Ada's phone")
        #expect(desk.name == "Device")
        #expect(phone.opened == phone.seen)
        #expect(try library.session(tokenHash: digest(1)) == phone)
        #expect(try library.session(tokenHash: digest(2)) == desk)
        #expect(try library.session(tokenHash: digest(3)) == nil)
        #expect(try library.session(tokenHash: []) == nil)
        #expect(try library.listSessions() == [desk, phone])
    }

    @Test func aTokenLetsInOneDevice() throws {
        _ = try library.openSession(tokenHash: digest(1), name: "phone")
        for hash in [digest(1), [], [1], digest(4) + [4]] {
            #expect(
                code { () throws(Fault) in
                    try library.openSession(tokenHash: hash, name: "thief")
                } == .usage
            )
        }
        #expect(try library.listSessions().map(\.name) == ["phone"])
    }

    @Test func aDeviceIsSeenToTheMinute() throws {
        let phone = try library.openSession(tokenHash: digest(1), name: "phone")
        let desk = try library.openSession(tokenHash: digest(2), name: "desk")
        playground.wait(30_000)
        try library.touchSession(phone.id)
        #expect(try library.session(tokenHash: digest(1)) == phone)
        playground.wait(31_000)
        try library.touchSession(phone.id)
        let seen = try #require(try library.session(tokenHash: digest(1)))
        #expect(seen.seen > phone.seen + 60_000)
        #expect(seen.opened == phone.opened)
        #expect(try library.listSessions().map(\.id) == [phone.id, desk.id])
        try library.touchSession("nobody")
        #expect(try library.listSessions().count == 2)
    }

    @Test func aDeviceThatIsShutOutStaysOut() throws {
        let phone = try library.openSession(tokenHash: digest(1), name: "phone")
        _ = try library.openSession(tokenHash: digest(2), name: "desk")
        try library.closeSession(phone.id)
        #expect(try library.session(tokenHash: digest(1)) == nil)
        #expect(code { () throws(Fault) in try library.closeSession(phone.id) } == .notFound)
        try library.touchSession(phone.id)
        #expect(try library.listSessions().map(\.name) == ["desk"])
    }

    @Test func devicesThatWereNotHereForLongAreShutOut() throws {
        _ = try library.openSession(tokenHash: digest(1), name: "old")
        playground.wait(10_000)
        _ = try library.openSession(tokenHash: digest(2), name: "new")
        #expect(try library.closeSessions(unseenFor: .max) == 0)
        #expect(try library.closeSessions(unseenFor: 5000) == 1)
        #expect(try library.listSessions().map(\.name) == ["new"])
    }

    // MARK: Settings

    @Test func aSettingIsKeptChangedAndForgotten() throws {
        #expect(try library.setting("author") == nil)
        try library.set("author", to: "Ada ✍️ 李")
        #expect(try library.setting("author") == "Ada ✍️ 李")
        let version = try library.libraryVersion
        try library.set("author", to: "Ada ✍️ 李")
        try library.set("other", to: nil)
        #expect(try library.libraryVersion == version)
        try library.set("author", to: "")
        #expect(try library.setting("author") == "")
        #expect(try library.libraryVersion == version + 1)
        try library.set("author", to: nil)
        #expect(try library.setting("author") == nil)
    }

    @Test func aSettingHasALimit() throws {
        let most = String(repeating: "a", count: DocumentLibrary.maximumSettingBytes)
        try library.set("a", to: most)
        #expect(
            code { () throws(Fault) in try library.set("a", to: most + "a") } == .limitExceeded
        )
        #expect(try library.setting("a") == most)
    }

    // MARK: Signatures

    @Test func theTenSignaturesUsedLastAreKept() throws {
        let first = try library.keepSignature([0])
        var kept = [first]
        for number in 1..<DocumentLibrary.maximumSignatures {
            kept.append(try library.keepSignature([UInt8(number)]))
        }
        #expect(try library.listSignatures() == kept.reversed())
        // The first is used again, so the second is the oldest.
        let used = try library.useSignature(first.id)
        #expect(used.sealed == [0] && used.created == first.created && used.used > first.used)
        let new = try library.keepSignature([99])
        let list = try library.listSignatures()
        #expect(list.count == DocumentLibrary.maximumSignatures)
        #expect(list.prefix(2).map(\.id) == [new.id, first.id])
        #expect(!list.contains { $0.id == kept[1].id })
        #expect(code { () throws(Fault) in try library.useSignature(kept[1].id) } == .notFound)
    }

    @Test func aClockThatIsSetBackKeepsTheOrder() throws {
        playground.wait(1_000_000)
        let before = try library.keepSignature([1])
        playground.wait(-1_000_000)
        for number in 0..<DocumentLibrary.maximumSignatures {
            let kept = try library.keepSignature([UInt8(number), 2])
            #expect(try library.listSignatures().first == kept)
        }
        #expect(try library.listSignatures().contains(before) == false)
    }

    @Test func aForgottenSignatureIsGoneFromTheDisk() throws {
        let secret = Array("sealed strokes of a signature".utf8)
        let playground = try LibraryPlayground()
        do {
            let library = try playground.open()
            let kept = try library.keepSignature(secret)
            _ = try library.keepSignature([])
            #expect(try library.listSignatures().map(\.sealed) == [[], secret])
            let version = try library.libraryVersion
            try library.forgetSignature(kept.id)
            #expect(try library.libraryVersion > version)
            #expect(
                code { () throws(Fault) in try library.forgetSignature(kept.id) } == .notFound
            )
            #expect(try library.listSignatures().map(\.sealed) == [[]])
        }
        let database = try #require(playground.bytes("library.sqlite"))
        #expect(!database.contains(secret))
        #expect(playground.bytes("library.sqlite-wal") == nil)
    }

    @Test func aSignatureHasALimit() throws {
        let large = [UInt8](repeating: 1, count: DocumentLibrary.maximumSignatureBytes + 1)
        #expect(code { () throws(Fault) in try library.keepSignature(large) } == .limitExceeded)
        #expect(try library.listSignatures().isEmpty)
    }
}
