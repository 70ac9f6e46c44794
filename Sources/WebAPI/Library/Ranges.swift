// SPDX-License-Identifier: Apache-2.0
internal import ByteSource
internal import WebExchange

/// Answers with a file or a part of it (RFC 9110, 14).
enum Ranges {
    /// A part that a client asks for.
    enum Wish: Hashable {
        case whole
        case part(Range<Int>)
        /// Nothing of it is there.
        case none
    }

    /// The answer of a call that may name a range and conditions.
    static func answer(
        _ source: any ByteSource,
        _ call: WebCall,
        tag: EntityTag,
        fields: WebFields
    ) -> WebResponse {
        var fields = fields
        fields["ETag"] = tag.field
        fields["Accept-Ranges"] = "bytes"
        if call.has(tag) { return WebResponse(304, fields: fields) }
        let condition = call.head.fields["If-Range"]
        let mayBePart = condition.map { EntityTag.unquoted($0) == tag.value } ?? true
        let field = mayBePart ? call.head.fields["Range"] : nil
        switch wish(field, of: source.count) {
        case .whole:
            return WebResponse(200, fields: fields, body: .source(source, 0..<source.count))
        case .part(let range):
            fields["Content-Range"] =
                "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(source.count)"
            return WebResponse(206, fields: fields, body: .source(source, range))
        case .none:
            var refusal = WebRefusal(
                status: 416,
                code: "rangeNotSatisfiable",
                message: "The file has \(source.count) bytes."
            )
            refusal.fields["Content-Range"] = "bytes */\(source.count)"
            return WebResponse(refusal)
        }
    }

    /// One range of bytes; several, other units and what is malformed are answered with the whole,
    /// as the standard permits.
    static func wish(_ field: String?, of count: Int) -> Wish {
        guard let field, field.lowercased().hasPrefix("bytes=") else { return .whole }
        let text = field.dropFirst(6).filter { $0 != " " }
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.allSatisfy(\.isASCIIDigit) }) else {
            return .whole
        }
        switch (Int(parts[0]), Int(parts[1])) {
        case (nil, let last?) where parts[0].isEmpty:
            guard last > 0, count > 0 else { return .none }
            return .part(max(0, count - last)..<count)
        case (let first?, let last):
            guard last != nil || parts[1].isEmpty else { return .whole }
            let end = last ?? count - 1
            guard first <= end || last == nil else { return .whole }
            guard first < count else { return .none }
            return .part(first..<min(end, count - 1) + 1)
        default: return .whole
        }
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}

/// How a browser treats a file and what it calls it (RFC 6266).
enum ContentDisposition {
    static func field(_ name: String, isSaved: Bool) -> String {
        let kind = isSaved ? "attachment" : "inline"
        // For clients that know no other than ASCII.
        let plain = String(
            name.unicodeScalars.map { scalar -> Character in
                scalar.isASCII && scalar.value >= 0x20 && scalar.value < 0x7F
                    && !"\"\\%/".unicodeScalars.contains(scalar) ? Character(scalar) : "_"
            }
        )
        return "\(kind); filename=\"\(plain)\"; filename*=UTF-8''\(escaped(name))"
    }

    /// RFC 8187, 3.2.1.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for byte in text.utf8 {
            let character = Character(Unicode.Scalar(byte))
            if character.isASCII,
                character.isLetter || character.isNumber || "-._~".contains(character)
            {
                escaped.append(character)
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                escaped += "%" + (digits.count == 1 ? "0" : "") + digits
            }
        }
        return escaped
    }
}
