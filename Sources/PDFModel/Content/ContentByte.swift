// SPDX-License-Identifier: Apache-2.0

/// What a byte of a content stream can be a part of (ISO 32000-2, 7.2.3).
enum ContentByte {
    /// White space, part of a number, or a control character: nothing that is ever acted upon.
    /// (A word that begins with a control character is no operator, like one that begins with a
    /// digit; that the byte before the letters does not end a word tells them apart.)
    static let idle: UInt8 = 1
    /// White space or a delimiter: a word ends before it.
    static let endsWord: UInt8 = 2
    /// PDFium takes 0x80 and 0xFF for white space; for everybody else they are part of a word.
    static let disputed: UInt8 = 4

    /// The three flags above for each byte, as the low bits of a digit; sixteen bytes a row.
    ///
    /// A static string lies ready in the program, so that a look-up is one load.
    private static let table: StaticString = """
        3111111113313311\
        1111111111111111\
        3000020022010112\
        1111111111002020\
        0000000000000000\
        0000000000020200\
        0000000000000000\
        0000000000020200\
        4000000000000000\
        0000000000000000\
        0000000000000000\
        0000000000000000\
        0000000000000000\
        0000000000000000\
        0000000000000000\
        0000000000000004
        """

    /// The flags of a byte.
    @inline(__always)
    static func flags(_ byte: UInt8) -> UInt8 {
        // The table has an entry for all 256 values of a byte.
        unsafe table.utf8Start[Int(byte)]
    }

    static func isWhite(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 || byte == 0 || byte == 0x0C
    }

    static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
}
