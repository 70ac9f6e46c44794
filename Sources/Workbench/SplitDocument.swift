// SPDX-License-Identifier: Apache-2.0
public import Faults
public import Operations
internal import PDFModel
public import PDFSyntax
internal import Storage
internal import Synchronization

/// What splitting a document made.
public struct SplitReceipt: Sendable {
    /// One part.
    public struct Part: Sendable, Hashable {
        /// Where it is.
        public var path: String
        /// Its pages, counted from 0 in the document.
        public var pages: Range<Int>
        /// How many bytes it has.
        public var byteCount: Int
    }

    /// The parts in order.
    public var parts: [Part]
    /// What was odd about the document.
    public var diagnostics: [Diagnostic]
}

extension Workbench {
    /// Writes the parts of a document into a folder.
    ///
    /// They get their names when all are complete, checked and synced; see `NewFiles`.
    ///
    /// - Parameters:
    ///   - opened: the file.
    ///   - rule: where it is cut.
    ///   - folder: where the parts go; it is made where it is missing.
    ///   - naming: what they are called.
    ///   - form: packed, or the classic form for old readers.
    ///   - replacing: replace files of these names.
    ///   - operation: told the pages done and their number, and asked whether to go on.
    /// - Returns: the parts.
    /// - Throws: `notFound` for pages that are not there, `alreadyExists`, and what reading and
    ///   writing throw; nothing is left behind then.
    public func split(
        _ opened: OpenDocument,
        by rule: SplitRule,
        into folder: String,
        naming: PartNaming = .usual,
        form: FileWritingOptions.Form = .streams,
        replacing: Bool = false,
        operation: Operation = .unwatched(.pdfSplit)
    ) throws(Fault) -> SplitReceipt {
        try operation.reach(.preparing)
        let extraction = try PageExtraction(opened.document)
        let parts = try rule.parts(of: extraction, form: form)
        let names = naming.names(of: parts, from: opened.file.path)
        let files = try NewFiles(in: folder)
        if !replacing { try files.checkFree(names) }
        let done = Atomic<Int>(0)
        let sizes = try Parallel.map(parts.count, least: Self.partsForThread) {
            index throws(Fault) -> Int in
            let size = try write(
                parts[index],
                of: extraction,
                as: names[index],
                into: files,
                form,
                operation
            )
            let pages = done.add(parts[index].count, ordering: .relaxed).newValue
            try operation.reach(.writing, done: pages, of: extraction.pageCount)
            return size
        }
        try operation.reach(.finalizing)
        try files.publish(names, replacing: replacing)
        let prefix = folder.hasSuffix("/") ? folder : folder + "/"
        return SplitReceipt(
            parts: parts.indices.map { index in
                SplitReceipt.Part(
                    path: prefix + names[index],
                    pages: parts[index],
                    byteCount: sizes[index]
                )
            },
            diagnostics: opened.document.base.diagnostics
        )
    }

    /// Fewer parts are not worth a thread.
    private static let partsForThread = 8

    /// Writes one part.
    ///
    /// - Returns: how many bytes it has.
    private func write(
        _ pages: Range<Int>,
        of extraction: PageExtraction,
        as name: String,
        into files: NewFiles,
        _ form: FileWritingOptions.Form,
        _ operation: Operation
    ) throws(Fault) -> Int {
        let part = try extraction.part(Array(pages))
        let options = Self.partOptions(form)
        let encryption = options.encryption(of: part)
        var size = 0
        try files.add(
            name,
            isCancelled: { operation.isCancelled },
            producing: { sink throws(Fault) in
                size = try part.write(to: sink, options).byteCount
            },
            check: { source throws(Fault) in
                try Self.checkWhole(
                    source,
                    of: part,
                    encryption: encryption,
                    pageCount: pages.count
                )
            }
        )
        return size
    }
}
