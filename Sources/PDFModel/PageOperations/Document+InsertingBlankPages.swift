// SPDX-License-Identifier: Apache-2.0
public import Faults
public import PDFSyntax

extension Document {
    /// The document with empty pages inserted.
    ///
    /// - Parameters:
    ///   - blank: the size of the pages.
    ///   - number: how many.
    ///   - target: the index of the page before which they come; the number of pages stands for
    ///     the end.
    /// - Returns: the document with the pages.
    /// - Throws: `notFound` for a place that is not there, `limitExceeded`, `readFailed`,
    ///   `invalidDocument`.
    public func insertingBlankPages(
        _ blank: BlankPage,
        count number: Int = 1,
        before target: Int
    ) throws(Fault) -> Document {
        let tree = try PageTree(self)
        let count = try tree.count()
        guard (0...count).contains(target) else {
            throw Fault(.notFound, "There is no page \(target &+ 1); the document has \(count).")
        }
        var neighbour: Page?
        if case .likeNeighbour = blank {
            neighbour = try tree.pages(at: [min(target, count - 1)]).first
        }
        var result = self
        var arrivals: [PageTreeEditor.Arrival] = []
        for _ in 0..<number {
            let page = try result.add(.dictionary(blank.dictionary(neighbour: neighbour)))
            arrivals.append(.init(id: page))
        }
        result = try PageTreeEditor.edit(result, inserting: [target: arrivals])
        if let labels = try PageLabels(self) {
            let segments: [PageLabels.Segment] = [
                .old(0..<target), .new(number), .old(target..<count),
            ]
            try labels.rearranged(segments).write(into: &result)
        }
        return result
    }
}
