// SPDX-License-Identifier: Apache-2.0
public import Faults
internal import PDFSyntax

extension PageExtraction {
    /// The pages to which outline items of the upper levels lead: where chapters begin.
    ///
    /// - Parameter level: 1 for the uppermost items alone, 2 for those below them too, and so on.
    /// - Returns: indexes in ascending order, each once.
    /// - Throws: `readFailed`.
    public func chapterStarts(level: Int) throws(Fault) -> [Int] {
        guard let outline else { return [] }
        var places: [ObjectID: Int] = [:]
        for (index, page) in order.enumerated() {
            if let page, places[page] == nil { places[page] = index }
        }
        var depths: [Int] = []
        var starts: Set<Int> = []
        for item in outline.items {
            let depth = item.parent.map { depths[$0] + 1 } ?? 1
            depths.append(depth)
            guard depth <= level, let target = item.target else { continue }
            switch target {
            case .page(let id): if let index = places[id] { starts.insert(index) }
            case .index(let index):
                if order.indices.contains(index) { starts.insert(index) }
            }
        }
        return starts.sorted()
    }
}
