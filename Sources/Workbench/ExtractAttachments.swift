// SPDX-License-Identifier: Apache-2.0
public import ByteSource
public import Faults
public import Operations
public import PDFModel
public import PDFSyntax
internal import Storage

/// What taking attachments out of a document made.
public struct AttachmentReceipt: Sendable {
    /// One file.
    public struct File: Sendable, Hashable {
        /// Where it is.
        public var path: String
        /// How many bytes it has.
        public var byteCount: Int
    }

    /// The files in the order in which they were asked for.
    public var files: [File] = []
    /// What does not fit what the document says of them.
    public var diagnostics: [Diagnostic] = []
}

extension Workbench {
    /// The files inside a document.
    ///
    /// - Returns: the files, and what is wrong with some.
    /// - Throws: `readFailed`, `limitExceeded`, `invalidDocument`.
    public func attachments(
        of opened: OpenDocument
    ) throws(Fault) -> (files: [Attachment], diagnostics: [Diagnostic]) {
        try opened.document.attachments()
    }

    /// The attachment that a person names: by its name for the disk, or by the one in the
    /// document.
    ///
    /// - Throws: `notFound`, with the names that there are.
    public static func attachment(
        named name: String,
        among files: [Attachment]
    ) throws(Fault) -> Attachment {
        if let file = files.first(where: { $0.fileName == name })
            ?? files.first(where: { $0.name == name })
        {
            return file
        }
        let shown = files.prefix(10).map(\.fileName).joined(separator: ", ")
        let more = files.count > 10 ? " and \(files.count - 10) more" : ""
        throw Fault(
            .notFound,
            files.isEmpty
                ? "The document has no attachments."
                : "There is no attachment \(name); there is \(shown)\(more)."
        )
    }

    /// Writes attachments into a folder; they get their names when all are complete and synced.
    ///
    /// What a document permits says nothing of the files in it (ISO 32000-2, table 22), so this
    /// asks for no permission.
    ///
    /// - Parameters:
    ///   - attachments: files of the document, each once.
    ///   - opened: the document.
    ///   - folder: where they go; it is made where it is missing.
    ///   - names: what they are called there, without folders; `nil` for their own names.
    ///   - limit: bytes that each may have.
    ///   - replacing: replace files of these names.
    ///   - operation: told the files done, and asked whether to go on.
    /// - Returns: the files.
    /// - Throws: `alreadyExists`, `limitExceeded`, `unsupported`, and what reading and writing
    ///   throw; nothing is left behind then.
    public func extract(
        _ attachments: [Attachment],
        of opened: OpenDocument,
        into folder: String,
        names: [String]? = nil,
        limit: Int = Document.attachmentBytes,
        replacing: Bool = false,
        operation: Operation = .unwatched(.pdfExtract)
    ) throws(Fault) -> AttachmentReceipt {
        try operation.reach(.preparing)
        let names = names ?? attachments.map(\.fileName)
        let files = try NewFiles(in: folder)
        if !replacing { try files.checkFree(names) }
        var receipt = AttachmentReceipt()
        let prefix = folder.hasSuffix("/") ? folder : folder + "/"
        for (place, (attachment, name)) in zip(attachments, names).enumerated() {
            try operation.reach(.writing, done: place, of: attachments.count)
            var size = 0
            try files.add(
                name,
                isCancelled: { operation.isCancelled },
                producing: { sink throws(Fault) in
                    receipt.diagnostics += try opened.document.write(
                        attachment,
                        to: sink,
                        limit: limit
                    )
                    size = sink.count
                }
            )
            receipt.files.append(.init(path: prefix + name, byteCount: size))
        }
        try operation.reach(.finalizing)
        try files.publish(
            names,
            replacing: replacing,
            isCancelled: { operation.isCancelled }
        )
        return receipt
    }

    /// Writes an attachment into a sink, such as standard output.
    ///
    /// - Returns: what does not fit what the document says of it.
    /// - Throws: as `Document.write`.
    public func write(
        _ attachment: Attachment,
        of opened: OpenDocument,
        to sink: any ByteSink,
        limit: Int = Document.attachmentBytes
    ) throws(Fault) -> [Diagnostic] {
        try opened.document.write(attachment, to: sink, limit: limit)
    }
}
