// SPDX-License-Identifier: Apache-2.0
internal import CPDFium
internal import Faults
internal import Workers

/// A document open in PDFium, read through its descriptors.
///
/// It keeps the page that was asked for last, because tiles of one page come one after another.
@safe final class PDFiumDocument {
    private let source: OpaquePointer
    private let document: OpaquePointer
    /// They stay open as long as PDFium may read.
    private let descriptors: [SharedDescriptor]
    private let pageCount: Int
    private var kept: (index: Int, page: OpaquePointer)?

    /// Opens a document.
    ///
    /// - Throws: `invalidDocument`, `passwordRequired`, `wrongPassword`, `unsupported`,
    ///   `readFailed`.
    init(_ call: OpenDocumentCall, _ descriptors: [SharedDescriptor]) throws(Fault) {
        let base = descriptors.first?.number ?? -1
        let delta = descriptors.dropFirst().first?.number ?? -1
        let source = unsafe pdfium_source_make(base, call.baseLength, delta, call.deltaLength)
        guard let source = unsafe source else {
            throw Fault(.insufficientStorage, "There is not enough memory to open the document.")
        }
        // A password ends at its first zero byte: PDFium takes it as C does.
        let password = (call.password ?? []).prefix { $0 != 0 } + [0]
        let document = unsafe Array(password).withUnsafeBytes { bytes in
            unsafe FPDF_LoadCustomDocument(
                pdfium_source_access(source),
                bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            )
        }
        guard let document = unsafe document else {
            let fault = unsafe Self.fault(call, readingFailed: pdfium_source_failed(source) != 0)
            unsafe pdfium_source_free(source)
            throw fault
        }
        unsafe self.source = source
        unsafe self.document = document
        self.descriptors = descriptors
        unsafe pageCount = Int(FPDF_GetPageCount(document))
    }

    deinit {
        if let kept = unsafe kept { unsafe FPDF_ClosePage(kept.page) }
        unsafe FPDF_CloseDocument(document)
        unsafe pdfium_source_free(source)
    }

    /// The pages of a range that are there.
    func existing(_ pages: Range<Int>) -> Range<Int> { pages.clamped(to: 0..<max(0, pageCount)) }

    /// A page, which lives until another one is asked for.
    ///
    /// - Throws: `notFound`, `invalidDocument`.
    func page(_ index: Int) throws(Fault) -> OpaquePointer {
        if let kept = unsafe kept, unsafe kept.index == index { return unsafe kept.page }
        guard index >= 0, index < pageCount else {
            throw Fault(.notFound, "The document has \(pageCount) pages for the renderer.")
        }
        if let kept = unsafe kept { unsafe FPDF_ClosePage(kept.page) }
        unsafe kept = nil
        guard let page = unsafe FPDF_LoadPage(document, Int32(index)) else {
            throw Fault(
                unsafe pdfium_source_failed(source) != 0 ? .readFailed : .invalidDocument,
                "The renderer cannot read this page; it is damaged."
            )
        }
        unsafe kept = (index, page)
        return unsafe page
    }

    private static func fault(_ call: OpenDocumentCall, readingFailed: Bool) -> Fault {
        if readingFailed {
            return Fault(.readFailed, "The file could not be read to its end; open it again.")
        }
        switch Int(FPDF_GetLastError()) {
        case FPDF_ERR_PASSWORD where call.password?.isEmpty ?? true:
            return Fault(.passwordRequired, "The document is encrypted; give its password.")
        case FPDF_ERR_PASSWORD:
            return Fault(.wrongPassword, "This password does not open the document.")
        case FPDF_ERR_SECURITY:
            return Fault(.unsupported, "The document is encrypted in a way that is not known.")
        default:
            return Fault(
                .invalidDocument,
                "The renderer cannot open the document; it is damaged. `inkstone rewrite` may "
                    + "repair it."
            )
        }
    }
}
