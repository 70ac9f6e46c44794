// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import Rendering

/// Characters of hostile bytes, where they stand included: what a page may hold.
///
/// ```
/// words                 one byte of length, then so many characters of two bytes
/// options               one byte
/// characters            eight bytes each:
///                       character, 2 bytes; left, top, width, height; turn and traits, 2 bytes
/// ```
struct FuzzedText {
    private let words: [Unicode.Scalar]
    private let options: SearchOptions
    private let characters: [TextCharacter]

    init(_ bytes: [UInt8]) {
        var bytes = bytes[...]
        func number() -> UInt16 {
            let low = UInt16(bytes.popFirst() ?? 0)
            return low | UInt16(bytes.popFirst() ?? 0) << 8
        }
        words = (0..<Int(bytes.popFirst() ?? 0) % 40).map { _ in Self.scalar(number()) }
        let bits = bytes.popFirst() ?? 0
        options = SearchOptions(
            matchesCase: bits & 1 > 0,
            matchesDiacritics: bits & 2 > 0,
            matchesWidth: bits & 4 > 0,
            wholeWords: bits & 8 > 0
        )
        var characters: [TextCharacter] = []
        while bytes.count >= 8 {
            let scalar = Self.scalar(number())
            let box = (0..<4).map { _ in Self.length(bytes.popFirst() ?? 0) }
            let turn = bytes.popFirst() ?? 0
            let traits = TextCharacter.Traits(rawValue: bytes.popFirst() ?? 0)
            let quad = Self.quad(x: box[0], y: box[1], width: box[2], height: box[3], turn: turn)
            characters.append(
                TextCharacter(scalar, quad: quad, fontSize: box[3], traits: traits)
            )
        }
        self.characters = characters
    }

    private static func scalar(_ number: UInt16) -> Unicode.Scalar {
        Unicode.Scalar(number) ?? "\u{FFFD}"
    }

    /// Small lengths, and some that are none.
    private static func length(_ byte: UInt8) -> Double {
        switch byte {
        case 255: .nan
        case 254: .infinity
        case 253: -1e300
        case 252: 1e-300
        default: Double(byte) - 20
        }
    }

    private static func quad(
        x: Double,
        y: Double,
        width: Double,
        height: Double,
        turn: UInt8
    ) -> Quad {
        // A quarter turn each, then slopes and mirrors.
        let (cosine, sine): (Double, Double) =
            switch turn % 6 {
            case 0: (1, 0)
            case 1: (0, 1)
            case 2: (-1, 0)
            case 3: (0, -1)
            case 4: (0.8, 0.6)
            default: (0.6, -0.8)
            }
        let mirror: Double = turn > 200 ? -1 : 1
        func point(_ along: Double, _ down: Double) -> Point {
            Point(
                x: x + along * cosine - mirror * down * sine,
                y: y + along * sine + mirror * down * cosine
            )
        }
        return Quad(point(0, 0), point(width, 0), point(width, height), point(0, height))
    }

    /// Puts the characters in order, selects among them and searches them.
    func read() {
        let text = PageText(characters)
        law(
            text.extractedIndexes.sorted() == Array(characters.indices),
            "A character is lost, or there twice."
        )
        var end = 0
        for line in text.lines {
            law(line.range.lowerBound == end, "Lines do not follow each other.")
            end = line.range.upperBound
        }
        law(end == characters.count, "A character is on no line.")
        for word in text.words {
            law(!word.range.isEmpty, "A word has no characters.")
            law(word.quad.bounds.isFinite, "A word is nowhere.")
        }
        _ = text.string
        select(text)
        search(text)
    }

    private func select(_ text: PageText) {
        let (first, last) = (characters.first?.quad.p0, characters.last?.quad.p2)
        guard let first, let last else { return }
        for unit in TextUnit.allCases {
            guard let selection = text.selection(from: first, to: last, by: unit) else { continue }
            law(!selection.quads.isEmpty, "A selection covers nothing.")
            law(
                selection.quads.allSatisfy { $0.bounds.isFinite },
                "A selection is nowhere."
            )
            let back = text.selection(from: last, to: first, by: unit)
            law(back == selection, "A selection depends on where it began.")
        }
        _ = text.character(at: first)
    }

    private func search(_ text: PageText) {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: words)
        guard let pattern = try? SearchPattern(String(view), options: options) else { return }
        let scalars = characters.map(\.scalar)
        let page = TextIndex.pages([scalars])
        var index = TextIndex()
        for each in page { index.append(each) }
        law(TextIndex(bytes: index.bytes) == index, "An index is another when it is read again.")
        let mayHold = index.pages(thatMayHold: pattern) == [0]
        law(mayHold == TextIndex.mayHold(pattern, page[0]), "An index and its page differ.")
        var end = 0
        let hits = pattern.hits(in: scalars)
        for hit in hits {
            law(!hit.isEmpty && hit.lowerBound >= end, "Hits overlap.")
            end = hit.upperBound
        }
        law(end <= characters.count, "A hit ends beyond the text.")
        law(hits.isEmpty || mayHold, "The index rules out a page with a hit.")
        for hit in pattern.hits(in: characters) { _ = text.quads(ofExtracted: hit) }
        end = 0
        for hit in pattern.hits(in: text) {
            law(!hit.isEmpty && hit.lowerBound >= end, "Hits overlap in reading order.")
            end = hit.upperBound
            _ = text.quads(of: hit)
        }
        law(end <= characters.count, "A hit in reading order ends beyond the text.")
    }

    /// Reads an index of hostile bytes, and looks for words in it.
    static func readIndex(_ bytes: [UInt8]) {
        guard let index = TextIndex(bytes: bytes) else { return }
        law(index.bytes == bytes, "An index is another when it is written again.")
        for words in ["a", "seal", "\u{7AE0}", "-", "the first of May"] {
            guard let pattern = try? SearchPattern(words) else { continue }
            let pages = index.pages(thatMayHold: pattern)
            law(
                pages.allSatisfy { $0 < index.pageCount && index.hasText(onPage: $0) },
                "An index finds words on a page that is not there, or has no text."
            )
            law(pages == Array(Set(pages)).sorted(), "The pages are not in order.")
        }
    }
}
