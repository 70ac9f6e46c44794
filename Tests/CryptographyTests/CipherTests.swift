// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Cryptography

@Suite("Ciphers")
struct CipherTests {
    private func bytes(_ hex: String) -> [UInt8] {
        let digits = hex.filter { $0 != " " }.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count - 1, by: 2).map {
            UInt8(digits[$0] * 16 + digits[$0 + 1])
        }
    }

    private func pattern(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ $0 >> 8) }
    }

    /// FIPS 197, appendix C.
    @Test(arguments: [
        ("000102030405060708090a0b0c0d0e0f", "69c4e0d86a7b0430d8cdb78070b4c55a"),
        (
            "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
            "8ea2b7ca516745bfeafc49904b496089"
        ),
    ])
    func oneBlockOfAES(_ key: String, _ cipher: String) {
        let plain = bytes("00112233445566778899aabbccddeeff")
        for byProcessor in [AESKey.hasProcessorInstructions, false] {
            var block = plain
            var chain = AES.zeroVector
            var key1 = AESKey(bytes(key), .encrypting, byProcessor: byProcessor)
            key1?.process(&block, chain: &chain)
            #expect(block == bytes(cipher))
            chain = AES.zeroVector
            var key2 = AESKey(bytes(key), .decrypting, byProcessor: byProcessor)
            key2?.process(&block, chain: &chain)
            #expect(block == plain)
        }
    }

    /// SP 800-38A, F.2.1 and F.2.5.
    @Test(arguments: [
        (
            "2b7e151628aed2a6abf7158809cf4f3c",
            "7649abac8119b246cee98e9b12e9197d5086cb9b507219ee95db113a917678b2"
        ),
        (
            "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4",
            "f58c4c04d6e5f1ba779eabfb5f7bfbd69cfc4e967edb808d679f777bc6702c7d"
        ),
    ])
    func twoBlocksInAChain(_ key: String, _ cipher: String) {
        let plain = bytes("6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51")
        let vector = bytes("000102030405060708090a0b0c0d0e0f")
        let found = AES.encryptBlocks(plain, key: bytes(key), vector: vector)
        #expect(found == bytes(cipher))
        #expect(AES.decryptBlocks(bytes(cipher), key: bytes(key), vector: vector) == plain)
    }

    @Test func theProcessorAgreesWithTheLibrary() {
        for count in [16, 32] {
            let key = pattern(count)
            for blocks in [0, 1, 7, 8, 9, 16, 100] {
                for direction in [AESKey.Direction.encrypting, .decrypting] {
                    var results: [[UInt8]] = []
                    for byProcessor in [AESKey.hasProcessorInstructions, false] {
                        // A tail that is no block stays as it is.
                        var data = pattern(blocks * 16 + 5)
                        var chain = pattern(16)
                        var ready = AESKey(key, direction, byProcessor: byProcessor)
                        ready?.process(&data, chain: &chain)
                        results.append(data + chain)
                    }
                    #expect(results[0] == results[1])
                    #expect(
                        results[0][(blocks * 16)...].prefix(5) == pattern(blocks * 16 + 5).suffix(5)
                    )
                }
            }
        }
    }

    @Test func windowsOfAnySizeGiveTheSameBytes() throws {
        let key = pattern(32)
        let vector = pattern(16)
        for count in Array(0...50) + [255, 256, 257] {
            let plain = pattern(count)
            var whole = try #require(CBCEncryptor(key: key, vector: vector))
            let cipher = whole.update(plain[...]) + whole.finish()
            #expect(cipher.count == (count / 16 + 1) * 16)
            for window in [1, 3, 15, 16, 17, 64] {
                var encryptor = try #require(CBCEncryptor(key: key, vector: vector))
                var decryptor = try #require(CBCDecryptor(key: key, vector: vector))
                var (encrypted, decrypted): ([UInt8], [UInt8]) = ([], [])
                for start in stride(from: 0, to: count, by: window) {
                    encrypted += encryptor.update(plain[start..<min(start + window, count)])
                }
                encrypted += encryptor.finish()
                #expect(encrypted == cipher)
                for start in stride(from: 0, to: cipher.count, by: window) {
                    decrypted += decryptor.update(cipher[start..<min(start + window, cipher.count)])
                }
                let ending = decryptor.finish()
                #expect(ending.isSound && decrypted + ending.bytes == plain)
            }
        }
    }

    @Test func damagedFillingGivesWhatCanBeHad() throws {
        let key = pattern(16)
        let vector = pattern(16)
        func decrypt(_ cipher: [UInt8]) throws -> (bytes: [UInt8], isSound: Bool) {
            var decryptor = try #require(CBCDecryptor(key: key, vector: vector))
            let first = decryptor.update(cipher[...])
            let ending = decryptor.finish()
            return (first + ending.bytes, ending.isSound)
        }
        func encrypt(_ plain: [UInt8]) throws -> [UInt8] {
            try #require(AES.encryptBlocks(plain, key: key, vector: vector))
        }
        let block = pattern(16)
        // Cut: the whole blocks.
        #expect(try decrypt(Array(encrypt(block + block).dropLast(3))) == (block, false))
        #expect(try decrypt([1, 2, 3]) == ([], false))
        #expect(try decrypt([]) == ([], true))
        // No filling: the last byte is no length.
        let impossible = [UInt8](repeating: 200, count: 16)
        #expect(try decrypt(encrypt(impossible)) == (impossible, false))
        // A filling of anything, measured by its last byte.
        let odd = [UInt8](repeating: 9, count: 13) + [0, 0, 3]
        #expect(try decrypt(encrypt(odd)) == (Array(odd.prefix(13)), false))
    }

    @Test(arguments: [0, 8, 24, 33]) func keysOfOtherLengthsAreRefused(_ count: Int) {
        #expect(AES.encryptBlocks([], key: pattern(count)) == nil)
        #expect(CBCEncryptor(key: pattern(count), vector: AES.zeroVector) == nil)
        #expect(CBCDecryptor(key: pattern(16), vector: pattern(count)) == nil)
    }

    /// RFC 6229, 2: key, offset, 16 bytes of the key stream.
    @Test(arguments: [
        ("0102030405", 0, "b2396305f03dc027ccc3524a0a1118a8"),
        ("0102030405", 4096, "ff25b58995996707e51fbdf08b34d875"),
        ("0102030405060708090a0b0c0d0e0f10", 0, "9ac7cc9a609d1ef7b2932899cde41b97"),
        (
            "1ada31d5cf688221c109163908ebe51debb46227c6cc8b37641910833222772a", 0,
            "dd5bcb0018e922d494759d7c395d02d3"
        ),
    ])
    func keyStreamOfRC4(_ key: String, _ offset: Int, _ stream: String) {
        let zeros = [UInt8](repeating: 0, count: offset + 16)
        let found = RC4.process(zeros[...], key: bytes(key)[...])
        #expect(Array(found.suffix(16)) == bytes(stream))
    }

    /// FIPS 180-4's examples: "abc".
    @Test func longDigests() {
        #expect(
            SHA384.digest(Array("abc".utf8)).description
                == "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed"
                + "8086072ba1e7cc2358baeca134c825a7"
        )
        #expect(
            SHA512.digest(Array("abc".utf8)).description
                == "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
                + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
        )
    }
}
