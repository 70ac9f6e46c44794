// SPDX-License-Identifier: Apache-2.0

/// A bare CFF table (Adobe Technical Note 5176), as far as to know how PDF finds its glyphs.
///
/// In a font with CIDs readers go by these, in others by the number of the glyph (ISO 32000-2,
/// 9.7.4.2).
struct CompactFont {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Whether what PDF writes for a glyph is its number.
    func addressesByNumber(_ glyphs: [UInt16]) -> Bool {
        guard bytes.count > 4, let names = index(at: Int(bytes[2])),
            let dictionaries = index(at: names.end), let top = dictionaries.first
        else { return false }
        let facts = Self.facts(bytes[top])
        guard facts.hasCIDs else { return true }
        // Numbers below 3 mean charsets that fonts with CIDs have not.
        guard let charset = facts.charset, charset > 2 else { return false }
        return glyphs.allSatisfy { $0 == 0 || identifier(of: Int($0), in: charset) == Int($0) }
    }

    private func number(_ offset: Int, _ size: Int) -> Int? {
        guard offset >= 0, size > 0, size <= 4, offset <= bytes.count - size else { return nil }
        return bytes[offset..<offset + size].reduce(0) { $0 << 8 | Int($1) }
    }

    /// Chapter 5: the first element of an INDEX, and where the INDEX ends.
    private func index(at start: Int) -> (first: Range<Int>?, end: Int)? {
        guard let count = number(start, 2) else { return nil }
        if count == 0 { return (nil, start + 2) }
        guard let size = number(start + 2, 1), (1...4).contains(size),
            let first = number(start + 3, size), let second = number(start + 3 + size, size),
            let last = number(start + 3 + count * size, size)
        else { return nil }
        // Offsets are from the byte before the data.
        let data = start + 2 + (count + 1) * size
        guard first >= 1, first <= second, second <= last, data + last <= bytes.count else {
            return nil
        }
        return (data + first..<data + second, data + last)
    }

    /// Chapter 4: what a Top DICT says about the names of glyphs.
    private static func facts(_ data: ArraySlice<UInt8>) -> (hasCIDs: Bool, charset: Int?) {
        var (hasCIDs, charset, last) = (false, Int?.none, Int?.none)
        var place = data.startIndex
        func byte(_ offset: Int) -> Int {
            place + offset < data.endIndex ? Int(data[place + offset]) : 0
        }
        while place < data.endIndex {
            switch byte(0) {
            case 12:
                if byte(1) == 30 { hasCIDs = true }
                place += 2
            case 15:
                charset = last
                place += 1
            case 0...21: place += 1
            case 28:
                last = byte(1) << 8 | byte(2)
                place += 3
            case 29:
                last = byte(1) << 24 | byte(2) << 16 | byte(3) << 8 | byte(4)
                place += 5
            case 30:
                place += 1
                while place < data.endIndex, byte(0) & 0xF != 0xF { place += 1 }
                place += 1
            case let first where first <= 246:
                last = first - 139
                place += 1
            case let first where first <= 250:
                last = (first - 247) * 256 + byte(1) + 108
                place += 2
            case let first where first <= 254:
                last = -(first - 251) * 256 - byte(1) - 108
                place += 2
            default: place += 1
            }
        }
        return (hasCIDs, charset)
    }

    /// Chapter 13: the CID of a glyph.
    private func identifier(of glyph: Int, in charset: Int) -> Int? {
        guard let format = number(charset, 1) else { return nil }
        if format == 0 { return number(charset + 1 + 2 * (glyph - 1), 2) }
        let size = format == 1 ? 1 : 2
        var (place, next) = (charset + 1, 1)
        while let first = number(place, 2), let more = number(place + 2, size) {
            if glyph <= next + more { return first + glyph - next }
            next += more + 1
            place += 2 + size
        }
        return nil
    }
}
