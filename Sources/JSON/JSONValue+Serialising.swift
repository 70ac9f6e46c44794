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
        var text = ""
        write(to: &text, indent: pretty ? 0 : nil)
        return text
    }

    private func write(to text: inout String, indent: Int?) {
        switch self {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .number(let value): Self.write(value, to: &text)
        case .string(let value): Self.write(value, to: &text)
        case .array(let elements):
            Self.write(elements, "[", "]", to: &text, indent: indent) { element, text, indent in
                element.write(to: &text, indent: indent)
            }
        case .object(let members):
            Self.write(members, "{", "}", to: &text, indent: indent) { member, text, indent in
                Self.write(member.key, to: &text)
                text += indent == nil ? ":" : ": "
                member.value.write(to: &text, indent: indent)
            }
        }
    }

    private static func write<Item>(
        _ items: [Item],
        _ opening: String,
        _ closing: String,
        to text: inout String,
        indent: Int?,
        _ each: (Item, inout String, Int?) -> Void
    ) {
        text += opening
        let inner = indent.map { $0 + 2 }
        for (index, item) in items.enumerated() {
            if index > 0 { text += "," }
            newline(inner, to: &text)
            each(item, &text, inner)
        }
        if !items.isEmpty { newline(indent, to: &text) }
        text += closing
    }

    private static func newline(_ indent: Int?, to text: inout String) {
        guard let indent else { return }
        text += "\n"
        text += String(repeating: " ", count: indent)
    }

    private static func write(_ number: Double, to text: inout String) {
        guard number.isFinite else {
            text += "null"
            return
        }
        let digits = number.description
        text += digits.hasSuffix(".0") ? String(digits.dropLast(2)) : digits
    }

    private static func write(_ string: String, to text: inout String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}
