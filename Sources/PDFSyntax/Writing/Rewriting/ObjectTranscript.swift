// SPDX-License-Identifier: Apache-2.0

/// The bytes of an object as they stand in a file, looked through once: where references stand in
/// them, which are all that changes when the object gets into another file.
///
/// Only plain syntax is taken. Whatever is odd in the least is left to the parser, which knows how
/// to be lenient, so both ways give the same object.
struct ObjectTranscript {
    /// A run of bytes that is written in another way.
    struct Gap {
        var start: Int
        var end: Int
        /// What stands there instead.
        var content: Content

        enum Content {
            case reference(Int)
            /// /Length with its value, which the writer tells anew.
            case nothing
        }
    }

    /// Where the value lies in the bytes.
    private(set) var start = 0
    private(set) var end = 0
    /// In ascending order.
    private(set) var gaps: [Gap] = []
    /// Where the data of a stream begin; `nil` for other objects.
    private(set) var dataStart: Int?
    /// The value of /Length of a stream.
    private(set) var length: COSObject?
    /// Whether a name in it is a key whose value may differ in a document that imports it.
    private(set) var concernsImports = false

    private var position = 0

    /// Deeper nesting is the parser's: one bit a level says whether it is a dictionary.
    private static let depthLimit = 60

    /// Looks through an object.
    ///
    /// - Parameters:
    ///   - bytes: begin with the header of the object or, in an object stream, with its value.
    ///   - number: the number that the header must have; `nil` for an object without one.
    /// - Returns: false when the parser must be asked.
    mutating func scan(_ bytes: ArraySlice<UInt8>, number: Int?) -> Bool {
        gaps.removeAll(keepingCapacity: true)
        (dataStart, length, concernsImports, position) = (nil, nil, false, 0)
        let span = bytes.span
        if let number, !header(of: number, span) { return false }
        skipWhiteSpace(span)
        start = position
        guard value(span) else { return false }
        end = position
        // 7.5.7: what is a reference alone may not stand in an object stream.
        if let first = gaps.first, first.start == start { return false }
        guard number != nil else { return length == nil }
        return ending(span)
    }

    // MARK: Around the value

    private mutating func header(of number: Int, _ bytes: borrowing Span<UInt8>) -> Bool {
        guard digits(bytes) == number else { return false }
        skipWhiteSpace(bytes)
        guard digits(bytes) != nil else { return false }
        skipWhiteSpace(bytes)
        return word("obj", bytes)
    }

    private mutating func ending(_ bytes: borrowing Span<UInt8>) -> Bool {
        skipWhiteSpace(bytes)
        if word("endobj", bytes) {
            // /Length of what is no stream is an entry like any other.
            return length == nil
        }
        guard word("stream", bytes), length != nil else { return false }
        if position < bytes.count, bytes[position] == 0x0D { position += 1 }
        guard position < bytes.count, bytes[position] == 0x0A else { return false }
        dataStart = position + 1
        return true
    }

    // MARK: Values

    /// Reads one value of any depth without recursion.
    private mutating func value(_ bytes: borrowing Span<UInt8>) -> Bool {
        var depth = 0
        /// A bit for each level: set in a dictionary.
        var inDictionary: UInt64 = 0
        var wantsKey = false
        var isLength = false
        var keyStart = 0
        repeat {
            skipWhiteSpace(bytes)
            guard position < bytes.count else { return false }
            let byte = bytes[position]
            if wantsKey {
                if byte == UInt8(ascii: "/") {
                    keyStart = position
                    guard name(bytes, isTopKey: depth == 1) else { return false }
                    isLength = depth == 1 && isText("/Length", bytes, keyStart..<position)
                    wantsKey = false
                    continue
                }
                guard byte == UInt8(ascii: ">"), position + 1 < bytes.count,
                    bytes[position + 1] == UInt8(ascii: ">")
                else { return false }
                position += 2
                depth -= 1
            } else {
                switch byte {
                case UInt8(ascii: "<")
                where position + 1 < bytes.count && bytes[position + 1] == UInt8(ascii: "<"):
                    guard depth < Self.depthLimit, !isLength else { return false }
                    position += 2
                    depth += 1
                    inDictionary |= 1 << UInt64(depth)
                    wantsKey = true
                    continue
                case UInt8(ascii: "["):
                    guard depth < Self.depthLimit, !isLength else { return false }
                    position += 1
                    depth += 1
                    inDictionary &= ~(1 << UInt64(depth))
                    continue
                case UInt8(ascii: "]"):
                    guard depth > 0, inDictionary & (1 << UInt64(depth)) == 0 else { return false }
                    position += 1
                    depth -= 1
                default:
                    guard isLength ? lengthValue(from: keyStart, bytes) : scalar(byte, bytes) else {
                        return false
                    }
                }
            }
            // A value has ended.
            wantsKey = depth > 0 && inDictionary & (1 << UInt64(depth)) != 0
            isLength = false
        } while depth > 0
        return true
    }

    /// The value of /Length, which is told anew.
    private mutating func lengthValue(
        from keyStart: Int,
        _ bytes: borrowing Span<UInt8>
    ) -> Bool {
        guard length == nil, CharacterClass.isDigit(bytes[position]) else { return false }
        if let number = reference(bytes) {
            length = .reference(ObjectID(number))
        } else {
            guard let count = digits(bytes), isEndOfToken(bytes) else { return false }
            length = .integer(count)
        }
        gaps.append(Gap(start: keyStart, end: position, content: .nothing))
        return true
    }

    private mutating func scalar(_ byte: UInt8, _ bytes: borrowing Span<UInt8>) -> Bool {
        switch byte {
        case UInt8(ascii: "/"): return name(bytes, isTopKey: false)
        case UInt8(ascii: "("): return literalString(bytes)
        case UInt8(ascii: "<"): return hexString(bytes)
        case 0x30...0x39:
            let from = position
            if let number = reference(bytes) {
                gaps.append(Gap(start: from, end: position, content: .reference(number)))
                return true
            }
            return number(bytes)
        case UInt8(ascii: "-"), UInt8(ascii: "."): return number(bytes)
        case UInt8(ascii: "t"): return word("true", bytes)
        case UInt8(ascii: "f"): return word("false", bytes)
        case UInt8(ascii: "n"): return word("null", bytes)
        default: return false
        }
    }

    /// A name; one with escapes is left to the parser where it may be a key that means something.
    private mutating func name(_ bytes: borrowing Span<UInt8>, isTopKey: Bool) -> Bool {
        let from = position
        position += 1
        while position < bytes.count, CharacterClass.isRegular(bytes[position]) {
            if bytes[position] == UInt8(ascii: "#") {
                if isTopKey { return false }
                concernsImports = true
            }
            position += 1
        }
        // The keys that a document which imports this one may change; see `ImportChanges`.
        if position - from > 1, bytes[from + 1] == UInt8(ascii: "D") {
            concernsImports =
                concernsImports || position - from <= 3 || isText("/Dest", bytes, from..<position)
        } else if position - from > 12, bytes[from + 1] == UInt8(ascii: "S") {
            concernsImports =
                concernsImports || isText("/StructParent", bytes, from..<position)
                || isText("/StructParents", bytes, from..<position)
        }
        return true
    }

    private mutating func literalString(_ bytes: borrowing Span<UInt8>) -> Bool {
        var depth = 0
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"):
                depth -= 1
                if depth == 0 {
                    position += 1
                    return true
                }
            case UInt8(ascii: "\\"): position += 1
            default: break
            }
            position += 1
        }
        return false
    }

    private mutating func hexString(_ bytes: borrowing Span<UInt8>) -> Bool {
        position += 1
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if byte == UInt8(ascii: ">") { return true }
            guard CharacterClass.hexValue(byte) != nil || CharacterClass.isWhiteSpace(byte) else {
                return false
            }
        }
        return false
    }

    /// An optional sign, digits, an optional point with digits, and then the end of the token.
    private mutating func number(_ bytes: borrowing Span<UInt8>) -> Bool {
        if bytes[position] == UInt8(ascii: "-") { position += 1 }
        let from = position
        skipDigits(bytes)
        var count = position - from
        if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
            position += 1
            let fraction = position
            skipDigits(bytes)
            count += position - fraction
        }
        return count > 0 && isEndOfToken(bytes)
    }

    /// `12 0 R`; nothing is passed over when something else stands here.
    private mutating func reference(_ bytes: borrowing Span<UInt8>) -> Int? {
        let from = position
        if let number = digits(bytes), number > 0, number <= Limits.objectNumber,
            skipSomeWhiteSpace(bytes), let generation = digits(bytes), generation <= 65535,
            skipSomeWhiteSpace(bytes), position < bytes.count,
            bytes[position] == UInt8(ascii: "R")
        {
            position += 1
            if isEndOfToken(bytes) { return number }
        }
        position = from
        return nil
    }

    // MARK: Bytes

    /// Digits of a number that an object or a length may have.
    private mutating func digits(_ bytes: borrowing Span<UInt8>) -> Int? {
        let from = position
        var value = 0
        while position < bytes.count, CharacterClass.isDigit(bytes[position]) {
            value = value &* 10 &+ Int(bytes[position] &- 0x30)
            position += 1
        }
        let count = position - from
        return count > 0 && count <= 18 ? value : nil
    }

    private mutating func skipDigits(_ bytes: borrowing Span<UInt8>) {
        while position < bytes.count, CharacterClass.isDigit(bytes[position]) { position += 1 }
    }

    private mutating func skipWhiteSpace(_ bytes: borrowing Span<UInt8>) {
        while position < bytes.count, CharacterClass.isWhiteSpace(bytes[position]) { position += 1 }
    }

    private mutating func skipSomeWhiteSpace(_ bytes: borrowing Span<UInt8>) -> Bool {
        let from = position
        skipWhiteSpace(bytes)
        return position > from
    }

    /// A token that touches the end of the bytes may go on behind them.
    private func isEndOfToken(_ bytes: borrowing Span<UInt8>) -> Bool {
        position < bytes.count && !CharacterClass.isRegular(bytes[position])
    }

    private mutating func word(_ word: StaticString, _ bytes: borrowing Span<UInt8>) -> Bool {
        let end = position + word.utf8CodeUnitCount
        guard isText(word, bytes, position..<end), end < bytes.count,
            !CharacterClass.isRegular(bytes[end])
        else { return false }
        position = end
        return true
    }

    private func isText(
        _ text: StaticString,
        _ bytes: borrowing Span<UInt8>,
        _ range: Range<Int>
    ) -> Bool {
        guard range.count == text.utf8CodeUnitCount, range.upperBound <= bytes.count else {
            return false
        }
        for step in 0..<range.count
        where unsafe bytes[range.lowerBound + step] != text.utf8Start[step] { return false }
        return true
    }
}
