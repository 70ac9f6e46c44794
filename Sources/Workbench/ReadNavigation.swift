// SPDX-License-Identifier: Apache-2.0
public import Faults
public import PDFModel

extension Workbench {
    /// What a reader finds its way by: outline, links, named destinations, page labels.
    ///
    /// No permission of the document forbids it.
    ///
    /// - Parameter opened: the file.
    /// - Returns: what is to be asked; keep it as long as the document stays as it is.
    /// - Throws: `readFailed`, `invalidDocument`, `limitExceeded`.
    public func navigation(of opened: OpenDocument) throws(Fault) -> Navigation {
        try Navigation(opened.document)
    }
}
