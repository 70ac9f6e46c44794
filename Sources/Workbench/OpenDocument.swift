// SPDX-License-Identifier: Apache-2.0
public import Faults
public import PDFSyntax
public import Storage

/// A document with the file it came from.
public struct OpenDocument: Sendable {
    /// The file, as it was when it was opened.
    public let file: OpenedFile
    /// The document.
    public var document: Document
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
            return OpenDocument(file: file, document: Document(base))
        } catch {
            throw error.inFile(path)
        }
    }
}
