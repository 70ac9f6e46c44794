// SPDX-License-Identifier: Apache-2.0
import Faults
import Geometry
import SeededNumbers
import Testing
import UnicodeText

@testable import Rendering

@Suite("Searching text")
struct SearchTests {
    private func found(
        _ words: String,
        in text: String,
        _ options: SearchOptions = SearchOptions()
    ) throws -> [String] {
        let scalars = Array(text.unicodeScalars)
        return try SearchPattern(words, options: options).hits(in: scalars).map { range in
            var piece = String.UnicodeScalarView()
            piece.append(contentsOf: scalars[range])
            return String(piece)
        }
    }

    @Test(arguments: [
        ("fox", "The Fox, a FOX", ["Fox", "FOX"]),
        ("resume", "Her résumé", ["résumé"]), ("naïve", "naive", ["naive"]),
        ("甲方(盖章)", "甲方（盖章）", ["甲方（盖章）"]),
        ("甲方（盖章）", "甲 方 (盖\n章 )", ["甲 方 (盖\n章 )"]),
        ("甲方 盖章", "甲方盖章", ["甲方盖章"]), ("東京", "東\r\n京都", ["東\r\n京"]),
        ("two words", "two\r\n  words", ["two\r\n  words"]), ("twowords", "two words", []),
        ("two words", "twowords", []), ("contract", "con-\r\ntract", ["con-\r\ntract"]),
        ("con-tract", "con-\ntract", ["con-\ntract"]), ("contract", "con-tract", []),
        ("well-known", "well-\nknown", ["well-\nknown"]), ("office", "oﬃce", ["oﬃce"]),
        ("off", "oﬃce", ["oﬃ"]), ("cooperate", "co\u{AD}operate", ["co\u{AD}operate"]),
        ("ガイド", "ｶﾞｲﾄﾞ", ["ｶﾞｲﾄﾞ"]), ("각", "가", []), ("가", "각", []), ("한 국", "한국", ["한국"]),
        ("שלום", "שָׁלוֹם", ["שָׁלוֹם"]),
        ("سلام", "\u{FEB3}\u{FEFC}\u{FEE1}", ["\u{FEB3}\u{FEFC}\u{FEE1}"]),
        ("strasse", "Straße", ["Straße"]), ("aa", "aaaaa", ["aa", "aa"]),
        ("-", "a - b-c", ["-", "-"]),
        ("don't", "don’t", ["don’t"]), ("กิน", "กิน", ["กิน"]),
    ])
    func wordsAreFoundByDefault(_ words: String, _ text: String, _ wanted: [String]) throws {
        #expect(try found(words, in: text) == wanted)
    }

    @Test func whatMattersIsCompared() throws {
        let letterCase = SearchOptions(matchesCase: true)
        #expect(try found("Fox", in: "fox Fox", letterCase) == ["Fox"])
        let accents = SearchOptions(matchesDiacritics: true)
        #expect(try found("e", in: "é e\u{301} e", accents) == ["e"])
        #expect(try found("é", in: "é e\u{301} e", accents) == ["é", "e\u{301}"])
        let width = SearchOptions(matchesWidth: true)
        #expect(try found("(", in: "（(", width) == ["("])
        let whole = SearchOptions(wholeWords: true)
        #expect(try found("sea", in: "seal sea, undersea sea", whole) == ["sea", "sea"])
        #expect(try found("章", in: "盖章。", whole) == ["章"])
        #expect(try found("sea", in: "sea-\nl sea", whole) == ["sea"])
    }

    @Test func nothingCannotBeLookedFor() {
        for words in ["", "  \n", "\u{AD}"] {
            #expect(throws: Fault.self) { try SearchPattern(words) }
        }
        let long = String(repeating: "a", count: SearchPattern.longest + 1)
        #expect(throws: Fault.self) { try SearchPattern(long) }
    }

    @Test func hyphensThatTheExtractorKnowsAreJoined() throws {
        var sheet = Typesetting()
        sheet.breaksLines = false
        sheet.line("con-", x: 50, y: 100)
        sheet.line("tract", x: 50, y: 112)
        var characters = sheet.characters
        let pattern = try SearchPattern("contract")
        #expect(pattern.hits(in: characters) == [])
        characters[3].traits = .hyphen
        #expect(pattern.hits(in: characters) == [0..<9])
        #expect(
            PageText(characters).quads(ofExtracted: 0..<9).map(\.bounds) == [
                Rect(x: 50, y: 100, width: 20, height: 10),
                Rect(x: 50, y: 112, width: 25, height: 10),
            ]
        )
    }

    @Test func theTextOfAPageIsSearchedAsItIsRead() throws {
        var sheet = Typesetting()
        // From the bottom, so that no space of the file's stands where the lines meet.
        sheet.line("tract is made", x: 50, y: 124)
        sheet.line("jumps; a con-", x: 50, y: 112)
        sheet.line("The fox", x: 50, y: 100)
        let page = sheet.page
        func found(_ words: String) throws -> [String] {
            try SearchPattern(words).hits(in: page).map { page.string(of: $0) }
        }
        #expect(try found("fox jumps") == ["fox\njumps"])
        #expect(try found("foxjumps") == [])
        #expect(try found("contract") == ["contract"])
        #expect(try found("is made") == ["is made"])
        #expect(try SearchPattern("fox jumps").hits(in: sheet.characters) == [])
    }

    /// Against the plainest way to search, on text without spaces and hyphens.
    @Test(arguments: [UInt64(1), 2, 3, 4])
    func everyHitIsOneAndNoneIsMissed(_ seed: UInt64) throws {
        var numbers = SplitMix(seed: seed)
        for _ in 0..<200 {
            let text = (0..<40).compactMap { _ in
                "abA字".unicodeScalars.randomElement(using: &numbers)
            }
            let words = (0..<Int.random(in: 1...3, using: &numbers)).compactMap { _ in
                "ab字".unicodeScalars.randomElement(using: &numbers)
            }
            let folded = text.map { $0 == "A" ? "a" : $0 }
            var wanted: [Range<Int>] = []
            var place = 0
            while place + words.count <= text.count {
                if Array(folded[place..<place + words.count]) == words {
                    wanted.append(place..<place + words.count)
                    place += words.count
                } else {
                    place += 1
                }
            }
            var pattern = String.UnicodeScalarView()
            pattern.append(contentsOf: words)
            let hits = try SearchPattern(String(pattern)).hits(in: text)
            #expect(hits == wanted)
        }
    }

    /// An index may never rule out a page that has a hit, whatever the options.
    @Test(arguments: [UInt64(1), 2, 3, 4])
    func theIndexRulesOutNoPageWithAHit(_ seed: UInt64) throws {
        var numbers = SplitMix(seed: seed)
        let letters = Array("abAé字（( -\n\u{301}ﬁſ".unicodeScalars)
        for _ in 0..<100 {
            let pages = (0..<5).map { _ in
                (0..<Int.random(in: 0...12, using: &numbers)).compactMap { _ in
                    letters.randomElement(using: &numbers)
                }
            }
            var index = TextIndex()
            for page in TextIndex.pages(pages) { index.append(page) }
            #expect(TextIndex(bytes: index.bytes) == index)
            var words = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 1...3, using: &numbers) {
                words.append(letters.randomElement(using: &numbers) ?? "a")
            }
            for bits in 0..<16 {
                let options = SearchOptions(
                    matchesCase: bits & 1 > 0,
                    matchesDiacritics: bits & 2 > 0,
                    matchesWidth: bits & 4 > 0,
                    wholeWords: bits & 8 > 0
                )
                guard let pattern = try? SearchPattern(String(words), options: options) else {
                    continue
                }
                let kept = index.pages(thatMayHold: pattern)
                for (number, page) in pages.enumerated() where !pattern.hits(in: page).isEmpty {
                    if !kept.contains(number) {
                        Issue.record("“\(String(words))” is lost in \(page)")
                    }
                }
                let single = TextIndex.pages(pages).indices.filter {
                    TextIndex.mayHold(pattern, TextIndex.pages(pages)[$0])
                }
                #expect(single == kept)
            }
        }
    }

    @Test func anIndexKnowsItsPages() throws {
        var index = TextIndex()
        for page in TextIndex.pages([Array("Seal".unicodeScalars), [], [" "], ["-"]]) {
            index.append(page)
        }
        #expect((0..<5).map { index.hasText(onPage: $0) } == [true, false, false, true, false])
        let (part, whole) = (try SearchPattern("EAL"), try SearchPattern("sealed"))
        #expect(index.pages(thatMayHold: part) == [0])
        #expect(index.pages(thatMayHold: whole) == [])
    }

    @Test func aTornIndexIsNone() {
        var index = TextIndex()
        for page in TextIndex.pages([Array("one".unicodeScalars), Array("two".unicodeScalars)]) {
            index.append(page)
        }
        let bytes = index.bytes
        for count in 0..<bytes.count {
            #expect(TextIndex(bytes: Array(bytes.prefix(count))) == nil)
        }
        #expect(TextIndex(bytes: bytes + [0]) == nil)
        for place in 0..<32 {
            var other = bytes
            other[place] ^= 0xFF
            #expect(TextIndex(bytes: other) == nil)
        }
    }
}
