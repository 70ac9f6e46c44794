// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import PDFModel
internal import PDFSyntax

extension Workbench {
    /// The pages of a list; those that are counted and not there are told.
    ///
    /// - Throws: `notFound` for pages that the document does not have.
    func pages(
        _ list: PageList,
        of document: Document,
        _ diagnostics: inout [Diagnostic]
    ) throws(Fault) -> [Page] {
        let tree = try PageTree(document)
        let indexes = try list.indexes(pageCount: try tree.count())
        if indexes.count == 1 { return [try tree.page(at: indexes[0])] }
        let parts = try Parallel.mapRanges(indexes.count, least: Self.pagesForThread) {
            range throws(Fault) in try tree.pagesByCount(at: Array(indexes[range]))
        }
        let pages =
            parts.contains { $0 == nil }
            ? try tree.pages(at: indexes) : Array(parts.compactMap(\.self).joined())
        guard pages.count < indexes.count else { return pages }
        let found = Set(pages.map(\.index))
        for index in indexes where !found.contains(index) {
            diagnostics.append(
                Diagnostic(
                    .lost,
                    "The page is counted, but it is not in the file.",
                    at: Place(pageIndex: index)
                )
            )
        }
        guard !pages.isEmpty else {
            throw Fault(.notFound, "None of these pages is in the file, though they are counted.")
        }
        return pages
    }
}
