// SPDX-License-Identifier: Apache-2.0
internal import Cryptography
public import Faults
public import PDFSyntax
public import Rendering
public import Storage

/// A document with the file it came from.
public struct OpenDocument: Sendable {
    /// The file, as it was when it was opened.
    public let file: OpenedFile
    /// The document.
    public var document: Document
    /// What opened it; a renderer opens it once more.
    var password: Password?

    /// The document as a renderer or a text extractor is handed it: the file as it was opened, and
    /// what a save of `document` would append.
    ///
    /// - Throws: `readFailed`, `limitExceeded`, as `Document.delta`.
    public func renderSource() throws(Fault) -> RenderSource {
        renderSource(delta: try document.delta())
    }

    /// The document as it is shown with these bytes appended.
    ///
    /// - Parameter delta: what a save would append; empty for the file as it was opened.
    /// - Returns: the source, under a version that names file and change.
    public func renderSource(delta: [UInt8]) -> RenderSource {
        let identity = file.identity
        let change = delta.isEmpty ? "" : "+\(SHA256.digest(delta))"
        return RenderSource(
            version: DocumentVersion(
                "\(identity.device):\(identity.inode):\(identity.size):"
                    + "\(identity.modifiedNanoseconds)\(change)"
            ),
            base: file.source,
            delta: delta,
            password: password?.bytes,
            isConfidential: document.base.encryption != nil
        )
    }
}

extension Workbench {
    /// Opens a file and its document.
    ///
    /// - Parameters:
    ///   - path: where the file is.
    ///   - password: the user's or the owner's, for an encrypted file.
    /// - Returns: both.
    /// - Throws: `notFound`, `permissionDenied`, `readFailed`, `invalidDocument`, `unsupported`,
    ///   `passwordRequired`, `wrongPassword`.
    public func open(
        _ path: String,
        password: Password? = nil
    ) throws(Fault) -> OpenDocument {
        let file = try OpenedFile.open(path)
        do {
            let base = try BaseFile(file.source, password: password)
            return OpenDocument(file: file, document: Document(base), password: password)
        } catch {
            throw error.inFile(path)
        }
    }
}
