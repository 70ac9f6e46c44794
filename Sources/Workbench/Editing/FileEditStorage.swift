// SPDX-License-Identifier: Apache-2.0
public import Editing
public import Faults
internal import Operations
internal import PDFModel
public import PDFSyntax
public import Storage
internal import Synchronization

/// Saves the document of a session into its file, as every save is made.
public final class FileEditStorage: EditStorage {
    private let workbench: Workbench
    private let file: Mutex<OpenedFile>

    /// Storage for a file as it was opened.
    public init(_ file: OpenedFile, of workbench: Workbench) {
        self.workbench = workbench
        self.file = Mutex(file)
    }

    /// The file as it was opened or saved last.
    public var current: OpenedFile { file.withLock { $0 } }

    /// Saves by appending, unless somebody changed the file meanwhile.
    ///
    /// - Throws: as `SafeReplace.replace`.
    public func save(_ document: Document) async throws(Fault) -> BaseFile {
        let (workbench, file) = (workbench, current)
        let saved = try await OwnThread.run { () throws(Fault) -> OpenedFile in
            let content = SaveContent(base: file, appending: try document.delta())
            let check = SavedFileCheck(
                document: document,
                pageCount: try PageTree(document).count(),
                pages: []
            )
            return try workbench.put(
                content,
                inPlaceOf: file,
                at: .inPlace,
                force: false,
                isCancelled: { false },
                check: { staged throws(Fault) in try check.run(staged) }
            ).1.file
        }
        self.file.withLock { $0 = saved }
        return try BaseFile(saved.source, openedLike: document.base)
    }

    /// Opens the file as it is now.
    ///
    /// - Throws: as opening a file does.
    public func reopen(like base: BaseFile) async throws(Fault) -> BaseFile {
        let path = current.path
        let opened = try await OwnThread.run { () throws(Fault) in try OpenedFile.open(path) }
        let reopened = try BaseFile(opened.source, openedLike: base)
        file.withLock { $0 = opened }
        return reopened
    }
}
