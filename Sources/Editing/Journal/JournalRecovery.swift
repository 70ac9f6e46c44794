// SPDX-License-Identifier: Apache-2.0
internal import ByteSource
public import Faults
public import PDFSyntax

/// A document with the changes of a journal in it.
public struct RecoveredDocument: Sendable {
    /// The document, over the file as it is now.
    public var document: Document
    /// Whether the file had been changed elsewhere meanwhile, and the changes were put on top.
    public var isReplayed: Bool
}

extension JournalRecord {
    /// Puts the unsaved changes back.
    ///
    /// On the very version of the file that they belong to, they are all there, to the byte. On a
    /// newer one that was made by appending, they are replayed, unless both changed the same.
    ///
    /// - Parameter file: as it is now.
    /// - Returns: nil when the file has all of the changes, so that nothing is to be recovered.
    /// - Throws: `conflict` when the file is another one, or both changed the same;
    ///   `invalidDocument` when the journal is damaged; `readFailed`.
    public func recover(on file: BaseFile) throws(Fault) -> RecoveredDocument? {
        let version = try FileVersion(of: file.source)
        for state in states where state.base == version {
            let document = try Document(file, recovering: state.delta)
            return document.isChanged
                ? RecoveredDocument(document: document, isReplayed: false) : nil
        }
        for state in states.reversed() where state.base.byteCount < version.byteCount {
            let count = state.base.byteCount
            guard try FileVersion(of: file.source, count: count) == state.base else { continue }
            let earlier = try BaseFile(
                PrefixByteSource(file.source, count: count),
                openedLike: file
            )
            let mine = try Document(earlier, recovering: state.delta)
            let document = try DocumentReplay.replay(mine, on: file)
            return document.isChanged
                ? RecoveredDocument(document: document, isReplayed: true) : nil
        }
        throw Fault(
            .conflict,
            "There are unsaved changes of another version of this file; open that version, or"
                + " throw them away."
        )
    }
}
