// SPDX-License-Identifier: Apache-2.0

/// The target of a request as it stands in its first line (RFC 9112, 3.2), taken apart.
struct RequestTarget: Sendable {
    /// Still percent-encoded, without the query.
    var path: String
    /// Percent-decoded; `+` is a space, as forms write it.
    var query: [(name: String, value: String)] = []
    /// Of the absolute form only: it counts instead of the field Host (3.2.2).
    var authority: String?

    /// Takes a target apart; nil where it has more than `most` arguments.
    init?(_ text: [UInt8], most: Int) {
        var rest = text[...]
        if let separator = Self.authorityStart(in: rest) {
            let end = rest[separator...].firstIndex { $0 == UInt8(ascii: "/") || $0 == question }
            authority = String(decoding: rest[separator..<(end ?? rest.endIndex)], as: UTF8.self)
            rest = rest[(end ?? rest.endIndex)...]
        }
        let mark = rest.firstIndex(of: question) ?? rest.endIndex
        path = String(decoding: rest[..<mark], as: UTF8.self)
        if authority != nil, path.isEmpty { path = "/" }
        guard mark < rest.endIndex else { return }
        let pieces = rest[(mark + 1)...].split(separator: UInt8(ascii: "&"), maxSplits: most)
        guard pieces.count <= most else { return nil }
        query = pieces.map { piece in
            let equals = piece.firstIndex(of: UInt8(ascii: "=")) ?? piece.endIndex
            return (
                name: Self.decoded(piece[..<equals]),
                value: Self.decoded(piece[equals...].dropFirst())
            )
        }
    }

    /// Where the authority begins in `http://host/…`.
    private static func authorityStart(in text: ArraySlice<UInt8>) -> Int? {
        for scheme in ["http://", "https://"] {
            let start = text.prefix(scheme.utf8.count)
            if start.elementsEqual(scheme.utf8, by: { $0 | 0x20 == $1 | 0x20 }) {
                return start.endIndex
            }
        }
        return nil
    }

    private static func decoded(_ text: ArraySlice<UInt8>) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var index = text.startIndex
        while index < text.endIndex {
            if text[index] == UInt8(ascii: "%"), index + 2 < text.endIndex,
                let high = digit(text[index + 1]), let low = digit(text[index + 2])
            {
                bytes.append(high << 4 | low)
                index += 3
            } else {
                bytes.append(text[index] == UInt8(ascii: "+") ? UInt8(ascii: " ") : text[index])
                index += 1
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

private let question = UInt8(ascii: "?")
