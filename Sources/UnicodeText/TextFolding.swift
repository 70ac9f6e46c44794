// SPDX-License-Identifier: Apache-2.0
internal import CUtf8proc

/// Which differences between characters a search passes over.
///
/// What is left out of the set still counts: without `letterCase` an A is no a.
public struct TextFolding: OptionSet, Sendable, Hashable {
    /// One bit for each.
    public let rawValue: UInt8
    /// Makes a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Capital and small letters are one (Unicode's full case folding: also ß and ss).
    public static let letterCase = TextFolding(rawValue: 1)
    /// Accents, Hebrew points and Arabic vowel signs do not count.
    ///
    /// Marks without which a letter is another letter stay: the voicing of kana, nuktas, viramas
    /// and the vowels of Indic and Thai scripts.
    public static let diacritics = TextFolding(rawValue: 2)
    /// Forms of one character are one: full and half width, ligatures, Arabic letter shapes,
    /// circled digits, Kangxi radicals (the compatibility forms of NFKC); and quotation marks and
    /// hyphens are plain ones.
    public static let width = TextFolding(rawValue: 4)

    /// Everything a person would not think of while typing.
    public static let all: TextFolding = [.letterCase, .diacritics, .width]
}

/// Turns characters into what is compared, remembering what it found.
///
/// The result is decomposed: text that is canonically equivalent gives the same scalars, once
/// `FoldedText` has put combining marks in order. Characters that are never seen, such as a zero
/// width joiner, give nothing.
public struct TextFolder: Sendable {
    /// What is passed over.
    public let folding: TextFolding
    private let options: UInt32
    /// What was found for a character, at the place that its lowest bits name.
    private var memory: [Entry]

    private struct Entry: Sendable {
        var scalar: UInt32 = .max
        var count = 0
        var first: UInt32 = 0
        var rest: [UInt32] = []
    }

    private static let memorySize = 1024
    /// The longest decomposition is of 18 scalars (U+FDFA).
    private static let longest = 32

    /// Makes a folder.
    public init(_ folding: TextFolding) {
        self.folding = folding
        var options = UTF8PROC_STABLE.rawValue | UTF8PROC_DECOMPOSE.rawValue
        options |= UTF8PROC_IGNORE.rawValue
        if folding.contains(.letterCase) { options |= UTF8PROC_CASEFOLD.rawValue }
        if folding.contains(.width) { options |= UTF8PROC_COMPAT.rawValue }
        self.options = UInt32(options)
        memory = [Entry](repeating: Entry(), count: Self.memorySize)
    }

    /// Appends what a character is compared as.
    public mutating func append(_ scalar: Unicode.Scalar, to result: inout [UInt32]) {
        let value = scalar.value
        if value < 0x80 {
            let isCapital = folding.contains(.letterCase) && value >= 0x41 && value <= 0x5A
            result.append(isCapital ? value | 0x20 : value)
            return
        }
        // Han ideographs stand for themselves.
        if value >= 0x4E00 && value <= 0x9FFF {
            result.append(value)
            return
        }
        let place = Int(value) % Self.memorySize
        if memory[place].scalar != value { memory[place] = entry(scalar) }
        if memory[place].count > 0 { result.append(memory[place].first) }
        if memory[place].count > 1 { result += memory[place].rest }
    }

    private func entry(_ scalar: Unicode.Scalar) -> Entry {
        let folded = fold(scalar)
        return Entry(
            scalar: scalar.value,
            count: folded.count,
            first: folded.first ?? 0,
            rest: Array(folded.dropFirst())
        )
    }

    private func fold(_ scalar: Unicode.Scalar) -> [UInt32] {
        var buffer = [Int32](repeating: 0, count: Self.longest)
        var boundary: Int32 = 0
        let count = unsafe utf8proc_decompose_char(
            Int32(bitPattern: scalar.value),
            &buffer,
            buffer.count,
            utf8proc_option_t(rawValue: .init(options)),
            &boundary
        )
        guard count >= 0, count <= buffer.count else { return [scalar.value] }
        var folded = buffer.prefix(count).map { UInt32(bitPattern: $0) }
        // An accent that stands alone (´) decomposes into a space that nobody sees.
        if folded.count > 1, folded[0] == 0x20 { folded.removeFirst() }
        if folding.contains(.diacritics) {
            folded.removeAll { Self.isDiacritic($0) }
            // Letters that have lost their dot, as typesetting puts them below an accent.
            folded = folded.map { $0 == 0x131 ? 0x69 : $0 == 0x237 ? 0x6A : $0 }
        }
        if folding.contains(.width) { folded = folded.map(Self.plain) }
        return folded
    }

    /// Marks above, below or through a letter, which people leave out while typing: by their
    /// canonical combining class (Unicode Standard 4.3), Hebrew 10–26, Arabic and Syriac 27–36,
    /// all others from 200 on.
    private static func isDiacritic(_ value: UInt32) -> Bool {
        let order = CharacterProperties.combiningClass(value)
        return (10...36).contains(order) || order >= 200
    }

    /// The key on a keyboard for what typesetting made of it.
    private static func plain(_ value: UInt32) -> UInt32 {
        switch value {
        case 0x2018, 0x2019, 0x201B: 0x27
        case 0x201C, 0x201D, 0x201F: 0x22
        case 0x2010, 0x2011, 0x2212: 0x2D
        default: value
        }
    }
}
