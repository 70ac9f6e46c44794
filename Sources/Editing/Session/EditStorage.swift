// SPDX-License-Identifier: Apache-2.0
public import Faults
public import PDFSyntax

/// Where the document of a session is saved to; it stands below the session and knows the file.
public protocol EditStorage: Sendable {
    /// Saves by appending: the bytes of the document's base stay a prefix of the new file.
    ///
    /// - Parameter document: over the file as it was opened or saved last.
    /// - Returns: the new file.
    /// - Throws: `conflict` when the file was changed by somebody else, which leaves it as it is;
    ///   `saveFailed`, `insufficientStorage`, `permissionDenied`.
    func save(_ document: Document) async throws(Fault) -> BaseFile

    /// Opens the file as it is now, to go on from there after a conflict.
    ///
    /// - Parameter base: the file as it was, which gives the key of an encrypted one.
    /// - Returns: the file.
    /// - Throws: as opening a file does.
    func reopen(like base: BaseFile) async throws(Fault) -> BaseFile
}
