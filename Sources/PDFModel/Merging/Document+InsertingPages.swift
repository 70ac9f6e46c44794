// SPDX-License-Identifier: Apache-2.0
public import Faults
public import PDFSyntax

extension Document {
    /// The document with pages of another inserted.
    ///
    /// What belongs to the pages comes along, as in `PageExtraction` and `merging`: the outline
    /// below an item of its own, named destinations, form fields, layers, tags; what is called as
    /// something here already gets another name. This document's own structures stay as they are.
    ///
    /// - Parameters:
    ///   - indexes: pages of the other, counted from 0, in the order in which they shall stand.
    ///   - source: the other, and what its branch of the outline is called.
    ///   - target: the index of the page before which they come; the number of pages stands for
    ///     the end.
    /// - Returns: the document, which a save can append to, and what could not be kept.
    /// - Throws: `notFound` for a page or place that is not there, `limitExceeded`, `readFailed`,
    ///   `invalidDocument`.
    public func insertingPages(
        _ indexes: [Int],
        of source: MergeSource,
        before target: Int
    ) throws(Fault) -> MergedDocument {
        let count = try PageTree(self).count()
        guard (0...count).contains(target) else {
            throw Fault(.notFound, "There is no page \(target &+ 1); the document has \(count).")
        }
        guard !indexes.isEmpty else { return MergedDocument(document: self, diagnostics: []) }
        let part: Document
        do { part = try source.document.keepingPages(indexes) } catch {
            throw error.inFile(source.name)
        }
        var builder = MergeBuilder(self)
        let arrivals = try builder.insert(
            MergeSource(part, name: source.name),
            at: target,
            of: count
        )
        builder.document = try PageTreeEditor.edit(
            builder.document,
            inserting: [target: arrivals]
        )
        return MergedDocument(
            document: try builder.document.absorbingImports(),
            diagnostics: builder.diagnostics
        )
    }
}

extension MergeBuilder {
    /// Brings in the structures of a document whose pages come into the middle of this one.
    ///
    /// - Returns: its pages, which are still to be put into the tree.
    fileprivate mutating func insert(
        _ source: MergeSource,
        at target: Int,
        of count: Int
    ) throws(Fault) -> [PageTreeEditor.Arrival] {
        var imported = try document.importing(source.document)
        let roster = try PageTree(source.document).roster()
        let pages = roster.pages.compactMap { $0.flatMap(imported.shifted) }
        var part = MergePart(
            name: source.name,
            title: try DocumentInfo(source.document).title,
            catalog: try imported.catalog(in: document),
            firstPage: target,
            pageCount: pages.count,
            opening: pages.first,
            isFirst: false
        )
        try addTarget()
        try names.add(part, &imported, &document)
        try tags.reserve(part, &imported, document)
        try form.addResources(part, &imported, &document)
        document.update(imported)
        part.catalog = try imported.catalog(in: document)
        try addJoined(part)
        try insertLabels(part, try PageLabels(source.document), of: count)
        return pages.map { PageTreeEditor.Arrival(id: $0) }
    }

    /// The labels of the pages that come, between those that are there.
    private mutating func insertLabels(
        _ part: MergePart,
        _ other: PageLabels?,
        of count: Int
    ) throws(Fault) {
        guard let own = try PageLabels(document) else { return }
        let target = part.firstPage
        var labels = own.rearranged([.old(0..<target)])
        if let other {
            labels.append(other.rearranged([.old(0..<part.pageCount)]).runs, at: target)
        } else {
            labels.append([PageLabels.Run(first: 0, style: [:], start: 1)], at: target)
        }
        let after = own.rearranged([.old(target..<count)])
        labels.append(after.runs, at: target + part.pageCount)
        try labels.write(into: &document)
    }
}
