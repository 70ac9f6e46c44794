// SPDX-License-Identifier: Apache-2.0
public import ByteSource
public import Faults
public import Operations
internal import PDFModel
public import PDFSyntax
public import Storage
internal import Synchronization

/// What writing a whole new file did.
public struct NewFileReceipt: Sendable {
    /// Where the document is now.
    public var path: String
    /// How many bytes and objects the new file has.
    public var written: FileWritingReport
    /// What was odd about the document, and what could not be kept.
    public var diagnostics: [Diagnostic]
}

extension Workbench {
    /// Writes a document as a whole new file, without what earlier revisions left.
    ///
    /// The new file is opened again, and its pages looked at, before it gets its name.
    ///
    /// - Parameters:
    ///   - document: what is written; it may hold streams of other files.
    ///   - file: the file that it was made from; when it changed since, nothing is written.
    ///   - destination: where the new file goes.
    ///   - options: how it is written.
    ///   - force: replace what `SafeReplace` refuses otherwise.
    ///   - operation: told the objects done, and asked whether to go on.
    /// - Returns: what was done.
    /// - Throws: as `SafeReplace`, and what writing the document throws.
    public func saveWhole(
        _ document: Document,
        of file: OpenedFile,
        to destination: SaveDestination,
        options: FileWritingOptions = FileWritingOptions(),
        force: Bool = false,
        operation: Operation = .unwatched(.pdfRewrite)
    ) throws(Fault) -> NewFileReceipt {
        let pageCount = try PageTree(document).count()
        let written = Mutex(FileWritingReport())
        let content = SaveContent(from: file) { sink throws(Fault) in
            let report = try writeWhole(document, to: sink, options: options, operation: operation)
            written.withLock { $0 = report }
        }
        func check(_ staged: any ByteSource) throws(Fault) {
            try operation.reach(.finalizing)
            try Self.checkWhole(
                staged,
                of: document,
                encryption: options.encryption(of: document),
                pageCount: pageCount
            )
        }
        let (path, saved) = try put(
            content,
            inPlaceOf: file,
            at: destination,
            force: force,
            isCancelled: { operation.isCancelled },
            check: check
        )
        return NewFileReceipt(
            path: path,
            written: written.withLock { $0 },
            diagnostics: document.base.diagnostics + saved.diagnostics
        )
    }

    /// Writes a document as a whole new file into a sink, such as standard output.
    ///
    /// - Throws: what writing the document and the sink throw.
    @discardableResult
    public func writeWhole(
        _ document: Document,
        to sink: any ByteSink,
        options: FileWritingOptions = FileWritingOptions(),
        operation: Operation = .unwatched(.pdfRewrite)
    ) throws(Fault) -> FileWritingReport {
        var document = document
        try document.tidyPageTree()
        return try document.write(to: sink, options) { done, _ throws(Fault) in
            // How many objects there are is known only when all are found.
            try operation.reach(.writing, done: done)
        }
    }

    /// Opens what was just written and looks at every page.
    ///
    /// A page that was counted and not there before may be missing now.
    static func checkWhole(
        _ staged: any ByteSource,
        of document: Document,
        encryption: FileEncryption?,
        pageCount: Int
    ) throws(Fault) {
        let saved = Document(try BaseFile(staged, encryptedBy: encryption))
        guard !saved.base.isRebuilt else {
            throw Fault(.saveFailed, "The new cross-reference cannot be read back.")
        }
        let tree = try PageTree(saved)
        let count = try tree.count()
        guard count == pageCount else {
            throw Fault(
                .saveFailed,
                "The new file would have \(count) pages instead of \(pageCount)."
            )
        }
        let all = Array(0..<count)
        let found = try tree.pages(at: all).count
        if found == count { return }
        guard found == (try PageTree(document).pages(at: all).count) else {
            throw Fault(.saveFailed, "Only \(found) of \(count) pages are found in the new file.")
        }
    }
}
