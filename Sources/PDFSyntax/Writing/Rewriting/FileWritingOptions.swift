// SPDX-License-Identifier: Apache-2.0

/// How a whole new file is written.
public struct FileWritingOptions: Sendable {
    /// The form of the cross-reference, and with it whether small objects are packed.
    public enum Form: Sendable {
        /// Object streams and a cross-reference stream (7.5.7, 7.5.8), as PDF 1.5 has them.
        case streams
        /// Every object for itself and a table (7.5.4), which every reader there is understands.
        case classic
    }

    /// The first part of the file's /ID (14.4).
    public enum Identity: Sendable, Hashable {
        /// That of the document: the new file is another state of the same.
        case kept
        /// A digest of what is written: the new file is another document.
        case new
        /// Given by the caller.
        case given([UInt8])
    }

    /// How the new file is encrypted.
    public enum Encryption: Sendable {
        /// As the document's file is, with the same key and passwords; not at all where it is not.
        case kept
        /// Not at all.
        case none
        /// Anew.
        case new(FileEncryption)
    }

    /// The form of the cross-reference.
    public var form: Form
    /// The first part of /ID.
    public var identity: Identity
    /// The least version of the header, as in "1.7".
    public var minimumVersion: String
    /// How the new file is encrypted; nothing that was encrypted becomes plain unless asked for.
    public var encryption: Encryption
    /// With fewer small objects than this a plain file is written in the classic form all the
    /// same: unpacked it fills no more of the disk, and takes half the time.
    public var leastPackedObjects = 0

    /// The usual: packed, plain, another state of the same document.
    public init(
        form: Form = .streams,
        identity: Identity = .kept,
        minimumVersion: String = "1.4",
        encryption: Encryption = .kept
    ) {
        self.form = form
        self.identity = identity
        self.minimumVersion = minimumVersion
        self.encryption = encryption
    }
}

extension FileWritingOptions {
    /// What encrypts a document that is written so; `nil` for a plain file.
    public func encryption(of document: Document) -> FileEncryption? {
        switch encryption {
        case .kept: document.base.encryption?.forNewFile
        case .none: nil
        case .new(let encryption): encryption
        }
    }
}

/// What was written.
public struct FileWritingReport: Sendable, Hashable {
    /// How many objects of the document are in the new file.
    public var objectCount = 0
    /// How many bytes the new file has.
    public var byteCount = 0

    /// Nothing yet.
    public init() {}
}
