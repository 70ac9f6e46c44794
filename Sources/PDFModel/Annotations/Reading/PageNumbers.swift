// SPDX-License-Identifier: Apache-2.0
internal import Faults
package import PDFSyntax
internal import Synchronization

/// Finds the page that a destination names; the pages are numbered when the first one asks.
package final class PageNumbers: Sendable {
    private let document: Document
    private let known = Mutex<[ObjectID: Int]?>(nil)

    /// Of the pages of a document.
    package init(_ document: Document) { self.document = document }

    /// The page of a destination's first element: a reference, or a number, which some programs
    /// write; `nil` when there is no such page.
    ///
    /// - Throws: `readFailed`, `limitExceeded`.
    func page(_ object: COSObject) throws(Fault) -> Page? {
        let index: Int?
        if let id = object.reference { index = try numbers()[id] } else { index = object.integer }
        guard let index, index >= 0 else { return nil }
        return try PageTree(document).pages(at: [index]).first
    }

    private func numbers() throws(Fault) -> [ObjectID: Int] {
        if let numbers = known.withLock({ $0 }) { return numbers }
        var numbers: [ObjectID: Int] = [:]
        for (index, page) in try PageTree(document).roster().pages.enumerated() {
            if let page, numbers[page] == nil { numbers[page] = index }
        }
        let found = numbers
        known.withLock { $0 = found }
        return found
    }
}
