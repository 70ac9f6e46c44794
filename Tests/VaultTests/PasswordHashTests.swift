// SPDX-License-Identifier: Apache-2.0
import Faults
import Testing

@testable import Vault

/// Passwords of people.
@Suite struct PasswordHashTests {
    private let password = Array("correct horse 电池".utf8)

    @Test func theRightPasswordIsRightAndNoOther() throws {
        let hash = try PasswordHash.make(password)
        #expect(hash.hasPrefix("$argon2id$v=19$m=65536,t=2,p=1$"))
        #expect(!PasswordHash.needsRehash(hash))
        #expect(try PasswordHash.verify(password, against: hash))
        let others = [[], Array(password.dropLast()), password + [0], Array("Correct".utf8)]
        for other in others { #expect(try !PasswordHash.verify(other, against: hash)) }
    }

    @Test func oneHashTellsNothingOfAnother() throws {
        let hashes = [try PasswordHash.make(password), try PasswordHash.make(password)]
        #expect(hashes[0] != hashes[1])
        for hash in hashes { #expect(try PasswordHash.verify(password, against: hash)) }
    }

    @Test(arguments: [
        "", "$argon2id$", "password", "$argon2i$v=19$m=65536,t=2,p=1$AAAA$AAAA",
        String(repeating: "$argon2id$", count: 100), "$argon2id$v=19\u{0}",
    ])
    func whatIsNoHashIsNeverRight(text: String) throws {
        #expect(try !PasswordHash.verify(password, against: text))
        #expect(PasswordHash.needsRehash(text))
    }

    @Test func aCheaperHashIsBestMadeAnew() throws {
        let hash = try PasswordHash.make(Array("a".utf8))
            .replacing("m=65536", with: "m=8192")
        #expect(PasswordHash.needsRehash(hash))
    }

    @Test func aPasswordHasLimits() throws {
        let most = [UInt8](repeating: 97, count: PasswordHash.maximumBytes)
        #expect(try PasswordHash.verify(most, against: try PasswordHash.make(most)))
        for (password, expected) in [([], FaultCode.usage), (most + [97], .limitExceeded)] {
            var code: FaultCode?
            do throws(Fault) { _ = try PasswordHash.make(password) } catch { code = error.code }
            #expect(code == expected)
            #expect(try !PasswordHash.verify(password, against: PasswordHash.make(most)))
        }
    }
}
