// SPDX-License-Identifier: Apache-2.0
public import Faults
public import PDFModel
public import PDFSyntax

/// A place between pages, as a person names it: before a page, or at the end.
public enum PagePosition: Sendable, Hashable {
    /// Before a page, counted from 0.
    case before(Int)
    /// After the last page.
    case end

    /// Reads `12` or `end`.
    ///
    /// - Throws: `usage` for anything else.
    public static func parse(_ text: String) throws(Fault) -> PagePosition {
        if text == "end" { return .end }
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text),
            number > 0
        else {
            throw Fault(.usage, "\"\(text)\" is no page; write its number, or end.")
        }
        return .before(number - 1)
    }

    /// The index of the page before which it is; the number of pages at the end.
    ///
    /// - Throws: `notFound`.
    func index(pageCount: Int) throws(Fault) -> Int {
        guard case .before(let index) = self else { return pageCount }
        guard index < pageCount else {
            throw Fault(
                .notFound,
                "There is no page \(index &+ 1); the document has \(pageCount)."
            )
        }
        return index
    }
}

/// What is to become of the pages of a document.
public enum PageChange: Sendable {
    /// Turned clockwise by a multiple of 90 degrees.
    case rotate(PageList, degrees: Int)
    /// Taken out.
    case delete(PageList)
    /// Put somewhere else, together and in their order.
    case move(PageList, to: PagePosition)
    /// Empty pages put in.
    case insertBlank(BlankPage, at: PagePosition)
    /// Pages of another file put in.
    case insert(MergeSource, PageList, at: PagePosition)
}

/// A document with its pages changed, not saved yet.
public struct RearrangedDocument: Sendable {
    /// The document.
    public var document: Document
    /// How many pages were turned, deleted, moved or inserted.
    public var changedCount: Int
    /// How many pages there are now.
    public var pageCount: Int
    /// What was odd, and what is lost.
    public var diagnostics: [Diagnostic]
}

extension Workbench {
    /// Changes the pages of a document; nothing is saved yet.
    ///
    /// - Parameters:
    ///   - document: stays as it is.
    ///   - change: what becomes of the pages.
    ///   - breaksSignatures: go ahead although it breaks digital signatures.
    /// - Returns: a document with the change.
    /// - Throws: `permissionDenied`, `wouldBreakSignature`, `notFound` (no such page), `usage` (no page would be
    ///   left), and what reading the documents throws.
    public func rearrange(
        _ document: Document,
        _ change: PageChange,
        breaksSignatures: Bool = false
    ) throws(Fault) -> RearrangedDocument {
        try document.base.require(.assemble)
        if case .insert(let source, _, _) = change { try source.document.base.require(.copy) }
        let lost = try lossOfRearranging(document, breaksSignatures: breaksSignatures)
        let count = try PageTree(document).count()
        var result = RearrangedDocument(
            document: document,
            changedCount: 1,
            pageCount: count,
            diagnostics: lost
        )
        switch change {
        case .rotate(let list, let degrees):
            let indexes = try list.indexes(pageCount: count)
            result.document = try document.rotatingPages(at: indexes, by: degrees)
            result.changedCount = indexes.count
        case .delete(let list):
            let indexes = try list.indexes(pageCount: count)
            result.document = try document.deletingPages(at: indexes)
            result.changedCount = indexes.count
        case .move(let list, let position):
            let indexes = try list.indexes(pageCount: count)
            let target = try position.index(pageCount: count)
            result.document = try document.movingPages(at: indexes, before: target)
            result.changedCount = indexes.count
        case .insertBlank(let blank, let position):
            let target = try position.index(pageCount: count)
            result.document = try document.insertingBlankPages(blank, before: target)
        case .insert(let source, let list, let position):
            let target = try position.index(pageCount: count)
            let indexes = try pages(list, of: source)
            let merged = try document.insertingPages(indexes, of: source, before: target)
            result.document = merged.document
            result.diagnostics += merged.diagnostics
            result.changedCount = indexes.count
        }
        result.pageCount = try PageTree(result.document).count()
        result.diagnostics += document.base.diagnostics
        return result
    }

    private func pages(_ list: PageList, of source: MergeSource) throws(Fault) -> [Int] {
        do {
            return try list.indexes(pageCount: try PageTree(source.document).count())
        } catch { throw error.inFile(source.name) }
    }

    /// What changing pages breaks.
    ///
    /// - Throws: `wouldBreakSignature` unless it is forced.
    private func lossOfRearranging(
        _ document: Document,
        breaksSignatures: Bool
    ) throws(Fault) -> [Diagnostic] {
        guard case .breaksSignature(let field, let reason) = try document.verdict(on: .content)
        else { return [] }
        guard breaksSignatures else {
            throw Fault(
                .wouldBreakSignature,
                "This would break the digital signature “\(field)”: \(reason). Use --force to "
                    + "break the signature."
            )
        }
        return [
            Diagnostic(.lost, "The change breaks the digital signature “\(field)”: \(reason).")
        ]
    }
}
