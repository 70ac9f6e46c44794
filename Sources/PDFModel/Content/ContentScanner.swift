// SPDX-License-Identifier: Apache-2.0

/// The state machine behind `ContentScan`: one pass over the bytes, nothing allocated per token.
///
/// Readings differ where a file is broken. An operator is *certain* when PDFium, MuPDF and Poppler
/// all execute it. One that only some of them execute may open things, never close them, and each
/// doubtful `q` or `Q` asks for one more `q` before the page.
struct ContentScanner {
    /// Deeper brackets are counted by nobody (PDFium gives up at 512, Poppler at 500).
    static let maximumBrackets = 512

    /// What the end of the bytes cut through.
    enum Cut { case nothing, comment, string(depth: Int), hexString }

    var cut = Cut.nothing
    /// Closing brackets wanted, innermost last: `]`, or `>` for `>>`.
    var brackets: [UInt8] = []
    /// Whether the content ends with a name, which in a dictionary may be a key without a value.
    var endsWithName = false
    /// Saved states that are open in some reading.
    var saves = OpenOperators()
    /// Saved states that are open in every reading.
    var certainSaves = 0
    var extraSaves = 0
    var marked = OpenOperators()
    var textBegan: Int?
    var compatibilitySections = 0
    var hasPath = false
    var changesBaseState = false
    var hasWordInBrackets = false
    var obstacles: [ContentScan.Obstacle] = []

    /// Set once `~>` or `>` was looked for in vain up to the end of the bytes: many inline images
    /// without it must not cost a pass each.
    var lacksASCII85End = false
    var lacksASCIIHexEnd = false

    /// Scans all of the bytes.
    ///
    /// - Parameters:
    ///   - bytes: what is scanned.
    ///   - usesShortWay: whether usual tokens go the short way, which changes the result in
    ///     nothing.
    ///   - components: how many components a named colour space has.
    mutating func scan(
        _ bytes: Span<UInt8>,
        usesShortWay: Bool = true,
        components: (Range<Int>) -> Int?
    ) {
        let table = ContentOperator.table
        let names = table.span
        var at = 0
        while true {
            if usesShortWay, brackets.isEmpty { at = passUsual(bytes, from: at, names) }
            while at < bytes.count, ContentByte.flags(bytes[at]) & ContentByte.idle != 0 {
                at &+= 1
            }
            guard at < bytes.count else { return }
            let byte = bytes[at]
            if ContentByte.flags(byte) & ContentByte.endsWord == 0 {
                at = word(bytes, from: at, names, components)
                continue
            }
            at &+= 1
            switch byte {
            case 0x28: at = skipString(bytes, from: at)  // (
            case 0x2F: at = skipName(bytes, from: at)  // /
            case 0x25: at = skipComment(bytes, from: at)  // %
            case 0x3C:  // <
                if at < bytes.count, bytes[at] == 0x3C {
                    at &+= 1
                    openBracket(0x3E)
                } else {
                    at = skipHexString(bytes, from: at)
                }
            case 0x3E:  // >
                if at < bytes.count, bytes[at] == 0x3E {
                    at &+= 1
                    if brackets.last == 0x3E { brackets.removeLast() }
                }
            case 0x5B: openBracket(0x5D)  // [
            case 0x5D: if brackets.last == 0x5D { brackets.removeLast() }  // ]
            default: break  // a stray ) { }
            }
        }
    }

    // MARK: Operators

    /// Reads a word and does what it says; returns where to read on.
    @inline(__always)
    private mutating func word(
        _ bytes: Span<UInt8>,
        from start: Int,
        _ names: Span<UInt32>,
        _ components: (Range<Int>) -> Int?
    ) -> Int {
        var packed: UInt32 = 0
        var at = start
        while at < bytes.count, ContentByte.flags(bytes[at]) & ContentByte.endsWord == 0 {
            packed = packed << 8 | UInt32(bytes[at])
            at &+= 1
        }
        // Most words of a page leave nothing open, and change what was changed already.
        let entry = names[ContentOperator.slot(packed)]
        let changes = ContentOperator.changes.rawValue
        guard entry >> 8 == packed, entry & 0xFF <= changes, at &- start <= 3 else {
            return rareWord(bytes, start..<at, components)
        }
        if entry & 0xFF == changes, certainSaves == 0 { changesBaseState = true }
        return at
    }

    private mutating func rareWord(
        _ bytes: Span<UInt8>,
        _ range: Range<Int>,
        _ components: (Range<Int>) -> Int?
    ) -> Int {
        var packed: UInt64 = 0
        for at in range {
            packed = packed << 8 | UInt64(bytes[at])
            if ContentByte.flags(bytes[at]) & ContentByte.disputed != 0 {
                splitDisputed(bytes, range, isName: false)
                return range.upperBound
            }
        }
        let name = ContentOperator.named(packed, length: range.count)
        // Poppler ends a number where its digits end and reads an operator after it; for PDFium
        // and MuPDF `0cm` is one unknown word.
        let before = range.lowerBound &- 1
        let isGlued = before >= 0 && ContentByte.flags(bytes[before]) & ContentByte.endsWord == 0
        if name == .beginImage, !isGlued {
            // PDFium and MuPDF are out of a dictionary as soon as a key is no name, but read an
            // array to its end.
            if brackets.last != 0x5D {
                return inlineImage(bytes, from: range.upperBound, components: components)
            }
            obstacles.append(.init(kind: .unfinishedImage, range: range))
        }
        if !brackets.isEmpty, name != .operand { hasWordInBrackets = true }
        execute(name, at: range, certain: !isGlued && brackets.isEmpty)
        return range.upperBound
    }

    private mutating func openBracket(_ closing: UInt8) {
        if brackets.count < Self.maximumBrackets { brackets.append(closing) }
    }

    mutating func execute(_ name: ContentOperator, at range: Range<Int>, certain: Bool) {
        switch name {
        case .harmless, .operand: break
        case .builds: hasPath = true
        case .paints: if certain { hasPath = false }
        case .changes, .unknown, .beginImage:
            if certainSaves == 0 { changesBaseState = true }
        case .clips:
            hasPath = true
            if certainSaves == 0 { changesBaseState = true }
        case .save:
            saves.open(at: range.lowerBound)
            if certain { certainSaves &+= 1 } else { extraSaves &+= 1 }
        case .restore: restore(at: range, certain: certain)
        case .beginText: if textBegan == nil { textBegan = range.lowerBound }
        case .endText: if certain { textBegan = nil }
        case .beginMarked: marked.open(at: range.lowerBound)
        case .endMarked: if certain { marked.close() }
        case .beginCompatibility: compatibilitySections &+= 1
        case .endCompatibility:
            // One left open in some reading does no harm: it forgives unknown operators.
            if compatibilitySections > 0 { compatibilitySections &-= 1 }
        case .falseEnd:
            obstacles.append(.init(kind: .falseEnd, range: range))
        }
    }

    private mutating func restore(at range: Range<Int>, certain: Bool) {
        if certainSaves > 0 { certainSaves &-= 1 }
        if saves.isEmpty {
            // As long as nothing was changed, restoring a state saved before the page changes
            // nothing; but PDFium keeps the text matrix in that state.
            if changesBaseState || textBegan != nil {
                obstacles.append(.init(kind: .strayRestore, range: range))
            } else {
                extraSaves &+= 1
            }
        } else if certain {
            saves.close()
        } else {
            extraSaves &+= 1
        }
    }

    // MARK: Operands and comments

    @inline(__always)
    private mutating func skipString(_ bytes: Span<UInt8>, from start: Int) -> Int {
        var depth = 1
        let at = ContentByte.stringEnd(bytes, from: start, depth: &depth)
        if depth > 0 { cut = .string(depth: depth) }
        return at
    }

    @inline(__always)
    private mutating func skipHexString(_ bytes: Span<UInt8>, from start: Int) -> Int {
        let at = ContentByte.find(0x3E, in: bytes, from: start)
        if at < bytes.count { return at &+ 1 }
        cut = .hexString
        return at
    }

    private mutating func skipComment(_ bytes: Span<UInt8>, from start: Int) -> Int {
        let at = ContentByte.lineEnd(bytes, from: start)
        if at == bytes.count { cut = .comment }
        return at
    }

    private mutating func skipName(_ bytes: Span<UInt8>, from start: Int) -> Int {
        var at = start
        var flags: UInt8 = 0
        while at < bytes.count {
            let kind = ContentByte.flags(bytes[at])
            if kind & ContentByte.endsWord != 0 { break }
            flags |= kind
            at &+= 1
        }
        if flags & ContentByte.disputed != 0 { splitDisputed(bytes, start..<at, isName: true) }
        return at
    }

    /// Reads the operators that only PDFium sees in a word with 0x80 or 0xFF in it.
    private mutating func splitDisputed(
        _ bytes: Span<UInt8>,
        _ range: Range<Int>,
        isName: Bool
    ) {
        if !isName { execute(.unknown, at: range, certain: false) }
        var start = range.lowerBound
        var packed: UInt64 = 0
        for at in range.lowerBound...range.upperBound {
            let ends =
                at == range.upperBound
                || ContentByte.flags(bytes[at]) & ContentByte.disputed != 0
            guard ends else {
                packed = packed << 8 | UInt64(bytes[at])
                continue
            }
            if at > start, !(isName && start == range.lowerBound) {
                let name = ContentOperator.named(packed, length: at &- start)
                execute(name == .falseEnd ? .unknown : name, at: start..<at, certain: false)
            }
            start = at &+ 1
            packed = 0
        }
    }
}
