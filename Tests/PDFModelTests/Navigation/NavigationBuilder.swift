// SPDX-License-Identifier: Apache-2.0
import Faults
import Geometry
import PDFModel
import PDFSyntax

extension FileBuilder {
    /// A catalog with these entries, a page tree in object 2, so many pages from object 3 on, and
    /// then other objects.
    ///
    /// Pages are 200 by 100 points.
    static func pages(
        _ count: Int,
        page: String = "",
        catalog: String = "",
        _ more: [String] = []
    ) -> FileBuilder {
        let kids = (3..<3 + count).map { "\($0) 0 R" }.joined(separator: " ")
        var file = FileBuilder(
            "<< /Type /Catalog /Pages 2 0 R \(catalog) >>",
            "<< /Type /Pages /Kids [\(kids)] /Count \(count) /MediaBox [0 0 200 100] >>"
        )
        for _ in 0..<count { file.objects.append("<< /Type /Page /Parent 2 0 R \(page) >>") }
        file.objects += more
        return file
    }

    /// What a reader finds its way by.
    var navigation: Navigation {
        get throws { try Navigation(try document) }
    }
}

extension DocumentOutline {
    /// As in `A(B, C(D)), E`.
    var sketch: String {
        var text = ""
        var depth = 0
        for (place, item) in items.enumerated() {
            if item.depth > depth {
                text += "("
            } else {
                text += String(repeating: ")", count: depth - item.depth) + (place > 0 ? ", " : "")
            }
            text += item.title
            depth = item.depth
        }
        return text + String(repeating: ")", count: depth)
    }

    /// The sentences of what was wrong, without places.
    var complaints: [String] { diagnostics.map(\.message) }
}

extension JumpTarget {
    /// The destination in this document.
    var page: PageDestination? {
        if case .page(let destination) = self { destination } else { nil }
    }
}
