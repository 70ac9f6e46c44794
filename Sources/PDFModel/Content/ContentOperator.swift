// SPDX-License-Identifier: Apache-2.0

/// What an operator does to the things that a scan watches (ISO 32000-2, annex A).
enum ContentOperator: UInt8 {
    /// Draws or moves, and leaves nothing behind.
    case harmless
    /// A word that is a value: no operator.
    case operand
    /// Changes the graphics state.
    case changes
    /// In no table. Renderers pass over it, MuPDF counts it as an error.
    case unknown
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
    /// `endstream`: MuPDF reads no further.
    case falseEnd

    /// All operators of annex A.
    static let names: [(ContentOperator, String)] = [
        (.harmless, "' Do DP EI ID MP T* TJ Td Tj Tm sh"),
        (.changes, "\" CS G J K M RG SC SCN TD TL Tc Tf Tr Ts Tw Tz"),
        (.changes, "cm cs d d0 d1 g gs i j k rg ri sc scn w"),
        (.builds, "c h l m re v y"),
        (.paints, "B B* F S b b* f f* n s"),
        (.clips, "W W*"),
        (.save, "q"), (.restore, "Q"),
        (.beginText, "BT"), (.endText, "ET"),
        (.beginMarked, "BDC BMC"), (.endMarked, "EMC"),
        (.beginCompatibility, "BX"), (.endCompatibility, "EX"),
        (.beginImage, "BI"),
    ]

    /// Sends every name of the table to a slot of its own (found by trying; a test repeats it).
    private static let spread: UInt32 = 0xCC39_54A7

    @inline(__always)
    static func slot(_ packed: UInt32) -> Int { Int((packed &* spread) >> 24) }

    /// Name and raw value in one number, at the slot of the name.
    static let table: [UInt32] = {
        var table = [UInt32](repeating: 0, count: 256)
        for (name, words) in names {
            for word in words.split(separator: " ") {
                let packed = word.utf8.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
                table[slot(packed)] = packed << 8 | UInt32(name.rawValue)
            }
        }
        return table
    }()

    /// Looks up a word.
    ///
    /// - Parameters:
    ///   - packed: The last eight bytes of the word, the last one lowest.
    ///   - length: How many bytes the word has.
    /// - Returns: What it is; `unknown` when it is in no table.
    static func named(_ packed: UInt64, length: Int) -> ContentOperator {
        guard length <= 3 else { return long(packed, length: length) }
        let word = UInt32(truncatingIfNeeded: packed)
        let entry = table[slot(word)]
        guard entry >> 8 == word else { return .unknown }
        return ContentOperator(rawValue: UInt8(truncatingIfNeeded: entry)) ?? .unknown
    }

    private static func long(_ packed: UInt64, length: Int) -> ContentOperator {
        switch (length, packed) {
        case (4, 0x7472_7565), (4, 0x6E75_6C6C), (5, 0x66_616C_7365): .operand  // true null false
        case (9, 0x6E64_7374_7265_616D): .falseEnd  // its last eight bytes: ndstream
        default: .unknown
        }
    }
}
