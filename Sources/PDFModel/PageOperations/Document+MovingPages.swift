// SPDX-License-Identifier: Apache-2.0
public import Faults
public import PDFSyntax

extension Document {
    /// The document with some of its pages moved, together and in their order.
    ///
    /// Links, outline and labels follow the pages. A page that comes under another node of the
    /// tree keeps what it inherited.
    ///
    /// - Parameters:
    ///   - indexes: counted from 0, in any order.
    ///   - target: the index, as it is now, of the page before which they come; the number of
    ///     pages stands for the end.
    /// - Returns: the document with the pages moved.
    /// - Throws: `notFound` for a page that is not there, `readFailed`, `limitExceeded`,
    ///   `invalidDocument`.
    public func movingPages(at indexes: [Int], before target: Int) throws(Fault) -> Document {
        var result = self
        let count = try PageTree(self).count()
        try checkPages(indexes, of: count)
        guard (0...count).contains(target) else {
            throw Fault(.notFound, "There is no page \(target &+ 1); the document has \(count).")
        }
        let moved = Set(indexes).sorted()
        let order = Self.order(of: count, moving: moved, before: target)
        guard order != Array(0..<count) else { return self }
        var arrivals: [PageTreeEditor.Arrival] = []
        for page in try foundPages(at: moved) {
            let location =
                page.location.isIndirect ? page.location : try result.makeIndirect(page)
            arrivals.append(.init(id: location.holder, inherited: page.inherited))
        }
        result = try PageTreeEditor.edit(result, removing: moved, inserting: [target: arrivals])
        if let labels = try PageLabels(self) {
            try labels.rearranged(.init(order)).write(into: &result)
        }
        return result
    }

    /// The old indexes in the new order.
    private static func order(of count: Int, moving moved: [Int], before target: Int) -> [Int] {
        let isMoved = Set(moved)
        let before = (0..<target).filter { !isMoved.contains($0) }
        let after = (target..<count).filter { !isMoved.contains($0) }
        return before + moved + after
    }
}
