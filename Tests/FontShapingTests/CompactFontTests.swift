// SPDX-License-Identifier: Apache-2.0
import Faults
import Foundation
import Testing
import Typesetting

@testable import FontShaping

/// Fonts with CFF outlines: what PDF writes for a glyph must be its number in the font.
@Suite struct CompactFontTests {
    @Test func aFontWithoutIdentifiersGoesByNumbers() {
        #expect(CompactFont(CompactFontBuilder(identifiers: nil).bytes).addressesByNumber([1, 2]))
    }

    @Test(arguments: CompactFontBuilder.Charset.allCases)
    func identifiersMustBeTheNumbers(charset: CompactFontBuilder.Charset) {
        let same = CompactFontBuilder(identifiers: [1, 2, 3], charset: charset)
        #expect(CompactFont(same.bytes).addressesByNumber([0, 1, 2, 3]))
        // Neighbours that begin elsewhere.
        let other = CompactFontBuilder(identifiers: [5, 6, 7], charset: charset)
        #expect(!CompactFont(other.bytes).addressesByNumber([1]))
        #expect(CompactFont(other.bytes).addressesByNumber([0]))
        // A glyph that the charset does not reach.
        #expect(!CompactFont(same.bytes).addressesByNumber([0x1000]))
    }

    @Test func aFontThatIsCutAnywhereIsRefused() {
        let builder = CompactFontBuilder(identifiers: [1, 2, 3])
        for count in 0..<builder.endOfCharset {
            #expect(!CompactFont(Array(builder.bytes.prefix(count))).addressesByNumber([3]))
        }
    }

    /// Each byte in turn is the greatest there is: sizes and offsets lead out of the font.
    @Test func noNumberLeadsOutOfTheFont() {
        let bytes = CompactFontBuilder(identifiers: [5, 6, 7]).bytes
        for place in bytes.indices {
            var hostile = bytes
            hostile[place] = 0xFF
            let answer = CompactFont(hostile).addressesByNumber([1])
            // Only what made it a font with identifiers can be lost.
            #expect(!answer || place < CompactFontBuilder.endOfTop, "byte \(place)")
        }
    }

    private func cut(_ builder: CompactFontBuilder) throws -> FontProgram {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("compact-\(UUID().uuidString).otf")
        try Data(builder.openType).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let face = try #require(Face(path: file.path, index: 0, postScriptName: "Test"))
        return try FaceCutter(face).program([1, 2])
    }

    @Test func glyphsWithNumbersOfTheirOwnAreRefusedWithTheFontsName() throws {
        let same = try cut(CompactFontBuilder(identifiers: [1, 2, 3]))
        #expect(same.format == .compactFontFormat)
        #expect(CompactFont(same.bytes).addressesByNumber([1, 2]))
        let fault = try #require(throws: Fault.self) {
            try cut(CompactFontBuilder(identifiers: [5, 9, 12]))
        }
        #expect(fault.code == .unsupported)
        #expect(fault.message.contains("Test"))
        #expect(fault.cause == "its glyphs have numbers of their own")
    }
}

/// Makes fonts of four empty glyphs (Adobe Technical Note 5176).
struct CompactFontBuilder {
    /// The forms of a charset (chapter 13).
    enum Charset: UInt8, CaseIterable {
        case list, shortRanges, longRanges
    }

    private(set) var bytes: [UInt8]
    private(set) var endOfCharset = 0

    /// Makes a font.
    ///
    /// - Parameters:
    ///   - identifiers: of all glyphs but the first; nil for a font that has none.
    ///   - form: ranges can only say what follows the first identifier.
    init(identifiers: [Int]?, charset form: Charset = .list) {
        let head: [UInt8] = [1, 0, 4, 4] + Self.index([Array("T".utf8)])
        let texts = Self.index([Array("Adobe".utf8), Array("Identity".utf8)]) + Self.index([])
        let charset = Self.charset(identifiers ?? [1, 2, 3], form)
        let choice = [UInt8](repeating: 0, count: 5)
        // endchar
        let glyphs = Self.index([[UInt8]](repeating: [14], count: 4))
        let privateDictionary = Self.operands([0]) + [20]
        func parts(_ start: Int) -> (top: [UInt8], descriptions: [UInt8]) {
            let chosen = start + charset.count
            let outlines = chosen + choice.count
            let list = outlines + glyphs.count
            let privateBytes = Self.operands([privateDictionary.count, 0]) + [18]
            let listBytes = Self.index([privateBytes])
            let place = list + listBytes.count
            let description = Self.operands([privateDictionary.count, place]) + [18]
            var top: [UInt8] = []
            if identifiers != nil {
                top += Self.operands([391, 392, 0]) + [12, 30] + Self.operands([start]) + [15]
                top += Self.operands([chosen]) + [12, 37] + Self.operands([outlines]) + [17]
                top += Self.operands([list]) + [12, 36]
            } else {
                top += Self.operands([start]) + [15] + Self.operands([outlines]) + [17]
                top += description
            }
            return (top, Self.index([description]))
        }
        let length = head.count + Self.index([parts(0).top]).count + texts.count
        let made = parts(length)
        bytes = head + Self.index([made.top]) + texts + charset
        endOfCharset = bytes.count
        bytes += choice + glyphs + made.descriptions + privateDictionary
    }

    /// Where the dictionary of the font ends, with room for what follows its last operator.
    static var endOfTop: Int {
        [1, 0, 4, 4].count + index([Array("T".utf8)]).count
            + index([[UInt8](repeating: 0, count: 7 * 5 + 8)]).count
    }

    private static func charset(_ identifiers: [Int], _ form: Charset) -> [UInt8] {
        let rest = identifiers.count - 1
        switch form {
        case .list: return [0] + identifiers.flatMap(big)
        case .shortRanges: return [1] + big(identifiers[0]) + [UInt8(rest)]
        case .longRanges: return [2] + big(identifiers[0]) + big(rest)
        }
    }

    private static func big(_ number: Int) -> [UInt8] {
        [UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF)]
    }

    private static func long(_ number: Int) -> [UInt8] { big(number >> 16) + big(number) }

    /// Numbers of five bytes each, so that offsets do not move what they tell of.
    private static func operands(_ numbers: [Int]) -> [UInt8] {
        numbers.flatMap { [29] + long($0) }
    }

    /// Chapter 5.
    private static func index(_ elements: [[UInt8]]) -> [UInt8] {
        if elements.isEmpty { return [0, 0] }
        var (offsets, end) = ([1], 1)
        for element in elements {
            end += element.count
            offsets.append(end)
        }
        return big(elements.count) + [2] + offsets.flatMap(big) + elements.joined()
    }

    /// The font in an OpenType file, with the tables that outlines need.
    var openType: [UInt8] {
        var head = [UInt8](repeating: 0, count: 54)
        head.replaceSubrange(0..<2, with: [0, 1])
        head.replaceSubrange(12..<16, with: [0x5F, 0x0F, 0x3C, 0xF5])
        head.replaceSubrange(18..<20, with: Self.big(1000))
        var hhea = [UInt8](repeating: 0, count: 36)
        hhea.replaceSubrange(0..<2, with: [0, 1])
        hhea.replaceSubrange(34..<36, with: Self.big(4))
        let hmtx = [Int](repeating: 500, count: 4).flatMap { Self.big($0) + Self.big(0) }
        let maxp: [UInt8] = [0, 0, 0x50, 0] + Self.big(4)
        let tables = [
            ("CFF ", bytes), ("head", head), ("hhea", hhea), ("hmtx", hmtx), ("maxp", maxp),
        ]
        var (directory, data): ([UInt8], [UInt8]) = (Array("OTTO".utf8), [])
        directory += Self.big(tables.count) + [0, 64, 0, 2, 0, 16]
        for (tag, table) in tables {
            let offset = 12 + 16 * tables.count + data.count
            directory += Array(tag.utf8) + Self.long(0) + Self.long(offset)
            directory += Self.long(table.count)
            data += table + [UInt8](repeating: 0, count: (4 - table.count % 4) % 4)
        }
        return directory + data
    }
}
