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
        let end = bytes.endIndex
        var index = position
        while index < end, CharacterClass.isWhiteSpace(bytes[index]) { index += 1 }
        guard let number = digits(&index, atMost: 7), number > 0, number <= Limits.objectNumber,
            index < end, bytes[index] == 0x20
        else { return nil }
        index += 1
        guard let generation = digits(&index, atMost: 4), index + 2 < end, bytes[index] == 0x20,
            bytes[index + 1] == UInt8(ascii: "R"), !CharacterClass.isRegular(bytes[index + 2])
        else { return nil }
        position = index + 2
        return ObjectID(number, generation)
    }

    private func digits(_ index: inout Int, atMost count: Int) -> Int? {
        var value = 0
        let start = index
        while index < bytes.endIndex, CharacterClass.isDigit(bytes[index]) {
            guard index - start < count else { return nil }
            value = value &* 10 &+ Int(bytes[index] &- 0x30)
            index += 1
        }
        return index > start ? value : nil
    }
}
