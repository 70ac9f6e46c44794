// SPDX-License-Identifier: Apache-2.0
public import Faults
internal import Geometry
public import PDFSyntax

extension Document {
    /// The document with some of its pages turned (ISO 32000-2, 7.7.3.3, /Rotate).
    ///
    /// Only the pages themselves are changed; what other pages inherit stays.
    ///
    /// - Parameters:
    ///   - indexes: counted from 0, in any order.
    ///   - degrees: clockwise, a multiple of 90.
    /// - Returns: the document with the pages turned.
    /// - Throws: `usage` for any other angle, `notFound` for a page that is not there,
    ///   `readFailed`, `limitExceeded`, `invalidDocument`.
    public func rotatingPages(at indexes: [Int], by degrees: Int) throws(Fault) -> Document {
        guard degrees.isMultiple(of: 90) else {
            throw Fault(.usage, "Pages turn by 90, 180 or 270 degrees, not by \(degrees).")
        }
        let turn = degrees % 360
        var result = self
        for page in try foundPages(at: indexes) {
            var page = page
            if !page.location.isIndirect { page.location = try result.makeIndirect(page) }
            // 360 more makes it positive: a page's rotation and the turn are below that.
            page.dictionary["Rotate"] = .integer((page.space.rotation + turn + 360) % 360)
            result.set(page.location.holder, .dictionary(page.dictionary))
        }
        return result
    }

    /// The pages of some indexes, each once, all of them in the file.
    func foundPages(at indexes: [Int]) throws(Fault) -> [Page] {
        try foundPages(at: indexes, in: try PageTree(self))
    }

    /// As `foundPages(at:)`, for who asks many times.
    func foundPages(at indexes: [Int], in tree: PageTree) throws(Fault) -> [Page] {
        let wanted = Set(indexes)
        let pages = try tree.pages(at: wanted.sorted())
        if pages.count < wanted.count {
            try checkPages(indexes, of: try tree.count())
            let found = Set(pages.map(\.index))
            throw Fault(
                .notFound,
                "The page is counted, but it is not in the file.",
                at: Place(pageIndex: wanted.subtracting(found).min())
            )
        }
        return pages
    }
}
