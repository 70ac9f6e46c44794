// SPDX-License-Identifier: Apache-2.0

extension JSONValue {
    /// Beyond these, input is refused (RFC 8259, 9, allows it).
    public enum Limits {
        /// How deep arrays and objects may nest; the parser calls itself for each.
        public static var depth: Int { 128 }
        /// How long one number may be.
        ///
        /// The longest that says anything new has about 770 digits.
        public static var numberBytes: Int { 1024 }
    }

    /// Reads one JSON text, strictly as RFC 8259 has it; a byte order mark in front is ignored.
    ///
    /// Beyond the grammar it refuses what Swift cannot hold: escapes of half a surrogate pair and
    /// numbers larger than a double.
    public static func parse(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
        if let offset = firstInvalidUTF8(in: bytes) {
            throw JSONError(byteOffset: offset, message: "The text is not valid UTF-8.")
        }
        var parser = JSONParser(bytes: bytes)
        return try parser.document()
    }
}

/// Recursive descent over bytes that are known to be UTF-8.
private struct JSONParser {
    let bytes: [UInt8]
    var position = 0
    var depth = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// The byte at the position; 0, which is never allowed, at the end.
    var next: UInt8 { position < bytes.count ? bytes[position] : 0 }

    func failure(_ message: String, at offset: Int? = nil) -> JSONError {
        let offset = offset ?? position
        let ended = offset >= bytes.count
        return JSONError(
            byteOffset: offset,
            message: ended ? "The text ends too early: \(message)" : message
        )
    }

    mutating func document() throws(JSONError) -> JSONValue {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        let value = try value()
        skipSpace()
        guard position == bytes.count else {
            throw failure("There is something after the end of the value.")
        }
        return value
    }

    mutating func skipSpace() {
        while next == 0x20 || next == 0x0A || next == 0x0D || next == 0x09 { position += 1 }
    }

    mutating func value() throws(JSONError) -> JSONValue {
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return try object()
        case UInt8(ascii: "["): return try array()
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            return .number(try number())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: throw failure("A value was expected here.")
        }
    }

    mutating func word(_ word: String, _ value: JSONValue) throws(JSONError) -> JSONValue {
        guard bytes[position...].starts(with: word.utf8) else {
            throw failure("A value was expected here.")
        }
        position += word.utf8.count
        return value
    }

    mutating func enter() throws(JSONError) {
        guard depth < JSONValue.Limits.depth else {
            throw failure("Arrays and objects nest deeper than \(JSONValue.Limits.depth).")
        }
        depth += 1
        position += 1
        skipSpace()
    }

    mutating func leave() {
        depth -= 1
        position += 1
    }

    mutating func array() throws(JSONError) -> JSONValue {
        try enter()
        var elements: [JSONValue] = []
        while next != UInt8(ascii: "]") {
            elements.append(try value())
            try comma(before: UInt8(ascii: "]"))
        }
        leave()
        return .array(elements)
    }

    mutating func object() throws(JSONError) -> JSONValue {
        try enter()
        var members: [JSONValue.Member] = []
        while next != UInt8(ascii: "}") {
            guard next == UInt8(ascii: "\"") else {
                throw failure("A name in quotes was expected here.")
            }
            let key = try string()
            skipSpace()
            guard next == UInt8(ascii: ":") else { throw failure("A colon was expected here.") }
            position += 1
            members.append(JSONValue.Member(key: key, value: try value()))
            try comma(before: UInt8(ascii: "}"))
        }
        leave()
        return .object(members)
    }

    /// Passes a comma and what follows it, or stands before the closing bracket.
    mutating func comma(before closing: UInt8) throws(JSONError) {
        skipSpace()
        if next == closing { return }
        guard next == UInt8(ascii: ",") else {
            throw failure("A comma or a closing bracket was expected here.")
        }
        position += 1
        skipSpace()
        if next == closing { throw failure("There is a comma before the closing bracket.") }
    }
}

extension JSONParser {
    /// RFC 8259, 6: no leading zeros, digits on both sides of the point.
    fileprivate mutating func number() throws(JSONError) -> Double {
        let start = position
        if next == UInt8(ascii: "-") { position += 1 }
        if next == UInt8(ascii: "0") { position += 1 } else { try digits() }
        if next == UInt8(ascii: ".") {
            position += 1
            try digits()
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            position += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
            try digits()
        }
        guard position - start <= JSONValue.Limits.numberBytes else {
            throw failure("The number is too long.", at: start)
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        guard let value = Double(text), value.isFinite else {
            throw failure("The number is too large.", at: start)
        }
        return value
    }

    private mutating func digits() throws(JSONError) {
        let start = position
        while next >= UInt8(ascii: "0") && next <= UInt8(ascii: "9") { position += 1 }
        guard position > start else { throw failure("A digit was expected here.") }
    }

    /// RFC 8259, 7.
    fileprivate mutating func string() throws(JSONError) -> String {
        position += 1
        var text = ""
        while true {
            let start = position
            while next >= 0x20 && next != UInt8(ascii: "\"") && next != UInt8(ascii: "\\") {
                position += 1
            }
            text += String(decoding: bytes[start..<position], as: UTF8.self)
            switch next {
            case UInt8(ascii: "\""):
                position += 1
                return text
            case UInt8(ascii: "\\"):
                text.unicodeScalars.append(try escape())
            default:
                throw failure("A string has a control character or no closing quote.")
            }
        }
    }

    private mutating func escape() throws(JSONError) -> Unicode.Scalar {
        let start = position
        position += 2
        switch start + 1 < bytes.count ? bytes[start + 1] : 0 {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try unicodeEscape(from: start)
        default: throw failure("There is no such escape in a string.", at: start)
        }
    }

    /// What follows `\u`: four digits, or a surrogate pair as two escapes.
    private mutating func unicodeEscape(from start: Int) throws(JSONError) -> Unicode.Scalar {
        let first = try hexadecimal()
        if let scalar = Unicode.Scalar(first) { return scalar }
        if first < 0xDC00, bytes[position...].starts(with: "\\u".utf8) {
            position += 2
            let second = try hexadecimal()
            if (0xDC00...0xDFFF).contains(second),
                let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + second - 0xDC00)
            {
                return scalar
            }
        }
        throw failure("An escape has half a surrogate pair.", at: start)
    }

    private mutating func hexadecimal() throws(JSONError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = Character(Unicode.Scalar(next)).hexDigitValue else {
                throw failure("Four hexadecimal digits were expected here.")
            }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }
}
