// SPDX-License-Identifier: Apache-2.0

extension JSONValue: CustomStringConvertible {
    /// The value on one line.
    public var description: String { serialised() }

    /// The value as JSON text: on one line, or `pretty` with an indent of two spaces.
    ///
    /// Whole numbers have no fraction, other numbers the fewest digits that read back as the same
    /// double; what JSON cannot say (infinity, not a number) becomes `null`. Control characters are
    /// escaped, also those above U+007F, so that the text is safe to show on a terminal.
    public func serialised(pretty: Bool = false) -> String {
        String(decoding: serialisedBytes(pretty: pretty), as: UTF8.self)
    }

    /// The bytes of `serialised(pretty:)`, for whoever writes them out.
    public func serialisedBytes(pretty: Bool = false) -> [UInt8] {
        var writer = JSONWriter(isPretty: pretty)
        writer.write(self)
        return writer.bytes
    }
}

/// Writes values as UTF-8: a long list character by character would take many times as long.
private struct JSONWriter {
    private(set) var bytes: [UInt8] = []
    let isPretty: Bool
    private var indent = 0

    init(isPretty: Bool) { self.isPretty = isPretty }

    mutating func write(_ value: JSONValue) {
        switch value {
        case .null: plain("null")
        case .bool(let value): plain(value ? "true" : "false")
        case .number(let value): write(value)
        case .string(let value): write(value)
        case .array(let elements):
            write(elements, UInt8(ascii: "["), UInt8(ascii: "]")) { writer, element in
                writer.write(element)
            }
        case .object(let members):
            write(members, UInt8(ascii: "{"), UInt8(ascii: "}")) { writer, member in
                writer.write(member.key)
                writer.bytes.append(UInt8(ascii: ":"))
                if writer.isPretty { writer.bytes.append(0x20) }
                writer.write(member.value)
            }
        }
    }

    private mutating func write<Item>(
        _ items: [Item],
        _ opening: UInt8,
        _ closing: UInt8,
        _ each: (inout JSONWriter, Item) -> Void
    ) {
        bytes.append(opening)
        indent += 2
        for (index, item) in items.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            newline()
            each(&self, item)
        }
        indent -= 2
        if !items.isEmpty { newline() }
        bytes.append(closing)
    }

    private mutating func newline() {
        guard isPretty else { return }
        bytes.append(0x0A)
        for _ in 0..<indent { bytes.append(0x20) }
    }

    private mutating func plain(_ text: String) {
        var text = text
        text.withUTF8 { unsafe bytes.append(contentsOf: $0) }
    }

    /// Below this a whole number has as few digits as its description.
    private static let largestPlain = 1e15

    private mutating func write(_ number: Double) {
        guard number.isFinite else { return plain("null") }
        let whole = number.rounded(.towardZero)
        if number == whole, abs(number) < Self.largestPlain, number != 0 || number.sign == .plus {
            return plain(String(Int(whole)))
        }
        let digits = number.description
        plain(digits.hasSuffix(".0") ? String(digits.dropLast(2)) : digits)
    }

    private mutating func write(_ string: String) {
        bytes.append(UInt8(ascii: "\""))
        var string = string
        string.withUTF8 { text in
            var start = 0
            for index in 0..<text.count {
                let byte = unsafe text[index]
                let escaped: UInt8
                switch byte {
                case 0x00..<0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x7F: escaped = byte
                // U+0080 to U+009F are two bytes, the first of which is C2.
                case 0x80..<0xA0 where unsafe index > 0 && text[index - 1] == 0xC2: escaped = byte
                default: continue
                }
                let end = byte < 0x80 ? index : index - 1
                unsafe bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<end]))
                writeEscaped(escaped)
                start = index + 1
            }
            unsafe bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func writeEscaped(_ byte: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        default:
            plain("u00")
            for digit in [byte >> 4, byte & 15] {
                bytes.append(digit < 10 ? 0x30 + digit : 0x61 + digit - 10)
            }
        }
    }
}
