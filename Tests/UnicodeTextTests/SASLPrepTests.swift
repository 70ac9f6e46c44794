// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import UnicodeText

@Suite("SASLprep")
struct SASLPrepTests {
    /// RFC 4013, 3, and what the files of the corpus ask for.
    @Test(arguments: [
        ("I\u{AD}X", "IX"), ("user", "user"), ("USER", "USER"), ("\u{AA}", "a"),
        ("\u{2168}", "IX"), ("a\u{A0}b", "a b"), ("h\u{F4}tel", "h\u{F4}tel"),
        ("o\u{302}", "\u{F4}"), ("\u{2F874}", "\u{5F53}"), ("", ""),
        ("\u{627}1\u{628}", "\u{627}1\u{628}"),
    ])
    func textIsPrepared(_ given: String, _ wanted: String) {
        let prepared = SASLPrep.prepare(given)
        #expect(prepared.map { Array($0.unicodeScalars) } == Array(wanted.unicodeScalars))
    }

    @Test(arguments: ["\u{7}", "\u{627}1", "a\u{627}", "\u{E000}", "\u{FFFF}", "\u{200E}"])
    func whatIsProhibitedIsRefused(_ text: String) {
        #expect(SASLPrep.prepare(text) == nil)
    }

    @Test func preparingTwiceChangesNothing() {
        for value in UInt32(1)...0x2FFFF {
            guard let scalar = Unicode.Scalar(value),
                let once = SASLPrep.prepare(String(scalar)), let twice = SASLPrep.prepare(once)
            else { continue }
            #expect(Array(once.unicodeScalars) == Array(twice.unicodeScalars))
        }
    }
}
