// SPDX-License-Identifier: Apache-2.0
internal import UnicodeText

/// The text of a document's pages in a short form that says which pages may hold some words.
///
/// It holds, for every page, the characters as folded as can be, without spaces and hyphens, in
/// UTF-8. A page that it rules out has no hit by any `SearchOptions`; the others are searched
/// as they are. Its bytes are a file's content:
///
/// ```
/// "InkText1"            which form this is
/// page count            8 bytes, the lowest first
/// end of each page      8 bytes each, counted from the first page's text
/// texts                 one after the other
/// ```
public struct TextIndex: Sendable, Hashable {
    /// All texts, one after the other.
    private var text: [UInt8] = []
    /// Where each page's text ends.
    private var ends: [Int] = []
    /// Stands for text of which nothing is kept.
    private static let something: UInt8 = 1
    private static let header = Array("InkText1".utf8)

    /// More than this is not kept: a document of half a million pages of plain text.
    public static let mostBytes = 256 * 1024 * 1024
    /// More pages than any reader opens.
    private static let mostPages = 4_000_000

    /// No page yet.
    public init() {}

    /// How many pages it knows.
    public var pageCount: Int { ends.count }

    /// How much memory it takes, about.
    public var byteCount: Int { text.count + ends.count * 8 }

    /// A page in the form in which it is kept.
    public struct Page: Sendable, Hashable {
        let key: [UInt8]

        /// Whether the page has anything to search in.
        public var isEmpty: Bool { key.isEmpty }
    }

    /// Brings pages into the form in which they are kept.
    public static func pages(_ pages: [[Unicode.Scalar]]) -> [Page] {
        var folder = TextFolder(.all)
        return pages.map { characters in
            let key = key(of: characters, folder: &folder)
            // Text of nothing but hyphens is text too.
            let isBlank = key.isEmpty && characters.allSatisfy(CharacterProperties.isSpace)
            return Page(key: key.isEmpty && !isBlank ? [Self.something] : key)
        }
    }

    /// Appends the next page.
    public mutating func append(_ page: Page) {
        text += page.key
        ends.append(text.count)
    }

    /// Whether a page has anything to search in.
    public func hasText(onPage index: Int) -> Bool {
        ends.indices.contains(index) && !range(of: index).isEmpty
    }

    /// The pages that may hold the words, ascending.
    public func pages(thatMayHold pattern: SearchPattern) -> [Int] {
        let key = pattern.indexKey
        guard !key.isEmpty else { return ends.indices.filter { !range(of: $0).isEmpty } }
        var found: [Int] = []
        var start = 0
        var page = 0
        while let place = Self.find(key, in: text, from: start) {
            while ends[page] <= place { page += 1 }
            if place + key.bytes.count <= ends[page] {
                found.append(page)
                start = ends[page]
            } else {
                // It reaches into the next page.
                start = place + 1
            }
        }
        return found
    }

    /// Whether a page in this form may hold the words.
    public static func mayHold(_ pattern: SearchPattern, _ page: Page) -> Bool {
        if pattern.indexKey.isEmpty { return !page.isEmpty }
        return find(pattern.indexKey, in: page.key, from: 0) != nil
    }

    private func range(of page: Int) -> Range<Int> {
        (page > 0 ? ends[page - 1] : 0)..<ends[page]
    }

    /// Where some bytes come next; Horspool's way, which looks at few of the others.
    ///
    /// The key is short, so that no text can make it slow.
    private static func find(_ key: Key, in text: [UInt8], from start: Int) -> Int? {
        let bytes = key.bytes
        let last = bytes.count - 1
        guard last >= 0 else { return nil }
        return unsafe text.withUnsafeBufferPointer { text in
            var place = start
            while place + last < text.count {
                let end = unsafe text[place + last]
                if end == bytes[last] {
                    var number = 0
                    while number < last, unsafe text[place + number] == bytes[number] {
                        number += 1
                    }
                    if number == last { return place }
                }
                place += Int(key.steps[Int(end)])
            }
            return nil
        }
    }

    /// The beginning of some words in the form in which text is kept.
    struct Key: Sendable {
        /// Short, so that no text can make the search slow.
        let bytes: [UInt8]
        /// For each byte of a text that stands below the key's last one, how far the key may move.
        let steps: [UInt8]

        private static let longest = 32

        init(_ bytes: [UInt8]) {
            self.bytes = Array(bytes.prefix(Self.longest))
            var steps = [UInt8](repeating: UInt8(max(1, self.bytes.count)), count: 256)
            for (number, byte) in self.bytes.dropLast().enumerated() {
                steps[Int(byte)] = UInt8(self.bytes.count - 1 - number)
            }
            self.steps = steps
        }

        /// Whether it says nothing, as that of words that are all hyphens.
        var isEmpty: Bool { bytes.isEmpty }
    }

    /// What is kept of text: letters as folded as can be, without spaces and hyphens.
    static func key(of characters: [Unicode.Scalar], folder: inout TextFolder) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(characters.count + characters.count / 8)
        var place = 0
        while place < characters.count {
            // Most text is ASCII, which stands for itself.
            let value = characters[place].value
            if value < 0x80 {
                append(ASCII: UInt8(value), to: &bytes)
                place += 1
                continue
            }
            // Marks are sorted among each other, and none is ASCII.
            var end = place + 1
            while end < characters.count, characters[end].value >= 0x80 { end += 1 }
            for value in FoldedText(Array(characters[place..<end]), folder: &folder).scalars {
                if value < 0x80 {
                    append(ASCII: UInt8(value), to: &bytes)
                } else if let scalar = Unicode.Scalar(value), !CharacterProperties.isSpace(scalar) {
                    bytes += UTF8.encode(scalar) ?? UTF8.EncodedScalar()
                }
            }
            place = end
        }
        return bytes
    }

    private static func append(ASCII value: UInt8, to bytes: inout [UInt8]) {
        let isCapital = value >= UInt8(ascii: "A") && value <= UInt8(ascii: "Z")
        if value > 0x20, value != UInt8(ascii: "-") {
            bytes.append(isCapital ? value | 0x20 : value)
        }
    }
}

extension TextIndex {
    /// The content of a file from which the index is made again.
    public var bytes: [UInt8] {
        var bytes = Self.header
        bytes.reserveCapacity(Self.header.count + 8 + ends.count * 8 + text.count)
        for number in [ends.count] + ends {
            for shift in stride(from: 0, to: 64, by: 8) {
                bytes.append(UInt8(truncatingIfNeeded: number >> shift))
            }
        }
        return bytes + text
    }

    /// Makes an index from the content of a file; `nil` when it is none.
    public init?(bytes: [UInt8]) {
        guard bytes.count <= Self.mostBytes, bytes.starts(with: Self.header) else { return nil }
        var position = Self.header.count
        func number() -> Int? {
            guard position + 8 <= bytes.count else { return nil }
            defer { position += 8 }
            let word = bytes[position..<position + 8].reversed().reduce(UInt64(0)) {
                $0 << 8 | UInt64($1)
            }
            return Int(exactly: word)
        }
        guard let count = number(), count <= Self.mostPages,
            bytes.count - position >= count * 8
        else { return nil }
        var ends: [Int] = []
        ends.reserveCapacity(count)
        for _ in 0..<count {
            guard let end = number(), end >= ends.last ?? 0 else { return nil }
            ends.append(end)
        }
        guard bytes.count - position == ends.last ?? 0 else { return nil }
        self.ends = ends
        text = Array(bytes[position...])
    }
}
