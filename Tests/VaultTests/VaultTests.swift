// SPDX-License-Identifier: Apache-2.0
import Faults
import Foundation
import SeededNumbers
import Testing

@testable import Vault

/// Sealing and opening.
@Suite struct VaultTests {
    private let context = Array("signature".utf8)

    private func vault(_ byte: UInt8 = 1) throws(Fault) -> Vault {
        var key = [UInt8](repeating: byte, count: 32)
        let vault = try Vault(key: &key)
        return vault
    }

    @Test(arguments: [0, 1, 15, 16, 17, 63, 64, 65, 1000, 100_000])
    func whatIsSealedOpensAsItWas(count: Int) throws {
        var numbers = SplitMix(seed: UInt64(count))
        let plain = numbers.bytes(count)
        let vault = try vault()
        let sealed = vault.seal(plain, context: context)
        #expect(sealed.count == count + Vault.overhead)
        #expect(try vault.open(sealed, context: context) == plain)
        // The key is the same, the vault another one.
        #expect(try self.vault().open(sealed, context: context) == plain)
    }

    @Test func nothingIsSealedTwiceTheSameWay() throws {
        let vault = try vault()
        let plain = Array("the same".utf8)
        var seen: Set<[UInt8]> = []
        for _ in 0..<100 { seen.insert(vault.seal(plain, context: context)) }
        #expect(seen.count == 100)
        #expect(seen.allSatisfy { !$0.contains(plain) })
    }

    @Test func everyBitCounts() throws {
        let vault = try vault()
        let sealed = vault.seal(Array("strokes".utf8), context: context)
        for index in sealed.indices {
            for bit in 0..<8 {
                var changed = sealed
                changed[index] ^= 1 << UInt8(bit)
                let expected: FaultCode = index == 0 ? .unsupported : .readFailed
                #expect(opens(vault, changed, context) == expected)
            }
        }
        for count in 0..<sealed.count {
            #expect(opens(vault, Array(sealed.prefix(count)), context) == .readFailed)
        }
        #expect(opens(vault, sealed + [0], context) == .readFailed)
        #expect(opens(vault, sealed, context) == nil)
    }

    @Test func neitherAnotherKeyNorAnotherContextOpens() throws {
        let sealed = try vault().seal([1, 2, 3], context: context)
        #expect(opens(try vault(2), sealed, context) == .readFailed)
        #expect(opens(try vault(), sealed, []) == .readFailed)
        #expect(opens(try vault(), sealed, context + [0]) == .readFailed)
    }

    @Test func aKeyIsWipedWhereItCameFrom() throws {
        var key = [UInt8](repeating: 7, count: 32)
        _ = try Vault(key: &key)
        #expect(key.isEmpty)
        var short = [UInt8](repeating: 7, count: 31)
        var code: FaultCode?
        do throws(Fault) { _ = try Vault(key: &short) } catch { code = error.code }
        #expect(code == .internal)
        #expect(short.isEmpty)
    }

    private func opens(_ vault: Vault, _ sealed: [UInt8], _ context: [UInt8]) -> FaultCode? {
        do throws(Fault) {
            _ = try vault.open(sealed, context: context)
            return nil
        } catch { return error.code }
    }
}

/// Comparing and wiping.
@Suite struct SecretsTests {
    @Test func equalIsWhatHasTheSameBytes() {
        let token: [UInt8] = [1, 2, 3]
        #expect(Secrets.areEqual(token, [1, 2, 3]))
        #expect(Secrets.areEqual([], []))
        for other: [UInt8] in [[], [1, 2], [1, 2, 3, 0], [0, 2, 3], [1, 2, 131]] {
            #expect(!Secrets.areEqual(token, other))
            #expect(!Secrets.areEqual(other, token))
        }
    }

    @Test func whatIsWipedIsEmpty() {
        var bytes: [UInt8] = [1, 2, 3]
        Secrets.wipe(&bytes)
        #expect(bytes.isEmpty)
        Secrets.wipe(&bytes)
        #expect(bytes.isEmpty)
    }
}
