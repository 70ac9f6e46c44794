// SPDX-License-Identifier: Apache-2.0
public import Faults
internal import PDFModel
public import PDFSyntax

extension Workbench {
    /// A document of some pages of another, with what belongs to them; nothing is saved yet.
    ///
    /// - Parameters:
    ///   - pages: which.
    ///   - document: stays as it is.
    /// - Returns: the document, which must be written as a whole, and how many pages it has.
    /// - Throws: `notFound` for pages that are not there, `permissionDenied`, and what reading
    ///   throws.
    public func extract(
        _ pages: PageList,
        of document: Document
    ) throws(Fault) -> (document: Document, pageCount: Int) {
        try document.base.require(.copy)
        let extraction = try PageExtraction(document)
        let indexes = try pages.indexes(pageCount: extraction.pageCount)
        return (try extraction.part(indexes), indexes.count)
    }

    /// How pages that were taken out of a document are written: as a document of its own.
    ///
    /// - Parameter form: packed, or the classic form for old readers.
    /// - Returns: the options.
    public static func partOptions(_ form: FileWritingOptions.Form) -> FileWritingOptions {
        var options = FileWritingOptions(form: form, identity: .new)
        options.leastPackedObjects = 16
        return options
    }
}
