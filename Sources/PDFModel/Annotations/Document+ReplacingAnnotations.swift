// SPDX-License-Identifier: Apache-2.0
public import Faults
public import PDFSyntax

extension Document {
    /// Gives annotations other values, each page being looked at once.
    ///
    /// - Parameters:
    ///   - annotations: their `id` and `pageIndex` say which.
    ///   - shaper: has the fonts for free text.
    /// - Returns: the annotations as they are on their pages, in the same order.
    /// - Throws: as `replace(_:shaper:)` for one; nothing is replaced then.
    @discardableResult
    public mutating func replace(
        _ annotations: [Annotation],
        shaper: any FontShaper = StandardFontShaper()
    ) throws(Fault) -> [Annotation] {
        var document = self
        var result = annotations
        let byPage = Dictionary(grouping: annotations.indices) { annotations[$0].pageIndex }
        for (page, places) in byPage.sorted(by: { $0.key < $1.key }) {
            var editor = try AnnotationEditor(document, page: page, shaper)
            for place in places { result[place] = try editor.replace(annotations[place]) }
            document = editor.finished()
        }
        self = document
        return result
    }
}
