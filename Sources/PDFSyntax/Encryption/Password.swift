// SPDX-License-Identifier: Apache-2.0
internal import UnicodeText

/// A password as a person gave it (ISO 32000-2, 7.6.4).
///
/// Programs have turned characters into bytes in more than one way, so one password may be tried
/// as several rows of bytes.
public struct Password: Sendable, Hashable {
    /// As it was given.
    package let bytes: [UInt8]

    /// A password that was typed.
    public init(_ text: String) { bytes = Array(text.utf8) }

    /// A password that came as bytes, which are most likely UTF-8.
    public init(bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

    /// No characters at all, with which many documents open.
    public static let empty = Password("")

    /// Longer ones count by their beginning (7.6.4.3.2, 7.6.4.3.3).
    private static let oldBytes = 32
    private static let newBytes = 127

    /// The rows of bytes to try.
    ///
    /// - Parameter revision: /R.
    /// - Returns: at least one, the most likely first.
    func candidates(revision: Int) -> [[UInt8]] {
        var found: [[UInt8]] = []
        func add(_ candidate: [UInt8]?, _ limit: Int) {
            guard let cut = candidate?.prefix(limit), !found.contains(Array(cut)) else { return }
            found.append(Array(cut))
        }
        let text = String(validating: bytes, as: UTF8.self)
        if revision >= 5 {
            add(text.flatMap { SASLPrep.prepare($0) }.map { Array($0.utf8) }, Self.newBytes)
            add(bytes, Self.newBytes)
        } else {
            add(text.flatMap(PDFDocEncoding.encode), Self.oldBytes)
            add(text.flatMap(Self.latin1), Self.oldBytes)
            add(bytes, Self.oldBytes)
        }
        return found
    }

    private static func latin1(_ text: String) -> [UInt8]? {
        let bytes = text.unicodeScalars.compactMap { UInt8(exactly: $0.value) }
        return bytes.count == text.unicodeScalars.count ? bytes : nil
    }

    /// The bytes that a new document of revision 6 takes.
    var forNewDocument: [UInt8] { candidates(revision: 6).first ?? [] }
}
