// SPDX-License-Identifier: Apache-2.0
public import ByteSource
internal import Cryptography
public import Faults
public import PDFSyntax

extension Document {
    /// More files than any document holds.
    private static var attachmentLimit: Int { 100_000 }

    /// The files inside the document: those with a name, those of annotations, and those that
    /// belong to the document or to a page; each once.
    ///
    /// - Returns: in this order; what is wrong with some of them; every page is looked at.
    /// - Throws: `readFailed`, `limitExceeded`, `invalidDocument`.
    public func attachments() throws(Fault) -> (
        files: [Attachment], diagnostics: [Diagnostic]
    ) {
        var finder = AttachmentFinder(self)
        let catalog = try catalog()
        let names = try value("Names", in: catalog).dictionary ?? [:]
        for entry in try NameTree.entries(names["EmbeddedFiles"], of: self) {
            let name = TextString.decode(entry.name)
            try finder.add(entry.value, in: .document, named: name)
            try checkAttachments(finder.found.count)
        }
        for file in try value("AF", in: catalog).array ?? [] {
            try finder.add(file, in: .document)
            try checkAttachments(finder.found.count)
        }
        let tree = try PageTree(self)
        for page in try tree.pages(at: Array(0..<(try tree.count()))) {
            let holder = Attachment.Holder.page(index: page.index)
            for annotation in try value("Annots", in: page.dictionary).array ?? [] {
                guard let entries = try resolve(annotation).dictionary,
                    try value("Subtype", in: entries).name == "FileAttachment"
                else { continue }
                let words = try value("Contents", in: entries).string.map(TextString.decode)
                try finder.add(entries["FS"], in: holder, described: words)
                try checkAttachments(finder.found.count)
            }
            for file in try value("AF", in: page.dictionary).array ?? [] {
                try finder.add(file, in: holder)
                try checkAttachments(finder.found.count)
            }
        }
        return (finder.found, finder.diagnostics)
    }

    private func checkAttachments(_ count: Int) throws(Fault) {
        guard count <= Self.attachmentLimit else {
            throw Fault(
                .limitExceeded,
                "The document has more than \(Self.attachmentLimit) attachments."
            )
        }
    }

    /// The largest file that is taken out, in bytes, unless another limit is given.
    public static var attachmentBytes: Int { 4 << 30 }

    /// Writes the bytes of an attachment into a sink.
    ///
    /// They go through in windows where the file keeps them plain or deflated, as nearly all do.
    ///
    /// - Parameters:
    ///   - attachment: one of this document's.
    ///   - sink: takes the bytes.
    ///   - limit: bytes that may come out.
    /// - Returns: what does not fit what the document says of the file; of damaged data the bytes
    ///   before the damage are written, and that is told as lost.
    /// - Throws: `limitExceeded`, `unsupported` for a filter that makes pixels, `notFound`,
    ///   `invalidDocument`, `readFailed`, and what the sink throws.
    public func write(
        _ attachment: Attachment,
        to sink: any ByteSink,
        limit: Int = Document.attachmentBytes
    ) throws(Fault) -> [Diagnostic] {
        guard let stream = try object(attachment.stream).stream else {
            throw Fault(
                .notFound,
                "The attachment \(attachment.fileName) is not in the document.",
                at: Place(object: attachment.stream.description)
            )
        }
        var digest = MD5()
        var count = 0
        let isComplete = try forEachDecodedWindow(of: stream, limit: limit) {
            window throws(Fault) in
            digest.update(window)
            count += window.count
            try sink.write(window)
        }
        let place = Place(object: attachment.stream.description)
        guard isComplete else {
            return [
                Diagnostic(
                    .lost,
                    "\(attachment.fileName) is damaged; \(count) bytes could be had.",
                    at: place
                )
            ]
        }
        var diagnostics: [Diagnostic] = []
        if let stated = attachment.statedBytes, stated != count {
            diagnostics.append(
                Diagnostic(
                    .note,
                    "\(attachment.fileName) has \(count) bytes, not \(stated) as the document "
                        + "says.",
                    at: place
                )
            )
        }
        if let checksum = attachment.checksum, digest.finalize().bytes != checksum {
            diagnostics.append(
                Diagnostic(
                    .repaired,
                    "\(attachment.fileName) has another checksum than the document says.",
                    at: place
                )
            )
        }
        return diagnostics
    }

    /// The bytes of an attachment.
    ///
    /// - Throws: as the other way to write it.
    public func bytes(of attachment: Attachment, limit: Int) throws(Fault) -> [UInt8] {
        let sink = MemoryByteSink()
        _ = try write(attachment, to: sink, limit: limit)
        return sink.bytes
    }
}

/// Gathers the files of a document.
private struct AttachmentFinder {
    private let document: Document
    private var names = AttachmentNames()
    private var seen: Set<ObjectID> = []
    private(set) var found: [Attachment] = []
    private(set) var diagnostics: [Diagnostic] = []

    init(_ document: Document) { self.document = document }

    /// Adds the file of a specification, unless it has none inside the document or was there.
    mutating func add(
        _ object: COSObject?,
        in holder: Attachment.Holder,
        named treeName: String? = nil,
        described words: String? = nil
    ) throws(Fault) {
        guard let specification = try FileSpecification(object, of: document) else {
            return note("An attachment is not in the file.", object)
        }
        // A specification without a stream names a file outside.
        guard let id = specification.embedded?.reference else { return }
        guard seen.insert(id).inserted, let stream = try document.object(id).stream else { return }
        let entries = stream.dictionary
        let parameters = try document.value("Params", in: entries).dictionary ?? [:]
        func date(_ key: COSName) throws(Fault) -> DocumentDate? {
            try document.value(key, in: parameters).string
                .flatMap { DocumentDate(TextString.decode($0)) }
        }
        let name = specification.name ?? treeName ?? ""
        let checksum = try document.value("CheckSum", in: parameters).string
        found.append(
            Attachment(
                name: name,
                fileName: names.name(for: name),
                holder: holder,
                description: specification.description ?? words,
                relationship: specification.relationship,
                mimeType: try document.value("Subtype", in: entries).name?.latin1,
                statedBytes: try document.value("Size", in: parameters).integer
                    .flatMap { $0 < 0 ? nil : $0 },
                created: try date("CreationDate"),
                modified: try date("ModDate"),
                checksum: checksum?.count == 16 ? checksum : nil,
                stream: id
            )
        )
    }

    private mutating func note(_ sentence: String, _ object: COSObject?) {
        guard diagnostics.count < Limits.diagnostics else { return }
        let place = Place(object: object?.reference?.description)
        diagnostics.append(Diagnostic(.lost, sentence, at: place))
    }
}
