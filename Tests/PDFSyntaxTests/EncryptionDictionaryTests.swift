// SPDX-License-Identifier: Apache-2.0
import Faults
import Testing

@testable import PDFSyntax

@Suite("Hostile encryption dictionaries") struct EncryptionDictionaryTests {
    private func dictionary(_ fixture: EncryptedFixture) throws -> COSDictionary {
        try #require(try fixture.open().base.encryption?.source)
    }

    /// The page of `FileBuilder` with an encryption dictionary of these entries.
    private func file(_ dictionary: COSDictionary) -> [UInt8] {
        var writer = ObjectWriter()
        writer.writeDictionary(dictionary)
        let id = "<31415926535897932384626433832795>"
        let text = String(decoding: writer.bytes, as: UTF8.self)
        return FileBuilder.classic(trailer: "/ID[\(id)\(id)]/Encrypt \(text)")
    }

    private func code(_ dictionary: COSDictionary, _ password: String? = nil) -> FaultCode? {
        do {
            _ = try opened(file(dictionary), password)
            return nil
        } catch {
            return error.code
        }
    }

    @Test(arguments: EncryptedFixture.allCases)
    func everyEntryMayBeMissingOrOfAWrongKind(fixture: EncryptedFixture) throws {
        let sound = try dictionary(fixture)
        let expected: Set<FaultCode?> = [
            nil, .wrongPassword, .unsupported, .invalidDocument, .passwordRequired,
        ]
        let wrong: [COSObject] = [
            .null, .integer(0), .integer(-1), .integer(Int.max), .real(1e300), .string([]),
            .string([1]), .name("X"), .array([]), .dictionary([:]), .boolean(false),
            .reference(ObjectID(1)), .reference(ObjectID(9999)),
        ]
        for entry in sound.entries {
            for value in wrong {
                var changed = sound
                changed[entry.key] = value
                #expect(expected.contains(code(changed, "user")))
                #expect(expected.contains(code(changed, "owner")))
            }
        }
        guard let filter = sound["CF"]?.dictionary?["StdCF"]?.dictionary else { return }
        for entry in filter.entries {
            for value in wrong {
                var (changed, inner) = (sound, filter)
                inner[entry.key] = value
                changed["CF"] = .dictionary(["StdCF": .dictionary(inner)])
                #expect(expected.contains(code(changed, "user")))
            }
        }
    }

    @Test func otherHandlersAreNamed() {
        #expect {
            try opened(file(["Filter": .name("Adobe.PubSec"), "V": .integer(4)]), nil)
        } throws: {
            let fault = $0 as? Fault
            return fault?.code == .unsupported && fault?.message.contains("Adobe.PubSec") == true
        }
    }

    @Test(arguments: [(0, 2), (3, 3), (6, 7), (5, 7), (5, 4), (2, 5), (-1, 2)])
    func otherAlgorithmsAreUnsupported(version: Int, revision: Int) {
        let code = code([
            "Filter": .name("Standard"), "V": .integer(version), "R": .integer(revision),
        ])
        #expect(code == .unsupported)
    }

    @Test func aKeyLengthThatErrsIsFound() throws {
        var changed = try dictionary(.rc4Table)
        for length in [40, 48, 0, -8, 129, 16, Int.max] {
            changed["Length"] = .integer(length)
            #expect(code(changed, "user") == nil)
        }
        changed["Length"] = nil
        #expect(code(changed, "owner") == nil)
    }

    @Test func permissionsThatWereTamperedWithAreTold() throws {
        var changed = try dictionary(.restrictedTable)
        changed["P"] = .integer(-4)
        let document = try opened(file(changed), "user")
        #expect(document.base.diagnostics.contains { $0.message.contains("/Perms") })
        #expect(try dictionary(.restrictedTable)["P"] != .integer(-4))
    }

    @Test func permissionsWithAndWithoutASignAreTheSame() {
        for p in [-4, -3904, -1, -1340, 0] {
            for revision in 2...6 {
                #expect(
                    DocumentPermissions(p: p, revision: revision)
                        == DocumentPermissions(p: p & 0xFFFF_FFFF, revision: revision)
                )
            }
        }
        for bits in 0..<256 {
            var set: DocumentPermissions = []
            for (index, named) in DocumentPermissions.named.enumerated()
            where bits >> index & 1 == 1 {
                set.insert(named.permission)
            }
            #expect(DocumentPermissions(p: set.p, revision: 6) == set)
        }
    }

    @Test func aPasswordIsTriedInTheWaysThatProgramsWroteIt() {
        #expect(
            Password("h\u{F4}tel").candidates(revision: 3).contains([0x68, 0xF4, 0x74, 0x65, 0x6C])
        )
        #expect(Password("\u{2022}").candidates(revision: 3) == [[0x80], [0xE2, 0x80, 0xA2]])
        #expect(Password("\u{AA}").candidates(revision: 6) == [[0x61], [0xC2, 0xAA]])
        #expect(Password(bytes: [0xFF]).candidates(revision: 2) == [[0xFF]])
        #expect(
            Password(String(repeating: "x", count: 200)).candidates(revision: 6)[0].count == 127
        )
        #expect(Password.empty.candidates(revision: 4) == [[]])
    }
}
