// SPDX-License-Identifier: Apache-2.0
internal import PDFSyntax

/// A step of a session's history: what it changed, and from which edition to which it leads.
struct EditionDifference: Combinable {
    var document: DocumentDifference
    var before: Int
    var after: Int

    mutating func combine(with next: EditionDifference) {
        document.combine(with: next.document)
        after = next.after
    }

    var byteCount: Int { document.byteCount }
}
