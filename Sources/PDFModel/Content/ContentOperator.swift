// SPDX-License-Identifier: Apache-2.0

/// What an operator does to the things that a scan watches (ISO 32000-2, annex A).
enum ContentOperator: UInt8 {
    /// Draws or moves, and leaves nothing behind.
    case harmless
    /// Changes the graphics state, or may: also what nobody knows.
    case changes
    /// Adds to the current path (8.5.2).
    case builds
    /// Ends the current path (8.5.3).
    case paints
    /// Makes the current path the clip once it ends (8.5.4).
    case clips
    /// `q`
    case save
    /// `Q`
    case restore
    /// `BT`
    case beginText
    /// `ET`
    case endText
    /// `BMC`, `BDC`
    case beginMarked
    /// `EMC`
    case endMarked
    /// `BX`
    case beginCompatibility
    /// `EX`
    case endCompatibility
    /// `BI`
    case beginImage
    /// A word that is a value: no operator.
    case operand
    /// `endstream`: MuPDF reads no further.
    case falseEnd
    /// In no table. Renderers pass over it, MuPDF counts it as an error.
    case unknown

    /// Looks up a word.
    ///
    /// - Parameter packed: the last eight bytes of the word, the last one lowest.
    /// - Parameter length: how many bytes the word has.
    static func named(_ packed: UInt64, length: Int) -> ContentOperator {
        guard length <= 3 else { return long(packed, length: length) }
        return switch packed {
        // Td Tm T* Tj TJ ' Do sh MP DP EI ID
        case 0x5464, 0x546D, 0x542A, 0x546A, 0x544A, 0x27,
            0x446F, 0x7368, 0x4D50, 0x4450, 0x4549, 0x4944: .harmless
        // cm gs w J j M d ri i CS cs SC SCN sc scn G g RG rg K k Tc Tw Tz TL Tf Tr Ts TD " d0 d1
        case 0x636D, 0x6773, 0x77, 0x4A, 0x6A, 0x4D,
            0x64, 0x7269, 0x69, 0x4353, 0x6373, 0x5343,
            0x53434E, 0x7363, 0x73636E, 0x47, 0x67, 0x5247,
            0x7267, 0x4B, 0x6B, 0x5463, 0x5477, 0x547A,
            0x544C, 0x5466, 0x5472, 0x5473, 0x5444, 0x22,
            0x6430, 0x6431: .changes
        // m l c v y re h
        case 0x6D, 0x6C, 0x63, 0x76, 0x79, 0x7265,
            0x68: .builds
        // S s f F f* B B* b b* n
        case 0x53, 0x73, 0x66, 0x46, 0x662A, 0x42,
            0x422A, 0x62, 0x622A, 0x6E: .paints
        // W W*
        case 0x57, 0x572A: .clips
        // q
        case 0x71: .save
        // Q
        case 0x51: .restore
        // BT
        case 0x4254: .beginText
        // ET
        case 0x4554: .endText
        // BMC BDC
        case 0x424D43, 0x424443: .beginMarked
        // EMC
        case 0x454D43: .endMarked
        // BX
        case 0x4258: .beginCompatibility
        // EX
        case 0x4558: .endCompatibility
        // BI
        case 0x4249: .beginImage
        default: .unknown
        }
    }

    private static func long(_ packed: UInt64, length: Int) -> ContentOperator {
        switch (length, packed) {
        case (4, 0x74727565), (4, 0x6E756C6C), (5, 0x66616C7365): .operand
        // The last eight bytes of `endstream`.
        case (9, 0x6E6473747265616D): .falseEnd
        default: .unknown
        }
    }
}
