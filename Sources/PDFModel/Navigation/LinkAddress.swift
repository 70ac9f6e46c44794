// SPDX-License-Identifier: Apache-2.0
internal import PDFSyntax

/// An address outside the document, as text (ISO 32000-2, 12.6.4.8).
///
/// Nothing here opens it. Whoever does should let plain ones through alone: a document can come
/// from anybody, and `javascript:` or `file:` make a program do what its author wants.
public struct LinkAddress: Sendable, Hashable {
    /// The address, without control characters, which browsers pass over and which could hide its
    /// scheme.
    public let text: String
    /// What stands before the colon, in small letters; `nil` for an address that has none, which is
    /// relative to something unknown.
    public let scheme: String?

    /// What people expect of a link (RFC 9110, RFC 6068).
    private static let plainSchemes: Set<String> = ["http", "https", "mailto"]
    /// No browser takes longer addresses.
    private static let longestBytes = 1 << 16

    /// Whether it may be offered to be opened: http, https and mailto.
    public var isPlain: Bool { scheme.map(Self.plainSchemes.contains) ?? false }

    /// An address.
    public init(_ text: String) {
        var kept = String.UnicodeScalarView()
        for scalar in text.unicodeScalars where !Self.isControl(scalar) { kept.append(scalar) }
        while kept.first == " " { kept.removeFirst() }
        while kept.last == " " { kept.removeLast() }
        self.text = String(kept)
        scheme = Self.scheme(of: kept)
    }

    /// An address from a string of the file: ASCII by the standard, UTF-8 where it is not.
    ///
    /// - Parameters:
    ///   - bytes: the string.
    ///   - base: what the document says relative addresses begin with.
    init(_ bytes: [UInt8], base: String?) {
        let text = Self.decode(bytes.prefix(Self.longestBytes))
        let address = LinkAddress(text)
        if address.scheme == nil, let base {
            self = LinkAddress(base + text)
        } else {
            self = address
        }
    }

    static func decode(_ bytes: ArraySlice<UInt8>) -> String {
        let isMarked = bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
        if !isMarked, let text = String(validating: bytes, as: UTF8.self) { return text }
        return TextString.decode(Array(bytes))
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
    }

    /// RFC 3986, 3.1.
    private static func scheme(of text: String.UnicodeScalarView) -> String? {
        guard let colon = text.firstIndex(of: ":"), let first = text.first,
            first.isASCII, first.properties.isAlphabetic
        else { return nil }
        let scheme = text[..<colon]
        guard scheme.allSatisfy({ isSchemeCharacter($0) }) else { return nil }
        return String(scheme).lowercased()
    }

    private static func isSchemeCharacter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "+", "-", ".": true
        default: false
        }
    }
}
