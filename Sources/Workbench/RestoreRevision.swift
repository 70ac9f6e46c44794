// SPDX-License-Identifier: Apache-2.0
public import ByteSource
public import Faults
internal import PDFModel
public import PDFSyntax
internal import Storage

extension Workbench {
    /// The revision of a number, counted from 1.
    ///
    /// - Throws: `notFound`.
    public func revision(_ number: Int, of document: Document) throws(Fault) -> Revision {
        let revisions = try document.base.revisions()
        guard let found = revisions.first(where: { $0.number == number }) else {
            throw Fault(
                .notFound,
                "There is no revision \(number); the file has \(revisions.count)."
            )
        }
        return found
    }

    /// The bytes of the file at a revision, after making sure that they open.
    ///
    /// - Throws: `saveFailed`, `readFailed`.
    public func bytes(
        at revision: Revision,
        of opened: OpenDocument
    ) throws(Fault) -> any ByteSource {
        let prefix = PrefixByteSource(opened.file.source, count: revision.length)
        try Self.check(revision, of: opened)(prefix)
        return prefix
    }

    /// Writes the first bytes of the file that are a revision into a new file.
    ///
    /// - Throws: as `SafeReplace.create`.
    public func write(
        _ revision: Revision,
        of opened: OpenDocument,
        to path: String,
        replacing: Bool
    ) throws(Fault) -> DocumentReceipt {
        let content = SaveContent(base: opened.file, prefixLength: revision.length)
        let saved = try SafeReplace.create(
            path,
            with: content,
            replacing: replacing,
            check: Self.check(revision, of: opened)
        )
        return DocumentReceipt(
            path: path,
            appendedBytes: 0,
            digests: nil,
            diagnostics: saved.diagnostics
        )
    }

    /// An end that was found by its marker must give a file with a cross-reference.
    ///
    /// One that was recorded is exact, also when the file was broken then.
    private static func check(
        _ revision: Revision,
        of opened: OpenDocument
    ) -> (any ByteSource) throws(Fault) -> Void {
        { source throws(Fault) in
            let base = try BaseFile(source, openedLike: opened.document.base)
            guard !base.isRebuilt || revision.isRecorded else {
                throw Fault(.saveFailed, "The revision cannot be cut out of the file exactly.")
            }
        }
    }
}
