// SPDX-License-Identifier: Apache-2.0
public import Faults
public import Operations
public import PDFModel
internal import PDFSyntax
internal import Storage

/// Several documents made one, not saved yet.
public struct MergedFiles: Sendable {
    /// The document, and what could not be kept.
    public var merged: MergedDocument
    /// How many pages it has.
    public var pageCount: Int
    /// The files that it reads from, in their order.
    public var files: [FilePages]
}

extension Workbench {
    /// Makes one document of several files; nothing is written yet.
    ///
    /// Every file is opened first, so that a bad one is named before anything is written.
    ///
    /// - Parameters:
    ///   - names: the files, as `openPages` takes them, in the order of the new document.
    ///   - opener: opens a path, such as by a password.
    ///   - metadata: whose title, author and dates it has.
    ///   - operation: told the files done, and asked whether to go on.
    /// - Returns: the merged document.
    /// - Throws: what opening the files throws, with the name of the file, `permissionDenied` when
    ///   the encryption of one forbids it, `usage` without one, `limitExceeded`.
    public func merge(
        _ names: [String],
        opener: (String) throws(Fault) -> OpenDocument,
        metadata: MergedMetadata = .first,
        operation: Operation = .unwatched(.pdfMerge)
    ) throws(Fault) -> MergedFiles {
        var files: [FilePages] = []
        var sources: [MergeSource] = []
        var pageCount = 0
        for (done, name) in names.enumerated() {
            try operation.reach(.preparing, done: done, of: names.count)
            do {
                let file = try openPages(name, opener: opener)
                try file.opened.document.base.require(.copy)
                var source = file.source
                let count = try PageTree(source.document).count()
                let indexes = file.pages == .all ? nil : try file.pages.indexes(pageCount: count)
                if let indexes { source.document = try source.document.keepingPages(indexes) }
                pageCount += indexes?.count ?? count
                files.append(file)
                sources.append(source)
            } catch { throw error.inFile(name) }
        }
        try operation.reach(.processing)
        var merged = try Document.merging(sources, metadata: metadata)
        for file in files where file.opened.document.base.encryption != nil {
            merged.diagnostics.append(
                Diagnostic(
                    .lost,
                    "The file is encrypted, and the merged file is not.",
                    at: Place(file: file.path)
                )
            )
        }
        return MergedFiles(merged: merged, pageCount: pageCount, files: files)
    }

    /// Writes merged files into a new file.
    ///
    /// - Parameters:
    ///   - merged: what is written.
    ///   - path: where the new file goes.
    ///   - replacing: whether a file that is there is replaced.
    ///   - operation: told the objects done, and asked whether to go on.
    /// - Returns: what was done.
    /// - Throws: as `saveWhole`.
    public func save(
        _ merged: MergedFiles,
        to path: String,
        replacing: Bool,
        operation: Operation = .unwatched(.pdfMerge)
    ) throws(Fault) -> NewFileReceipt {
        guard let first = merged.files.first else {
            throw Fault(.usage, "There is nothing to merge.")
        }
        return try saveWhole(
            merged.merged.document,
            of: first.opened.file,
            to: .file(path, replacing: replacing),
            options: FileWritingOptions(identity: .new),
            operation: operation
        )
    }
}
