// SPDX-License-Identifier: Apache-2.0
import ByteSource
import Faults
import Testing

@testable import PDFSyntax

@Suite("Encryption") struct EncryptionTests {
    /// Whether the document reads as it was before qpdf encrypted it.
    private func checkContents(_ document: Document) throws {
        #expect(try document.catalog()["Word"]?.string == Array("a (secret) word".utf8))
        let page = try document.onlyPage
        #expect(
            page["Words"]?.array == [.string(Array("one".utf8)), .string([0, 2]), .string([])]
        )
        let content = try #require(try document.resolve(page["Contents"]).stream)
        #expect(try document.decodedBytes(of: content).bytes == Array("0 0 m 9 9 l S\n".utf8))
        let metadata = try #require(try document.resolve(document.catalog()["Metadata"]).stream)
        #expect(try document.decodedBytes(of: metadata).bytes == Array("<secret>".utf8))
        let info = try document.resolve(document.trailer["Info"]).dictionary
        #expect(info?["Title"]?.string == Array("A secret title".utf8))
        #expect(document.base.diagnostics == [])
    }

    @Test(arguments: EncryptedFixture.allCases, ["user", "owner"])
    func eitherPasswordOpens(fixture: EncryptedFixture, password: String) throws {
        let document = try fixture.open(password)
        try checkContents(document)
        #expect(document.base.encryption?.right.rawValue == password)
    }

    @Test(arguments: EncryptedFixture.allCases)
    func noOtherPasswordOpens(fixture: EncryptedFixture) throws {
        #expect { try fixture.open(nil) } throws: { ($0 as? Fault)?.code == .passwordRequired }
        for password in ["", "User", "user ", "owner\u{0}"] {
            #expect { try fixture.open(password) } throws: {
                ($0 as? Fault)?.code == .wrongPassword
            }
        }
    }

    @Test func methodAndRevisionAreTold() throws {
        func told(_ fixture: EncryptedFixture) throws -> [String] {
            let encryption = try #require(try fixture.open().base.encryption)
            return [
                encryption.streamMethod.rawValue, encryption.stringMethod.rawValue,
                "\(encryption.keyBits) \(encryption.version) \(encryption.revision)",
            ]
        }
        #expect(try told(.oldTable) == ["rc4", "rc4", "40 1 2"])
        #expect(try told(.rc4Table) == ["rc4", "rc4", "128 2 3"])
        #expect(try told(.rc4FilterTable) == ["rc4", "rc4", "128 4 4"])
        #expect(try told(.aes128Stream) == ["aes128", "aes128", "128 4 4"])
        #expect(try told(.revision5Table) == ["aes256", "aes256", "256 5 5"])
        #expect(try told(.aes256Table) == ["aes256", "aes256", "256 5 6"])
        #expect(
            try EncryptedFixture.clearMetadataTable.open().base.encryption?.encryptsMetadata
                == false
        )
    }

    @Test func theOwnerLiftsWhatTheUserMayNot() throws {
        let user = try #require(try EncryptedFixture.restrictedTable.open("user").base.encryption)
        #expect(user.permissions == [.annotate, .fill, .accessibility, .assemble])
        let owner = try #require(try EncryptedFixture.restrictedTable.open("owner").base.encryption)
        #expect(owner.permissions == .all && owner.grantedPermissions == user.permissions)
    }

    @Test(arguments: EncryptedFixture.allCases)
    func anUpdateIsEncryptedWithTheSameKey(fixture: EncryptedFixture) throws {
        let original = try fixture.bytes
        var document = try fixture.open()
        var catalog = try document.catalog()
        catalog["Word"] = .string(Array("a new word".utf8))
        document.set(try document.catalogID(), .dictionary(catalog))
        let secret = Array("a stream that nobody may read, longer than a block".utf8)
        let stream = try document.add(.stream(COSStream(["Note": .string(secret)], data: secret)))
        var added: [ObjectID] = []
        for number in 0..<6 { added.append(try document.add(.string(secret + [UInt8(number)]))) }
        let saved = try document.saved()
        #expect(try document.saved() == saved)
        #expect(saved.starts(with: original))
        #expect(!saved[original.count...].contains("nobody may read"))
        for password in ["user", "owner"] {
            let again = try opened(saved, password)
            #expect(!again.base.isRebuilt && again.base.diagnostics == [])
            #expect(try again.catalog()["Word"]?.string == Array("a new word".utf8))
            let found = try #require(try again.object(stream).stream)
            #expect(found.dictionary["Note"]?.string == secret)
            #expect(try Array(again.encodedBytes(of: found)) == secret)
            for (number, id) in added.enumerated() {
                #expect(try again.object(id).string == secret + [UInt8(number)])
            }
            let title = try again.resolve(again.trailer["Info"]).dictionary?["Title"]?.string
            #expect(title == Array("A secret title".utf8))
        }
    }

    @Test(arguments: EncryptedFixture.allCases)
    func anotherStateOfTheFileOpensWithoutAPassword(fixture: EncryptedFixture) throws {
        var document = try fixture.open("owner")
        document.set(try document.catalogID(), .dictionary(try document.catalog()))
        let saved = MemoryByteSource(try document.saved())
        let again = try BaseFile(saved, openedLike: document.base)
        #expect(again.encryption?.right == .owner)
        let first = try #require(try again.revisions().first)
        try checkContents(Document(try again.atRevision(first)))
        let other: EncryptedFixture = fixture == .aes256Table ? .aes128Table : .aes256Table
        #expect {
            try BaseFile(MemoryByteSource(try other.bytes), openedLike: document.base)
        } throws: { ($0 as? Fault)?.code == .passwordRequired }
    }

    @Test(arguments: EncryptedFixture.allCases)
    func aRepairedFileIsDecryptedToo(fixture: EncryptedFixture) throws {
        let broken = try fixture.bytes.removingAll("startxref")
        var document = try opened(broken, "user")
        #expect(document.base.isRebuilt)
        #expect(try document.catalog()["Word"]?.string == Array("a (secret) word".utf8))
        _ = try document.add(.string([1, 2, 3]))
        try checkContents(try opened(try document.saved(), "owner"))
    }

    @Test func strangersReadAsItIs() throws {
        for fixture in [EncryptedFixture.clearMetadataTable, .clearMetadataStream] {
            #expect(try fixture.bytes.contains("<secret>"))
        }
        #expect(!(try EncryptedFixture.aes128Table.bytes.contains("<secret>")))
    }

    // MARK: What is not encrypted

    @Test func theContentsOfASignatureStayAsTheyAre() throws {
        var document = try EncryptedFixture.aes256Table.open()
        let bytes = Array("signature bytes".utf8)
        func dictionary(_ type: COSObject?, range: COSObject?) -> COSObject {
            var made: COSDictionary = ["Contents": .string(bytes), "Name": .string(bytes)]
            made["Type"] = type
            made["ByteRange"] = range
            return .dictionary(made)
        }
        let range = COSObject.array([.integer(0), .integer(1), .integer(2), .integer(3)])
        for (type, range, count) in [
            (COSObject.name("Sig"), range, 1), (.name("DocTimeStamp"), range, 1),
            (nil, range, 1), (.name("Annot"), range, 0), (.name("Sig"), nil, 0),
        ] as [(COSObject?, COSObject?, Int)] {
            let id = try document.add(dictionary(type, range: range))
            let written = document.base.encryption?.encrypted(try document.object(id), as: id)
            let plain = written?.dictionary?.entries.filter { $0.value == .string(bytes) }
            #expect(plain?.count == count)
            let again = try opened(try document.saved(), "user")
            #expect(try again.object(id) == document.object(id))
        }
    }

    @Test func aStreamMayNameItsOwnFilter() throws {
        var document = try EncryptedFixture.aes256Table.open()
        let data = Array("readable by all".utf8)
        let identity = try document.add(
            .stream(COSStream(["Filter": .name("Crypt")], data: data))
        )
        let standard = try document.add(
            .stream(
                COSStream(
                    [
                        "Filter": .array([.name("Crypt")]),
                        "DecodeParms": .array([.dictionary(["Name": .name("StdCF")])]),
                    ],
                    data: data
                )
            )
        )
        let saved = try document.saved()
        #expect(saved.split("readable by all") == 2)
        let again = try opened(saved, "user")
        for id in [identity, standard] {
            let stream = try #require(try again.object(id).stream)
            #expect(try again.decodedBytes(of: stream).bytes == data)
            #expect(try again.withoutCryptFilter(stream.dictionary)["Filter"]?.name == nil)
        }
    }

    @Test func aChangedDictionaryDoesNotChangeHowTheBytesWereEncrypted() throws {
        var document = try EncryptedFixture.clearMetadataTable.open()
        let id = try #require(try document.catalog()["Metadata"]?.reference)
        guard var stream = try document.object(id).stream else { throw Fault(.internal, "") }
        stream.dictionary["Type"] = .name("Other")
        document.set(id, .stream(stream))
        #expect(try Array(document.encodedBytes(of: stream)) == Array("<secret>".utf8))
        let again = try opened(try document.saved(), "user")
        let found = try #require(try again.object(id).stream)
        #expect(try Array(again.encodedBytes(of: found)) == Array("<secret>".utf8))
    }

    // MARK: A new encryption

    @Test func aNewEncryptionOpensByBothPasswords() throws {
        var counter: UInt8 = 0
        let made = try FileEncryption.new(
            user: Password("us\u{AA}r"),
            owner: Password("öwner"),
            permissions: [.print, .copy],
            random: { count in
                counter += 1
                return [UInt8](repeating: counter, count: count)
            }
        )
        #expect(made.permissions == .all && made.grantedPermissions == [.print, .copy])
        let dictionary = try EncryptionDictionary(made.source) { $0 }
        let handler = StandardHandler(dictionary: dictionary, fileID: [])
        for (password, right) in [("usar", FileEncryption.Right.user), ("öwner", .owner)] {
            let found = try #require(handler.open(Password(password), asOwner: true))
            #expect(found.right == right && found.key == made.key)
            #expect(handler.permissionsAreConfirmed(by: found.key))
        }
        #expect(handler.open(.empty, asOwner: true) == nil)
        #expect {
            try FileEncryption.new(
                user: .empty,
                owner: .empty,
                permissions: .all,
                random: { [UInt8](repeating: 0, count: $0) }
            )
        } throws: { ($0 as? Fault)?.code == .usage }
    }

    @Test func aLongStreamIsTheSameInWindows() throws {
        for fixture in [EncryptedFixture.rc4Table, .aes128Table, .aes256Table] {
            let encryption = try #require(try fixture.open().base.encryption)
            for count in [0, 1, 15, 16, 17, 4095, 4096, 100_000] {
                let plain = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
                let made = try encryption.encryptor(forStream: [:], as: ObjectID(7)) { $0 }
                var encryptor = try #require(made)
                var encrypted: [UInt8] = []
                for start in stride(from: 0, to: count, by: 4099) {
                    encrypted += encryptor.update(plain[start..<min(start + 4099, count)])
                }
                encrypted += encryptor.finish()
                #expect(encrypted.count == encryptor.count(for: count))
                let data = StreamData(
                    source: MemoryByteSource([9, 9] + encrypted),
                    range: 2..<2 + encrypted.count,
                    cipher: ObjectCipher(encryption, encryption.streamMethod, ObjectID(7))
                )
                #expect(try data.count() == count)
                var found: [UInt8] = []
                let isSound = try data.forEachWindow { window throws(Fault) in found += window }
                #expect(isSound && found == plain)
            }
        }
    }

    @Test func aCutStreamTellsHowMuchCanBeHad() throws {
        let encryption = try #require(try EncryptedFixture.aes256Table.open().base.encryption)
        let cipher = ObjectCipher(encryption, .aes256, ObjectID(7))
        let whole = cipher.encrypt([UInt8](repeating: 1, count: 50)[...], vector: Array(0..<16))
        for count in 0...whole.count {
            let data = StreamData(
                source: MemoryByteSource(whole),
                range: 0..<count,
                cipher: cipher
            )
            var found: [UInt8] = []
            let isSound = try data.forEachWindow { window throws(Fault) in found += window }
            #expect(try data.count() == found.count)
            #expect(found == Array(repeating: 1, count: found.count) || !isSound)
            #expect(cipher.decrypt(whole[..<count]).bytes == found)
        }
    }
}

extension [UInt8] {
    /// Whether a text stands somewhere.
    func contains(_ text: String) -> Bool { split(text) > 1 }

    /// How many parts the text cuts these bytes into.
    func split(_ text: String) -> Int {
        let wanted = Array(text.utf8)
        guard count >= wanted.count else { return 1 }
        return 1
            + indices.dropLast(wanted.count - 1)
            .count { self[$0..<$0 + wanted.count].elementsEqual(wanted) }
    }
}

extension ArraySlice<UInt8> {
    /// Whether a text stands somewhere.
    func contains(_ text: String) -> Bool { Array(self).contains(text) }
}
