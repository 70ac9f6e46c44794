// SPDX-License-Identifier: Apache-2.0

/// One token (ISO 32000-2, 7.2).
enum Token: Equatable {
    case integer(Int)
    case real(Double)
    case string([UInt8])
    case name(COSName)
    case arrayOpen, arrayClose
    case dictionaryOpen, dictionaryClose
    /// A word that is none of the others: `obj`, `R`, `true`, or something odd.
    case keyword(ArraySlice<UInt8>)
    /// The bytes are at their end.
    case end

    func isKeyword(_ word: StaticString) -> Bool {
        guard case .keyword(let bytes) = self else { return false }
        return bytes.matches(word)
    }
}

extension ArraySlice<UInt8> {
    /// Whether these bytes are exactly the word.
    func matches(_ word: StaticString) -> Bool {
        count == word.utf8CodeUnitCount && starts(with: word, at: startIndex)
    }

    /// Whether the word stands at the index.
    func starts(with word: StaticString, at index: Int) -> Bool {
        let length = word.utf8CodeUnitCount
        guard index >= startIndex, endIndex - index >= length else { return false }
        return word.withUTF8Buffer { word in
            for step in 0..<length where unsafe self[index + step] != word[step] { return false }
            return true
        }
    }
}

/// Cuts bytes into tokens.
///
/// It never fails: what makes no sense comes out as an odd keyword.
struct Lexer {
    /// A window of the file; indices are the slice's own.
    let bytes: ArraySlice<UInt8>
    /// The next byte to read.
    var position: Int
    /// What was odd inside tokens, which does not change how they are read.
    private(set) var sloppiness: Set<Sloppiness> = []

    /// Something odd inside a token.
    enum Sloppiness: String {
        /// 7.3.5: two hexadecimal digits follow.
        case strayHash = "A name holds a # that no two hexadecimal digits follow."
        /// 7.3.4.3.
        case strayHexDigit = "A hexadecimal string holds something that is no digit."
        /// 7.3.4.
        case openString = "A string has no end."
    }

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    var isAtEnd: Bool { position >= bytes.endIndex }

    func peek(_ ahead: Int = 0) -> UInt8? {
        position + ahead < bytes.endIndex ? bytes[position + ahead] : nil
    }

    /// Passes over white space and comments (7.2.4).
    mutating func skipWhiteSpace() {
        position = Self.endOfWhiteSpace(bytes.span, position - bytes.startIndex) + bytes.startIndex
    }

    private static func endOfWhiteSpace(_ span: Span<UInt8>, _ start: Int) -> Int {
        var index = start
        while index < span.count {
            let byte = span[index]
            if CharacterClass.isWhiteSpace(byte) {
                index += 1
            } else if byte == UInt8(ascii: "%") {
                while index < span.count, span[index] != 0x0A, span[index] != 0x0D { index += 1 }
            } else {
                return index
            }
        }
        return index
    }

    mutating func next() -> Token {
        skipWhiteSpace()
        guard position < bytes.endIndex else { return .end }
        let byte = bytes[position]
        switch byte {
        case UInt8(ascii: "/"):
            position += 1
            return .name(name())
        case UInt8(ascii: "("):
            position += 1
            return .string(literalString())
        case UInt8(ascii: "<"):
            position += 1
            if peek() == UInt8(ascii: "<") {
                position += 1
                return .dictionaryOpen
            }
            return .string(hexString())
        case UInt8(ascii: ">"):
            position += 1
            if peek() == UInt8(ascii: ">") {
                position += 1
                return .dictionaryClose
            }
            return .keyword(bytes[position - 1..<position])
        case UInt8(ascii: "["):
            position += 1
            return .arrayOpen
        case UInt8(ascii: "]"):
            position += 1
            return .arrayClose
        case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: ")"):
            position += 1
            return .keyword(bytes[position - 1..<position])
        case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), 0x30...0x39:
            return number()
        default:
            return .keyword(regularRun())
        }
    }

    private mutating func regularRun() -> ArraySlice<UInt8> {
        let start = position
        while position < bytes.endIndex, CharacterClass.isRegular(bytes[position]) { position += 1 }
        return bytes[start..<position]
    }

    // MARK: Numbers (7.3.3)

    /// Reads a run of regular bytes that begins like a number.
    ///
    /// Lenient as the known readers are: several signs count as one, a sign in the middle ends
    /// the number, a second point ends it too. A run with letters (`12abc`) is a keyword.
    private mutating func number() -> Token {
        let start = position
        var negative = false
        while let byte = peek(), byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") {
            if byte == UInt8(ascii: "-") { negative = true }
            position += 1
        }
        // Counted downwards, as the least integer is one further from 0 than the greatest.
        var whole = 0
        var overflow = false
        while let byte = peek(), CharacterClass.isDigit(byte) {
            let digit = Int(byte &- 0x30)
            let (product, over1) = whole.multipliedReportingOverflow(by: 10)
            let (sum, over2) = product.subtractingReportingOverflow(digit)
            overflow = overflow || over1 || over2
            whole = sum
            position += 1
        }
        overflow = overflow || (!negative && whole == .min)
        guard peek() == UInt8(ascii: ".") else {
            let integer: Token =
                overflow
                ? .real(longNumber(from: start, negative))
                : .integer(negative ? whole : 0 &- whole)
            let goesOn = peek().map(CharacterClass.isRegular) == true
            return goesOn ? oddNumber(from: start, integer) : integer
        }
        position += 1
        let fractionStart = position
        while let byte = peek(), CharacterClass.isDigit(byte) { position += 1 }
        let value =
            shortFraction(from: fractionStart, whole: overflow ? .infinity : -Double(whole))
            .map { negative ? -$0 : $0 }
            ?? longNumber(from: start, negative)
        _ = regularRun()
        return .real(value)
    }

    /// The value of digits with a fraction when it is exact by one division, since both parts
    /// fit a Double.
    private func shortFraction(from fractionStart: Int, whole: Double) -> Double? {
        let digits = position - fractionStart
        var mantissa: UInt64 = 0
        if digits <= 15, whole < 1e6 {
            for index in fractionStart..<position {
                mantissa = mantissa &* 10 &+ UInt64(bytes[index] &- 0x30)
            }
            let scale = Self.powersOfTen[digits]
            let total = whole * scale + Double(mantissa)
            if total < 9_007_199_254_740_992 { return total / scale }
        }
        return nil
    }

    /// The number from here to the position, by way of the standard library.
    ///
    /// None is infinite, as no file could say that.
    private func longNumber(from start: Int, _ negative: Bool) -> Double {
        var digits = bytes[start..<position].drop { !CharacterClass.isDigit($0) && $0 != 0x2E }
        if digits.last == 0x2E { digits.removeLast() }
        let value = Double("0" + String(decoding: digits, as: UTF8.self)) ?? 0
        let finite = min(value, .greatestFiniteMagnitude)
        return negative ? -finite : finite
    }

    static let powersOfTen: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
    ]

    private mutating func oddNumber(from start: Int, _ integer: Token) -> Token {
        let hasDigits = position > start && CharacterClass.isDigit(bytes[position - 1])
        let cut = position
        _ = regularRun()
        // "12-34" is 12 for the known readers.
        if hasDigits, bytes[cut] == UInt8(ascii: "-") { return integer }
        return .keyword(bytes[start..<position])
    }

    // MARK: Names (7.3.5)

    /// The name behind its slash.
    mutating func name() -> COSName {
        let start = position
        let (end, name) = Self.plainName(bytes.span, position - bytes.startIndex)
        position = end + bytes.startIndex
        if let name { return name }
        let run = bytes[start..<position]
        var plain: [UInt8] = []
        var index = run.startIndex
        while index < run.endIndex {
            if run[index] == UInt8(ascii: "#"), index + 2 < run.endIndex,
                let high = CharacterClass.hexValue(run[index + 1]),
                let low = CharacterClass.hexValue(run[index + 2])
            {
                plain.append(high << 4 | low)
                index += 3
            } else {
                if run[index] == UInt8(ascii: "#") { sloppiness.insert(.strayHash) }
                plain.append(run[index])
                index += 1
            }
        }
        return COSName(bytes: plain[...])
    }

    /// Where a name ends, and the name when it is ASCII without escapes.
    private static func plainName(_ span: Span<UInt8>, _ start: Int) -> (end: Int, COSName?) {
        var end = start
        var isPlain = true
        while end < span.count {
            let byte = span[end]
            if !CharacterClass.isLetter(byte) {
                guard CharacterClass.isRegular(byte) else { break }
                isPlain = isPlain && byte != UInt8(ascii: "#") && byte < 0x80
            }
            end += 1
        }
        return (end, isPlain ? COSName(ascii: span.extracting(start..<end)) : nil)
    }

    // MARK: Strings (7.3.4)

    private mutating func literalString() -> [UInt8] {
        var out: [UInt8] = []
        var depth = 1
        while let byte = peek() {
            position += 1
            switch byte {
            case UInt8(ascii: "("):
                depth += 1
                out.append(byte)
            case UInt8(ascii: ")"):
                depth -= 1
                if depth == 0 { return out }
                out.append(byte)
            case UInt8(ascii: "\\"):
                escape(into: &out)
            case 0x0D:
                // An end of line in whatever form is a line feed.
                if peek() == 0x0A { position += 1 }
                out.append(0x0A)
            default:
                out.append(byte)
            }
        }
        sloppiness.insert(.openString)
        return out
    }

    private mutating func escape(into out: inout [UInt8]) {
        guard let byte = peek() else { return }
        position += 1
        switch byte {
        case UInt8(ascii: "n"): out.append(0x0A)
        case UInt8(ascii: "r"): out.append(0x0D)
        case UInt8(ascii: "t"): out.append(0x09)
        case UInt8(ascii: "b"): out.append(0x08)
        case UInt8(ascii: "f"): out.append(0x0C)
        case 0x0D: if peek() == 0x0A { position += 1 }
        case 0x0A: break
        case 0x30...0x37:
            var value = Int(byte - 0x30)
            for _ in 0..<2 {
                guard let digit = peek(), (0x30...0x37).contains(digit) else { break }
                value = value * 8 + Int(digit - 0x30)
                position += 1
            }
            out.append(UInt8(truncatingIfNeeded: value))
        default: out.append(byte)
        }
    }

    private mutating func hexString() -> [UInt8] {
        var out: [UInt8] = []
        var high: UInt8?
        var isClosed = false
        while let byte = peek() {
            position += 1
            isClosed = byte == UInt8(ascii: ">")
            if isClosed { break }
            guard let digit = CharacterClass.hexValue(byte) else {
                if !CharacterClass.isWhiteSpace(byte) { sloppiness.insert(.strayHexDigit) }
                continue
            }
            if let first = high {
                out.append(first << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        if !isClosed { sloppiness.insert(.openString) }
        // 7.3.4.3: a missing last digit is 0.
        if let high { out.append(high << 4) }
        return out
    }
}
