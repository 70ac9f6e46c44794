// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import PDFModel
internal import PDFSyntax

extension Document {
    /// The annotations of a page, from bottom to top.
    func annotations(onPage index: Int) throws(Fault) -> [Annotation] {
        try annotations(of: try PageTree(self).page(at: index))
    }
}
