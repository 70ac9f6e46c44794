// SPDX-License-Identifier: Apache-2.0
import Cryptography
import Testing

@Suite struct DigestTests {
    /// FIPS 180-4 examples and NIST's byte-oriented vectors.
    static let sha256: [(String, String)] = [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            String(repeating: "a", count: 1_000_000),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        ),
    ]

    /// RFC 1321, A.5.
    static let md5: [(String, String)] = [
        ("", "d41d8cd98f00b204e9800998ecf8427e"),
        ("abc", "900150983cd24fb0d6963f7d28e17f72"),
        ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
        (
            "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
            "57edf4a22be3c955ac49da2e2107b67a"
        ),
    ]

    @Test(arguments: sha256)
    func sha256GivesThePublishedValues(vector: (text: String, digest: String)) {
        #expect(SHA256.digest(Array(vector.text.utf8)).description == vector.digest)
    }

    @Test(arguments: md5)
    func md5GivesThePublishedValues(vector: (text: String, digest: String)) {
        #expect(MD5.digest(Array(vector.text.utf8)).description == vector.digest)
    }

    @Test func piecesGiveTheDigestOfTheWhole() {
        let bytes = (0..<300).map { UInt8(truncatingIfNeeded: $0 * 7) }
        for first in stride(from: 0, through: 300, by: 13) {
            var state = SHA256()
            state.update(bytes[..<first])
            let copy = state
            #expect(state.finalize() == SHA256.digest(bytes[..<first]))
            state.update(bytes[first...])
            #expect(state.finalize() == SHA256.digest(bytes))
            #expect(copy.finalize() == SHA256.digest(bytes[..<first]))
        }
    }

    @Test func randomBytesHaveTheLengthAskedForAndDiffer() {
        for count in [-1, 0, 1, 7, 8, 9, 32] {
            #expect(Random.bytes(count).count == max(count, 0))
        }
        #expect(Random.bytes(16) != Random.bytes(16))
    }
}
