// SPDX-License-Identifier: Apache-2.0
public import Faults
public import PDFSyntax

/// Looks at what a page says of itself, its content token by token (ISO 32000-2, 7.7.3.3, 7.8.2).
public struct PageCheck {
    private let document: Document
    /// Contents that were looked at: pages may share them.
    private var seen: Set<COSObject> = []

    /// The longest content that is looked at, in bytes.
    private static let contentBytes = 128 << 20

    /// Prepares for the pages of a document.
    public init(_ document: Document) { self.document = document }

    /// What is wrong with a page.
    ///
    /// - Parameters:
    ///   - page: a page of the document.
    ///   - budget: bytes that may still be decoded; what was decoded is taken off.
    /// - Returns: every fault with its place.
    /// - Throws: `limitExceeded` when the budget is used up, `readFailed`.
    public mutating func diagnostics(
        of page: Page,
        budget: inout Int
    ) throws(Fault) -> [Diagnostic] {
        var found = page.diagnostics
        func note(_ severity: Diagnostic.Severity, _ text: String) {
            let place = Place(object: page.location.holder.description, pageIndex: page.index)
            found.append(Diagnostic(severity, text, at: place))
        }
        if let problem = try annotations(of: page) { note(.repaired, problem) }
        guard let contents = page.dictionary["Contents"] else { return found }
        if let problem = try shape(of: contents) { note(.repaired, problem) }
        guard seen.insert(contents).inserted else { return found }
        guard budget > 0 else {
            throw Fault(.limitExceeded, "The streams of the file decode to more than is looked at.")
        }
        let content: Document.PageContent
        do {
            content = try document.content(of: page, limit: min(budget, Self.contentBytes))
        } catch {
            guard error.code == .limitExceeded else { throw error }
            note(.note, "The content is longer than is looked at.")
            return found
        }
        budget -= content.bytes.count
        if !content.isComplete { note(.lost, "The content cannot be decoded to its end.") }
        let scan = ContentScan(scanning: content.bytes[...]) { [document] name in
            document.colourComponents(name, on: page)
        }
        for (kind, words) in Self.obstacles
        where scan.obstacles.contains(where: { $0.kind == kind }) {
            note(kind == .unfinishedImage ? .repaired : .note, words)
        }
        if scan.isCutShort { note(.note, "The content ends inside a string, array or dictionary.") }
        if scan.hasWordInBrackets {
            note(.note, "An array or dictionary in the content holds something that is no object.")
        }
        if scan.openSaves > 0 { note(.note, "The content has more q than Q.") }
        return found
    }

    private static let obstacles: [(ContentScan.Obstacle.Kind, String)] = [
        (.strayRestore, "The content has a Q without a q."),
        (.falseEnd, "The word endstream stands in the content."),
        (.unfinishedImage, "An inline image in the content has no end."),
    ]

    /// What is wrong with the shape of /Contents, a stream or an array of them.
    private func shape(of contents: COSObject) throws(Fault) -> String? {
        switch try document.resolve(contents) {
        case .stream: return nil
        case .null: return "The /Contents lead nowhere."
        case .array(let elements):
            for element in elements where try document.resolve(element).stream == nil {
                return "Something in the array /Contents is no stream."
            }
            return nil
        default: return "The /Contents are neither a stream nor an array of them."
        }
    }

    private func annotations(of page: Page) throws(Fault) -> String? {
        switch try document.value("Annots", in: page.dictionary) {
        case .null: return nil
        case .array(let elements):
            for element in elements where try document.resolve(element).dictionary == nil {
                return "Something in the array /Annots is no annotation."
            }
            return nil
        default: return "The /Annots are no array."
        }
    }
}
