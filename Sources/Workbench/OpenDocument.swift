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
    /// - Throws: `notFound`, `permissionDenied`, `readFailed`, `invalidDocument`, `unsupported`.
    public func open(_ path: String) throws(Fault) -> OpenDocument {
        let file = try OpenedFile.open(path)
        do {
            return OpenDocument(file: file, document: Document(try BaseFile(file.source)))
        } catch {
            throw error.inFile(path)
        }
    }
}
