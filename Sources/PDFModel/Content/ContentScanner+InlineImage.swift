// SPDX-License-Identifier: Apache-2.0

/// Inline images (ISO 32000-2, 8.9.7): `BI`, keys and values, `ID`, one white-space byte, data,
/// `EI`. The data may hold anything, `EI` too.
///
/// PDFium, MuPDF and Poppler all read as many bytes as the dictionary promises, or as the decoder
/// takes, and only then look for `EI`.
extension ContentScanner {
    /// How many bytes after an `EI` must look like content.
    private static let glance = 16

    /// Passes over an inline image.
    ///
    /// - Parameters:
    ///   - bytes: What is scanned.
    ///   - start: Just after `BI`.
    ///   - components: How many components a named colour space has.
    /// - Returns: Where to read on.
    mutating func inlineImage(
        _ bytes: Span<UInt8>,
        from start: Int,
        components: (Range<Int>) -> Int?
    ) -> Int {
        var header = InlineImageHeader()
        var at = start
        while true {
            at = skipIdle(bytes, from: at)
            guard at < bytes.count else { return unfinished(bytes, from: start) }
            if bytes[at] == 0x2F {
                let key = at &+ 1..<ContentByte.wordEnd(bytes, from: at &+ 1)
                at = key.upperBound
                guard let value = value(bytes, at: &at) else {
                    return at < bytes.count
                        ? notAnImage(from: start) : unfinished(bytes, from: start)
                }
                header.set(key, to: value, in: bytes, components: components)
                continue
            }
            let end = ContentByte.wordEnd(bytes, from: at)
            if end == at {
                // A delimiter where a key should be; Poppler passes over it.
                at &+= 1
            } else if end == at &+ 2, bytes[at] == 0x49, bytes[at &+ 1] == 0x44 {
                guard let after = dataEnd(bytes, from: end, header) else {
                    return unfinished(bytes, from: start)
                }
                return after
            } else if ContentByte.flags(bytes[at]) & ContentByte.idle != 0 {
                at = end
            } else {
                return notAnImage(from: start)
            }
        }
    }

    /// The image takes everything that follows, and is not drawn: out with it.
    private mutating func unfinished(_ bytes: Span<UInt8>, from start: Int) -> Int {
        obstacles.append(.init(kind: .unfinishedImage, range: start &- 2..<bytes.count))
        return bytes.count
    }

    /// An operator other than `ID` follows: PDFium forgets the `BI` and reads the rest as content,
    /// Poppler takes everything up to the next `ID` for a dictionary.
    private mutating func notAnImage(from start: Int) -> Int {
        obstacles.append(.init(kind: .unfinishedImage, range: start &- 2..<start))
        return start
    }

    // MARK: The dictionary

    /// Reads one value; `nil` at the end of the bytes or before an operator.
    private func value(_ bytes: Span<UInt8>, at: inout Int) -> InlineImageHeader.Value? {
        at = skipIdle(bytes, from: at)
        guard at < bytes.count else { return nil }
        switch bytes[at] {
        case 0x2F:
            let name = at &+ 1..<ContentByte.wordEnd(bytes, from: at &+ 1)
            at = name.upperBound
            return .name(name)
        case 0x28, 0x3C, 0x5B: return compound(bytes, at: &at)
        default: break
        }
        let end = ContentByte.wordEnd(bytes, from: at)
        guard end > at else {
            at &+= 1
            return .other
        }
        let word = at..<end
        if let number = number(bytes, word) {
            at = end
            return .number(number)
        }
        var packed: UInt64 = 0
        for place in word { packed = packed << 8 | UInt64(bytes[place]) }
        guard ContentOperator.named(packed, length: word.count) == .operand else { return nil }
        at = end
        return bytes[word.lowerBound] == 0x6E ? .other : .truth(bytes[word.lowerBound] == 0x74)
    }

    /// A string, array or dictionary: only brackets are matched, and the first name noted.
    private func compound(_ bytes: Span<UInt8>, at: inout Int) -> InlineImageHeader.Value? {
        let isArray = bytes[at] == 0x5B
        var first: Range<Int>?
        var isEmpty = true
        var depth = 0
        repeat {
            guard at < bytes.count else { return nil }
            let byte = bytes[at]
            at &+= 1
            switch byte {
            case 0x28:
                var open = 1
                at = ContentByte.stringEnd(bytes, from: at, depth: &open)
                if open > 0 { return nil }
            case 0x25: at = ContentByte.lineEnd(bytes, from: at)
            case 0x5B: depth &+= 1
            case 0x5D: depth &-= 1
            case 0x3C:
                if at < bytes.count, bytes[at] == 0x3C {
                    at &+= 1
                    depth &+= 1
                } else {
                    at = ContentByte.find(0x3E, in: bytes, from: at)
                    guard at < bytes.count else { return nil }
                    at &+= 1
                }
            case 0x3E:
                if at < bytes.count, bytes[at] == 0x3E { at &+= 1 }
                depth &-= 1
            case 0x2F where isEmpty:
                first = at..<ContentByte.wordEnd(bytes, from: at)
            default: break
            }
            if depth > 0, !(depth == 1 && byte == 0x5B), !ContentByte.isWhite(byte) {
                isEmpty = false
            }
        } while depth > 0
        return isArray ? .array(first: first, isEmpty: isEmpty) : .other
    }

    /// A whole number, or what is before the point; `nil` when the word does not begin like one.
    private func number(_ bytes: Span<UInt8>, _ word: Range<Int>) -> Int? {
        guard ContentByte.flags(bytes[word.lowerBound]) & ContentByte.idle != 0 else {
            return nil
        }
        var number = 0
        for at in word {
            let byte = bytes[at]
            if byte == 0x2E { break }
            guard ContentByte.isDigit(byte) else { continue }
            number = min(number &* 10 &+ Int(byte &- 0x30), Int(Int32.max))
        }
        return bytes[word.lowerBound] == 0x2D ? -number : number
    }

    // MARK: The data

    /// Where to read on after the data and its `EI`; `nil` when there is no end.
    private mutating func dataEnd(
        _ bytes: Span<UInt8>,
        from start: Int,
        _ header: InlineImageHeader
    ) -> Int? {
        var data = start
        if data < bytes.count, ContentByte.isWhite(bytes[data]) { data &+= 1 }
        switch header.encoding {
        case .ascii85:
            if !lacksASCII85End {
                let end = ContentByte.find(0x7E, in: bytes, from: data)
                if end < bytes.count { return endMarker(bytes, from: end &+ 1) }
                lacksASCII85End = true
            }
        case .asciiHex:
            if !lacksASCIIHexEnd {
                let end = ContentByte.find(0x3E, in: bytes, from: data)
                if end < bytes.count { return endMarker(bytes, from: end &+ 1) }
                lacksASCIIHexEnd = true
            }
        case .plain, .other: break
        }
        let lengths = header.plainLengths
        for length in lengths where length <= bytes.count &- data {
            var at = data &+ length
            while at < bytes.count, ContentByte.isWhite(bytes[at]) { at &+= 1 }
            if isEndMarker(bytes, at: at) { return at &+ 2 }
        }
        guard let least = lengths.min() else { return endMarker(bytes, from: data) }
        guard least <= bytes.count &- data else { return nil }
        return endMarker(bytes, from: data &+ least)
    }

    /// The first `EI` that ends a word and is followed by content.
    private func endMarker(_ bytes: Span<UInt8>, from start: Int) -> Int? {
        var at = start
        while true {
            at = ContentByte.find(0x45, in: bytes, from: at)
            guard at < bytes.count else { return nil }
            if isEndMarker(bytes, at: at), isContent(bytes, from: at &+ 2) { return at &+ 2 }
            at &+= 1
        }
    }

    private func isEndMarker(_ bytes: Span<UInt8>, at: Int) -> Bool {
        guard at <= bytes.count &- 2, bytes[at] == 0x45, bytes[at &+ 1] == 0x49 else {
            return false
        }
        return at &+ 2 == bytes.count
            || ContentByte.flags(bytes[at &+ 2]) & ContentByte.endsWord != 0
    }

    /// Compressed data holds an `EI` now and then, but not one followed by readable bytes that
    /// begin with an operand or a known operator.
    private func isContent(_ bytes: Span<UInt8>, from start: Int) -> Bool {
        let end = min(start &+ Self.glance, bytes.count)
        for at in start..<end {
            let byte = bytes[at]
            guard ContentByte.isWhite(byte) || (byte >= 0x20 && byte < 0x7F) else { return false }
        }
        var at = start
        while at < end, ContentByte.isWhite(bytes[at]) { at &+= 1 }
        guard at < end, ContentByte.flags(bytes[at]) == 0 else { return true }
        var packed: UInt64 = 0
        let word = at
        while at < end, ContentByte.flags(bytes[at]) & ContentByte.endsWord == 0 {
            packed = packed << 8 | UInt64(bytes[at])
            at &+= 1
        }
        return ContentOperator.named(packed, length: at &- word) != .unknown
    }

    // MARK: Steps

    /// Passes over white space and comments.
    private func skipIdle(_ bytes: Span<UInt8>, from start: Int) -> Int {
        var at = start
        while at < bytes.count {
            if ContentByte.isWhite(bytes[at]) {
                at &+= 1
            } else if bytes[at] == 0x25 {
                at = ContentByte.lineEnd(bytes, from: at)
            } else {
                break
            }
        }
        return at
    }
}
