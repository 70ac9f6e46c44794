// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import PDFSyntax

/// The page labels of merged documents (ISO 32000-2, 12.4.2); there are none when no document
/// has any.
struct MergedLabels {
    private var labels = PageLabels()
    private var isNeeded = false

    /// Adds the labels of a document; pages without any count from 1.
    mutating func add(_ own: PageLabels?, of part: MergePart) {
        isNeeded = isNeeded || own != nil
        let runs =
            own?.rearranged([.old(0..<part.pageCount)]).runs ?? [.plain(from: 0)]
        labels.append(runs, at: part.firstPage)
    }

    func write(into document: inout Document) throws(Fault) {
        if isNeeded { try labels.write(into: &document) }
    }
}
