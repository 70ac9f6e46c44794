// SPDX-License-Identifier: Apache-2.0
import SeededNumbers
import Testing

@testable import DocumentLibrary

/// Names that somebody else chose.
@Suite struct DocumentNameTests {
    @Test(arguments: [
        ("contract.pdf", "contract.pdf"),
        ("合同 2026.pdf", "合同 2026.pdf"),
        ("", "Document"),
        (" \t\n ", "Document"),
        (".", "Document"),
        ("..", "Document"),
        ("../../etc/passwd", "..∕..∕etc∕passwd"),
        ("C:\\Users\\me\\a.pdf", "C:_Users_me_a.pdf"),
        ("a\u{0}b\u{7}c\u{1B}[31m", "abc[31m"),
        ("two\r\nlines", "two lines"),
        ("  wide \u{3000} gaps  ", "wide gaps"),
        // Shown as "contract exe.pdf" otherwise.
        ("contract \u{202E}fdp.exe", "contract fdp.exe"),
        ("\u{2066}a\u{2069}\u{200F}\u{FEFF}\u{200B}b", "ab"),
        // A family needs its joiners, the flag of Scotland its tags.
        ("👨‍👩‍👧", "👨‍👩‍👧"),
        ("🏴󠁧󠁢󠁳󠁣󠁴󠁿", "🏴󠁧󠁢󠁳󠁣󠁴󠁿"),
    ])
    func isCleaned(name: String, clean: String) {
        #expect(DocumentName.cleaned(name) == clean)
        #expect(Array(DocumentName.cleaned(name).utf8) == Array(clean.utf8))
    }

    @Test func isCutAfterAWholeCharacter() {
        let family = "👨‍👩‍👧"
        let name = String(repeating: family, count: 30)
        let cut = DocumentName.cleaned(name)
        #expect(cut == String(repeating: family, count: 255 / family.utf8.count))
        #expect(DocumentName.cleaned(String(repeating: "a", count: 300)).utf8.count == 255)
        #expect(DocumentName.cleaned(String(repeating: "字", count: 300)).count == 85)
    }

    @Test func aLetterWithHundredsOfAccentsLosesSome() {
        let cut = DocumentName.cleaned("e" + String(repeating: "\u{301}", count: 500))
        #expect(cut.unicodeScalars.first == "e")
        #expect(cut.utf8.count == 255)
    }

    /// Any text becomes a name that is safe, and stays what it then is.
    @Test(arguments: UInt64(1)...40)
    func everyNameIsSafe(seed: UInt64) {
        var numbers = SplitMix(seed: seed)
        let strange: [Unicode.Scalar] = [
            "/", "\\", ".", " ", "\u{0}", "\u{85}", "\u{202E}", "\u{2028}", "\u{301}", "字", "a",
            "\u{200D}", "👩", "\u{FFFD}", "\u{10FFFF}", "\u{AD}", "\u{E0001}",
        ]
        for _ in 0..<50 {
            var scalars = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0...200, using: &numbers) {
                let any = Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &numbers))
                let isStrange = Bool.random(using: &numbers)
                let chosen = isStrange ? strange.randomElement(using: &numbers) : any
                if let chosen { scalars.append(chosen) }
            }
            let clean = DocumentName.cleaned(String(scalars))
            #expect(DocumentName.cleaned(clean) == clean, "seed \(seed)")
            #expect(!clean.isEmpty && clean.utf8.count <= DocumentName.maximumBytes)
            #expect(!clean.contains("/") && !clean.contains("\\"))
            for scalar in clean.unicodeScalars {
                #expect(scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value))
                #expect(!(0x202A...0x202E).contains(scalar.value))
                #expect(!(0x2066...0x2069).contains(scalar.value))
            }
        }
    }
}
