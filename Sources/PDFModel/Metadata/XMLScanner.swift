// SPDX-License-Identifier: Apache-2.0

/// Cuts XML into elements and text: as much of XML 1.0 as XMP packets use (ISO 16684-1).
///
/// Strict and small. A document type is refused, so no entity can grow; what is not well formed
/// ends the scan. Every piece tells its bytes, so that one can be replaced without touching the rest.
struct XMLScanner {
    enum Piece {
        case open(name: Substring, attributes: [Attribute], isEmpty: Bool)
        case close(name: Substring)
        case text(String)
        case end
        /// Not well formed, or more than XMP needs.
        case refused
    }

    struct Attribute {
        var name: Substring
        var value: String
        /// The bytes between the quotes.
        var range: Range<Int>
    }

    private static let mostAttributes = 256

    private let bytes: [UInt8]
    /// The next byte to read.
    private(set) var position = 0
    /// Where the piece given last began.
    private(set) var start = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    mutating func next() -> Piece {
        while position < bytes.count {
            start = position
            guard bytes[position] == UInt8(ascii: "<") else { return text() }
            if has("<!--") {
                guard skip(past: "-->") else { return .refused }
            } else if has("<?") {
                guard skip(past: "?>") else { return .refused }
            } else if has("<![CDATA[") {
                let from = position + 9
                guard skip(past: "]]>") else { return .refused }
                return .text(String(decoding: bytes[from..<position - 3], as: UTF8.self))
            } else if has("<!") {
                return .refused
            } else {
                return tag()
            }
        }
        start = position
        return .end
    }

    private mutating func text() -> Piece {
        let from = position
        while position < bytes.count, bytes[position] != UInt8(ascii: "<") { position += 1 }
        guard let text = unescaped(from..<position) else { return .refused }
        return .text(text)
    }

    private mutating func tag() -> Piece {
        position += 1
        let closes = has("/")
        if closes { position += 1 }
        guard let name = name() else { return .refused }
        if closes {
            skipSpace()
            guard has(">") else { return .refused }
            position += 1
            return .close(name: name)
        }
        var attributes: [Attribute] = []
        while true {
            skipSpace()
            if has("/>") {
                position += 2
                return .open(name: name, attributes: attributes, isEmpty: true)
            }
            if has(">") {
                position += 1
                return .open(name: name, attributes: attributes, isEmpty: false)
            }
            guard attributes.count < Self.mostAttributes, let attribute = attribute() else {
                return .refused
            }
            attributes.append(attribute)
        }
    }

    private mutating func attribute() -> Attribute? {
        guard let name = name() else { return nil }
        skipSpace()
        guard has("=") else { return nil }
        position += 1
        skipSpace()
        guard position < bytes.count else { return nil }
        let quote = bytes[position]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
        position += 1
        let from = position
        while position < bytes.count, bytes[position] != quote {
            if bytes[position] == UInt8(ascii: "<") { return nil }
            position += 1
        }
        guard position < bytes.count, let value = unescaped(from..<position) else { return nil }
        position += 1
        return Attribute(name: name, value: value, range: from..<position - 1)
    }

    private mutating func name() -> Substring? {
        let from = position
        while position < bytes.count, !Self.endsName(bytes[position]) { position += 1 }
        guard position > from else { return nil }
        return Substring(decoding: bytes[from..<position], as: UTF8.self)
    }

    private static func endsName(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte == UInt8(ascii: "=") || byte == UInt8(ascii: ">")
            || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "<") || byte == UInt8(ascii: "\"")
            || byte == UInt8(ascii: "'") || byte == UInt8(ascii: "&")
    }

    // MARK: Bytes

    private func has(_ word: String) -> Bool { bytes[position...].starts(with: word.utf8) }

    private mutating func skip(past word: String) -> Bool {
        let first = word.utf8.first
        while position < bytes.count {
            if bytes[position] == first, has(word) {
                position += word.utf8.count
                return true
            }
            position += 1
        }
        return false
    }

    private mutating func skipSpace() {
        while position < bytes.count, bytes[position] <= 0x20 { position += 1 }
    }

    /// The text with the five entities and character references undone; `nil` for others.
    private func unescaped(_ range: Range<Int>) -> String? {
        guard bytes[range].contains(UInt8(ascii: "&")) else {
            return String(decoding: bytes[range], as: UTF8.self)
        }
        var plain: [UInt8] = []
        var index = range.lowerBound
        while index < range.upperBound {
            guard bytes[index] == UInt8(ascii: "&") else {
                plain.append(bytes[index])
                index += 1
                continue
            }
            let word = bytes[(index + 1)..<range.upperBound].prefix(10).prefix {
                $0 != UInt8(ascii: ";")
            }
            index += word.count + 2
            guard index <= range.upperBound, bytes[index - 1] == UInt8(ascii: ";"),
                let scalar = Self.entity(Substring(decoding: word, as: UTF8.self))
            else { return nil }
            plain += Array(String(Character(scalar)).utf8)
        }
        return String(decoding: plain, as: UTF8.self)
    }

    private static func entity(_ word: Substring) -> Unicode.Scalar? {
        switch word {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default:
            guard word.first == "#" else { return nil }
            let digits = word.dropFirst()
            let value =
                digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
            return value.flatMap(Unicode.Scalar.init)
        }
    }

    /// Text as it stands between tags or quotes.
    static func escaped(_ text: String) -> String {
        var out = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": out += "&amp;"
            case "<": out += "&lt;"
            case ">": out += "&gt;"
            case "\"": out += "&quot;"
            // XML 1.0 has no other control characters.
            case "\u{0}"..."\u{8}", "\u{B}", "\u{C}", "\u{E}"..."\u{1F}": out += "\u{FFFD}"
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out
    }
}
