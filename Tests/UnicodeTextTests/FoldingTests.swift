// SPDX-License-Identifier: Apache-2.0
import SeededNumbers
import Testing

@testable import UnicodeText

@Suite("Folding for search")
struct FoldingTests {
    private static let every: [TextFolding] = (0..<8).map { TextFolding(rawValue: $0) }

    private static let pairs: [(String, String, TextFolding, Bool)] = [
        ("Straße", "STRASSE", .letterCase, true),
        ("Straße", "STRASSE", [], false),
        ("ΣΑΣ", "σας", .letterCase, true),
        ("résumé", "resume", .diacritics, true), ("résumé", "resume", .letterCase, false),
        ("re\u{301}sume\u{301}", "résumé", [], true),
        ("Å", "A\u{30A}", [], true), ("\u{212B}", "Å", [], true),
        ("甲方（盖章）", "甲方(盖章)", .width, true), ("甲方（盖章）", "甲方(盖章)", [], false),
        ("ＡＢＣ１２３", "ABC123", .width, true), ("ｶﾞｲﾄﾞ", "ガイド", .width, true),
        ("か", "が", .all, false), ("が", "か\u{3099}", [], true),
        ("ﬁnal oﬃce", "final office", .width, true), ("\u{2F00}", "一", .width, true),
        ("\u{FEB3}\u{FEFC}\u{FEE1}", "\u{633}\u{644}\u{627}\u{645}", .width, true),
        ("שָׁלוֹם", "שלום", .diacritics, true), ("مُحَمَّد", "محمد", .diacritics, true),
        ("don’t “stop”", "don't \"stop\"", .width, true), ("re\u{2011}do", "re-do", .width, true),
        ("co\u{AD}op\u{200B}erate", "cooperate", [], true), ("कि", "क", .all, false),
        ("İ", "i", [.letterCase, .diacritics], true), ("caf´e", "cafe", .all, true),
    ]

    private static var scalars: some Sequence<Unicode.Scalar> {
        // Where scripts, marks and compatibility forms are; of Hangul and Han a part.
        let ranges: [ClosedRange<UInt32>] = [
            0x01...0x33FF, 0x4E00...0x4E10, 0xA640...0xABFF, 0xAC00...0xB000, 0xF900...0xFFFF,
            0x10400...0x11FFF, 0x16E40...0x16E9F, 0x1D100...0x1D7FF, 0x1E800...0x1F2FF,
            0x2F800...0x2FA1F,
        ]
        return ranges.lazy.joined().compactMap { Unicode.Scalar($0) }
    }

    private func folded(_ text: String, _ folding: TextFolding) -> [UInt32] {
        FoldedText(Array(text.unicodeScalars), folding: folding).scalars
    }

    /// The canonical decomposition, as folding nothing gives it, of each part again.
    private static func decomposed(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        FoldedText([scalar], folding: []).scalars.compactMap(Unicode.Scalar.init)
    }

    @Test(arguments: pairs)
    func textsAreOneOrNot(_ left: String, _ right: String, _ folding: TextFolding, _ same: Bool) {
        #expect((folded(left, folding) == folded(right, folding)) == same)
    }

    @Test(arguments: every)
    func foldingTwiceChangesNothing(_ folding: TextFolding) {
        var folder = TextFolder(folding)
        for scalar in Self.scalars {
            let once = FoldedText([scalar], folder: &folder).scalars
            let again = FoldedText(once.compactMap(Unicode.Scalar.init), folder: &folder).scalars
            if once != again { Issue.record("U+\(String(scalar.value, radix: 16)): \(once)") }
        }
    }

    @Test(arguments: every)
    func whatIsComposedFoldsAsWhatIsDecomposed(_ folding: TextFolding) {
        var folder = TextFolder(folding)
        for scalar in Self.scalars where scalar.properties.canonicalCombiningClass == .notReordered
        {
            let apart = Self.decomposed(scalar)
            let whole = FoldedText([scalar], folder: &folder).scalars
            let parts = FoldedText(apart, folder: &folder).scalars
            if whole != parts { Issue.record("U+\(String(scalar.value, radix: 16)): \(whole)") }
        }
    }

    @Test func theOrderOfMarksDoesNotCount() {
        #expect(folded("q\u{307}\u{323}", []) == folded("q\u{323}\u{307}", []))
        #expect(folded("q\u{301}\u{300}", []) != folded("q\u{300}\u{301}", []))
    }

    @Test(arguments: [UInt64(1), 2, 3, 4, 5, 6, 7, 8])
    func everyScalarKnowsItsSource(_ seed: UInt64) {
        var numbers = SplitMix(seed: seed)
        let ranges: [ClosedRange<UInt32>] = [
            0x20...0x24F, 0x300...0x36F, 0x590...0x6FF, 0x900...0x97F, 0x3040...0x30FF,
            0xAC00...0xAC80, 0xFB00...0xFB4F, 0xFF01...0xFFEE, 0x4E00...0x4E80,
        ]
        let characters = (0..<500).compactMap { _ in
            ranges.randomElement(using: &numbers).flatMap {
                Unicode.Scalar(UInt32.random(in: $0, using: &numbers))
            }
        }
        for folding in Self.every {
            var folder = TextFolder(folding)
            let text = FoldedText(characters, folding: folding)
            #expect(text.scalars.count == text.sources.count)
            let pieces = Dictionary(grouping: zip(text.scalars, text.sources), by: \.1)
                .mapValues { $0.map(\.0) }
            // Put back by source, the pieces are what each character alone gives.
            for (index, character) in characters.enumerated() {
                let alone = FoldedText([character], folder: &folder).scalars
                #expect(pieces[index, default: []].sorted() == alone.sorted())
            }
        }
    }

    @Test func kindsAndDirections() {
        #expect(CharacterProperties.kind(of: "章") == .han)
        #expect(CharacterProperties.kind(of: "か") == .hiragana)
        #expect(CharacterProperties.kind(of: "ｶ") == .katakana)
        #expect(CharacterProperties.kind(of: "é") == .word)
        #expect(CharacterProperties.kind(of: "\u{3000}") == .space)
        #expect(CharacterProperties.kind(of: "（") == .punctuation)
        #expect(CharacterProperties.direction(of: "ש") == .rightToLeft)
        #expect(CharacterProperties.direction(of: "é") == .leftToRight)
        #expect(CharacterProperties.direction(of: "7") == .neutral)
        #expect(CharacterProperties.standsWithoutSpaces(0x7AE0))
        #expect(CharacterProperties.standsWithoutSpaces(0xFF08))
        #expect(!CharacterProperties.standsWithoutSpaces(0x28))
    }
}
