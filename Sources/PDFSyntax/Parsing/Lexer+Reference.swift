// SPDX-License-Identifier: Apache-2.0

extension Lexer {
    /// A reference in its usual form, ` 12 0 R`: white space, digits, a space, digits, a space,
    /// `R`.
    ///
    /// Most of what a page tree holds is this, so it is read without making tokens.
    ///
    /// `nil`, with the position unchanged, when something else follows; the parser then looks
    /// at it with all leniency.
    mutating func reference() -> ObjectID? {
        guard let (end, id) = Self.reference(bytes.span, position - bytes.startIndex) else {
            return nil
        }
        position = end + bytes.startIndex
        return id
    }

    private static func reference(_ span: Span<UInt8>, _ start: Int) -> (end: Int, ObjectID)? {
        let end = span.count
        var index = start
        while index < end, CharacterClass.isWhiteSpace(span[index]) { index += 1 }
        let number = digits(span, &index, atMost: 7)
        guard number > 0, number <= Limits.objectNumber, index < end, span[index] == 0x20
        else { return nil }
        index += 1
        let generation = digits(span, &index, atMost: 4)
        guard generation >= 0, index + 2 < end, span[index] == 0x20,
            span[index + 1] == UInt8(ascii: "R"), !CharacterClass.isRegular(span[index + 2])
        else { return nil }
        return (index + 2, ObjectID(number, generation))
    }

    /// -1 when there is no digit or too many.
    @inline(__always)
    private static func digits(_ span: Span<UInt8>, _ index: inout Int, atMost count: Int) -> Int {
        var value = 0
        let start = index
        while index < span.count, CharacterClass.isDigit(span[index]) {
            guard index - start < count else { return -1 }
            value = value &* 10 &+ Int(span[index] &- 0x30)
            index += 1
        }
        return index > start ? value : -1
    }

    /// A number in its usual form: perhaps a minus, at most 15 digits, perhaps a point among them,
    /// and then something that ends it.
    ///
    /// `nil`, with the position unchanged, when something else follows.
    mutating func plainNumber() -> COSObject? {
        guard let (end, number) = Self.plainNumber(bytes.span, position - bytes.startIndex) else {
            return nil
        }
        position = end + bytes.startIndex
        return number
    }

    private static func plainNumber(_ span: Span<UInt8>, _ start: Int) -> (end: Int, COSObject)? {
        var index = start
        let isNegative = index < span.count && span[index] == UInt8(ascii: "-")
        if isNegative { index += 1 }
        var mantissa = 0
        var digits = 0
        var digitsBeforePoint: Int?
        while index < span.count {
            let byte = span[index]
            if CharacterClass.isDigit(byte) {
                guard digits < 15 else { return nil }
                mantissa = mantissa &* 10 &+ Int(byte &- 0x30)
                digits += 1
            } else if byte == UInt8(ascii: "."), digitsBeforePoint == nil {
                digitsBeforePoint = digits
            } else {
                break
            }
            index += 1
        }
        guard digits > 0, index < span.count, !CharacterClass.isRegular(span[index]) else {
            return nil
        }
        guard let digitsBeforePoint else {
            return (index, .integer(isNegative ? -mantissa : mantissa))
        }
        // Both are exact, so one division gives the nearest number.
        let value = Double(mantissa) / powersOfTen[digits - digitsBeforePoint]
        return (index, .real(isNegative ? -value : value))
    }

    /// Whether what follows an integer could make it a reference, in whatever spacing.
    func mayGoOnAsReference() -> Bool {
        let span = bytes.span
        var index = position - bytes.startIndex
        func passWhiteSpace() {
            while index < span.count, CharacterClass.isWhiteSpace(span[index]) { index += 1 }
        }
        passWhiteSpace()
        let start = index
        while index < span.count, CharacterClass.isDigit(span[index]) { index += 1 }
        if index == start { return index == span.count || span[index] == UInt8(ascii: "%") }
        passWhiteSpace()
        return index == span.count || span[index] == UInt8(ascii: "%")
            || span[index] == UInt8(ascii: "R")
    }
}
