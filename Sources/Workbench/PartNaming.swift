// SPDX-License-Identifier: Apache-2.0
public import Faults

/// How the parts of a document are called.
///
/// A pattern holds `{name}`, the name of the file without its extension, `{part}`, the number of
/// the part from 1, and `{first}` and `{last}`, its pages as they were counted before. Numbers have
/// as many digits as the largest of them, three at least, so that names sort as the parts do.
public struct PartNaming: Sendable, Hashable {
    private let pattern: String

    /// `{name}-{part}.pdf`, as in `contract-001.pdf`.
    public static let usual = PartNaming(unchecked: "{name}-{part}.pdf")

    private init(unchecked pattern: String) { self.pattern = pattern }

    /// Reads a pattern; `.pdf` is added where it is missing.
    ///
    /// - Throws: `usage` for a pattern that would give all parts one name or name a folder.
    public init(_ pattern: String) throws(Fault) {
        guard ["{part}", "{first}", "{last}"].contains(where: pattern.contains) else {
            throw Fault(
                .usage,
                "The pattern \"\(pattern)\" must hold {part}, {first} or {last}, or all parts would"
                    + " have one name."
            )
        }
        guard !pattern.contains("/") else {
            throw Fault(.usage, "The pattern \"\(pattern)\" is a name, without folders.")
        }
        self.pattern = pattern.lowercased().hasSuffix(".pdf") ? pattern : pattern + ".pdf"
    }

    /// The names of the parts of a file.
    ///
    /// - Parameters:
    ///   - parts: their pages, counted from 0.
    ///   - path: of the file.
    /// - Returns: as many names, each once.
    public func names(of parts: [Range<Int>], from path: String) -> [String] {
        var stem = path.split(separator: "/").last.map(String.init) ?? path
        if stem.count > 4, stem.lowercased().hasSuffix(".pdf") { stem.removeLast(4) }
        let pieces = self.pieces(stem)
        let digits = max(3, String(parts.last?.upperBound ?? 0).count)
        let partDigits = max(3, String(parts.count).count)
        return parts.enumerated().map { place, pages in
            pieces.map { piece in
                switch piece {
                case .text(let text): text
                case .part: padded(place + 1, partDigits)
                case .first: padded(pages.lowerBound + 1, digits)
                case .last: padded(pages.upperBound, digits)
                }
            }.joined()
        }
    }

    private enum Piece { case text(String), part, first, last }

    private func pieces(_ stem: String) -> [Piece] {
        var pieces: [Piece] = []
        var rest = pattern[...]
        while let open = rest.firstIndex(of: "{") {
            pieces.append(.text(String(rest[..<open])))
            rest = rest[open...]
            let known: [(String, Piece)] = [
                ("{name}", .text(stem)), ("{part}", .part), ("{first}", .first), ("{last}", .last),
            ]
            if let (word, piece) = known.first(where: { rest.hasPrefix($0.0) }) {
                pieces.append(piece)
                rest = rest.dropFirst(word.count)
            } else {
                pieces.append(.text("{"))
                rest = rest.dropFirst()
            }
        }
        return pieces + [.text(String(rest))]
    }

    private func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
