// SPDX-License-Identifier: Apache-2.0
public import Faults
public import PDFSyntax

extension Document {
    /// A document of some of the pages, with what belongs to them.
    ///
    /// For many parts of one document make one `PageExtraction`.
    ///
    /// - Parameter indexes: counted from 0, in the order in which the pages shall stand, each once.
    /// - Returns: the document, which must be written as a file of its own.
    /// - Throws: `notFound` for a page that is not there, `readFailed`, `limitExceeded`,
    ///   `invalidDocument`.
    public func keepingPages(_ indexes: [Int]) throws(Fault) -> Document {
        try PageExtraction(self).part(indexes)
    }
}
