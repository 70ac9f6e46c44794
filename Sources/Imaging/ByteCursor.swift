// SPDX-License-Identifier: Apache-2.0

/// Numbers out of bytes that nobody vouches for: every read is checked, `nil` past the end.
struct ByteCursor {
    /// The window that may be read.
    let bytes: ArraySlice<UInt8>
    /// Whether the least significant byte comes first (TIFF "II").
    var littleEndian = false

    init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    /// The byte at `offset` from the window's start.
    func byte(at offset: Int) -> UInt8? {
        guard offset >= 0, offset < bytes.count else { return nil }
        return bytes[bytes.startIndex + offset]
    }

    /// An unsigned number of `size` (1...4) bytes at `offset`.
    func number(at offset: Int, size: Int) -> Int? {
        guard let range = slice(at: offset, count: size) else { return nil }
        return littleEndian
            ? range.reversed().reduce(0) { $0 << 8 | Int($1) }
            : range.reduce(0) { $0 << 8 | Int($1) }
    }

    /// `count` bytes at `offset`, or `nil` when not all of them are there.
    func slice(at offset: Int, count: Int) -> ArraySlice<UInt8>? {
        guard offset >= 0, count >= 0, offset <= bytes.count, count <= bytes.count - offset else {
            return nil
        }
        let start = bytes.startIndex + offset
        return bytes[start..<(start + count)]
    }

    /// Whether the ASCII text stands at `offset`.
    func has(_ text: StaticString, at offset: Int = 0) -> Bool {
        let wanted = Array(text.description.utf8)
        return slice(at: offset, count: wanted.count).map { $0.elementsEqual(wanted) } ?? false
    }
}
