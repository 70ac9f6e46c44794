// SPDX-License-Identifier: Apache-2.0

/// The short way through what nearly all content is made of: numbers, strings, names, arrays of
/// numbers and strings, and operators of annex A that stand on their own.
///
/// It changes the state just as the careful way does, and passes over whole tokens only: what is
/// odd in the least is left to the careful way, with nothing of it read. A test holds both ways
/// against each other.
extension ContentScanner {
    /// Passes over usual tokens.
    ///
    /// - Parameters:
    ///   - bytes: what is scanned.
    ///   - start: where a token or white space begins; no bracket is open there.
    ///   - names: `ContentOperator.table`.
    /// - Returns: where the first token begins that is not usual.
    mutating func passUsual(
        _ bytes: Span<UInt8>,
        from start: Int,
        _ names: Span<UInt32>
    ) -> Int {
        let count = bytes.count
        var at = max(0, start)
        while true {
            while at < count, Self.flags(bytes, at) & ContentByte.idle != 0 { at &+= 1 }
            guard at < count else { return count }
            let byte = bytes[at]
            if ContentByte.flags(byte) & ContentByte.endsWord == 0 {
                let end = usualWord(bytes, from: at, names)
                guard end > at else { return at }
                at = end
                continue
            }
            var end = at &+ 1
            switch byte {
            case 0x28:  // (
                var depth = 1
                end = ContentByte.stringEnd(bytes, from: end, depth: &depth)
                guard depth == 0 else { return at }
            case 0x2F:  // /
                var all: UInt8 = 0
                while end < count {
                    let flags = Self.flags(bytes, end)
                    if flags & ContentByte.endsWord != 0 { break }
                    all |= flags
                    end &+= 1
                }
                guard all & ContentByte.disputed == 0 else { return at }
            case 0x5B:  // [
                end = Self.flatArrayEnd(bytes, from: end)
                guard end < count else { return at }
            case 0x3C where end < count && bytes[end] != 0x3C:  // <
                end = ContentByte.find(0x3E, in: bytes, from: end)
                guard end < count else { return at }
                end &+= 1
            default: return at
            }
            at = end
        }
    }

    /// Just after the `]` of an array of numbers and strings; the end of the bytes for any other
    /// array.
    @inline(__always)
    private static func flatArrayEnd(_ bytes: Span<UInt8>, from start: Int) -> Int {
        let count = bytes.count
        var at = start
        while at < count {
            let byte = bytes[at]
            if ContentByte.flags(byte) & ContentByte.idle != 0 {
                at &+= 1
            } else if byte == 0x28 {
                var depth = 1
                at = ContentByte.stringEnd(bytes, from: at &+ 1, depth: &depth)
                if depth > 0 { return count }
            } else if byte == 0x3C, at &+ 1 < count, bytes[at &+ 1] != 0x3C {
                at = ContentByte.find(0x3E, in: bytes, from: at &+ 1)
                if at < count { at &+= 1 }
            } else {
                return byte == 0x5D ? at &+ 1 : count
            }
        }
        return count
    }

    /// Reads a word and does what it says; returns where it ends, or `start` where it needs care.
    @inline(__always)
    private mutating func usualWord(
        _ bytes: Span<UInt8>,
        from start: Int,
        _ names: Span<UInt32>
    ) -> Int {
        // No operator is longer than three bytes, and the one behind it must end it.
        guard start <= bytes.count &- 4 else { return start }
        var packed = UInt32(bytes[start])
        var at = start &+ 1
        if !Self.endsWord(bytes, at) {
            packed = packed << 8 | UInt32(bytes[at])
            at &+= 1
            if !Self.endsWord(bytes, at) {
                packed = packed << 8 | UInt32(bytes[at])
                at &+= 1
                guard Self.endsWord(bytes, at) else { return start }
            }
        }
        let entry = names[ContentOperator.slot(packed)]
        guard entry >> 8 == packed else { return start }
        let kind = UInt8(truncatingIfNeeded: entry)
        if kind <= ContentOperator.changes.rawValue {
            if kind == ContentOperator.changes.rawValue, certainSaves == 0 {
                changesBaseState = true
            }
            return at
        }
        // A word behind a digit, as in `0Q`, is read by some and not by others.
        guard start == 0 || Self.endsWord(bytes, start &- 1) else { return start }
        switch kind {
        case ContentOperator.beginText.rawValue: if textBegan == nil { textBegan = start }
        case ContentOperator.endText.rawValue: textBegan = nil
        case ContentOperator.builds.rawValue: hasPath = true
        case ContentOperator.paints.rawValue: hasPath = false
        default:
            guard let name = ContentOperator(rawValue: kind), name != .beginImage else {
                return start
            }
            execute(name, at: start..<at, certain: true)
        }
        return at
    }

    @inline(__always)
    private static func endsWord(_ bytes: Span<UInt8>, _ at: Int) -> Bool {
        flags(bytes, at) & ContentByte.endsWord != 0
    }

    /// The flags of the byte at an index that the caller has compared with the count already.
    @inline(__always)
    private static func flags(_ bytes: Span<UInt8>, _ at: Int) -> UInt8 {
        unsafe ContentByte.flags(bytes[unchecked: at])
    }
}
