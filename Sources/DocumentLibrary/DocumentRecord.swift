// SPDX-License-Identifier: Apache-2.0

/// What the library knows of a document.
public struct DocumentRecord: Sendable, Hashable, Identifiable {
    /// Sixteen hexadecimal digits; never given to another document.
    public let id: String
    /// For people; other documents may have the same name, and it is never a path.
    public let name: String
    /// The size of the file.
    public let bytes: Int
    /// How many pages it has; nil while nobody knows, as before a password was given.
    public let pageCount: Int?
    /// Whether the file is encrypted.
    public let isEncrypted: Bool
    /// When it came into the library, in milliseconds since 1970.
    public let created: Int64
    /// When its content last changed, in milliseconds since 1970.
    ///
    /// A new name and a new reading position do not count.
    public let modified: Int64
    /// When it was deleted, in milliseconds since 1970; nil when it is not.
    public let deleted: Int64?
    /// Where it was last read.
    public let position: ReadingPosition?
    /// Whether its file is not there: somebody took it out of the data folder.
    public let isMissing: Bool
    /// Grows with every change of this record, and is never given again.
    public let version: Int
}

/// A place in a document.
public struct ReadingPosition: Sendable, Hashable {
    /// The page, counted from 0.
    public var pageIndex: Int
    /// How far down the page as seen, 0 at its top and 1 at its end.
    public var y: Double

    /// Makes a position.
    public init(pageIndex: Int, y: Double) {
        self.pageIndex = pageIndex
        self.y = y
    }
}

/// What became of a change that was asked for.
public enum DocumentChange: Sendable, Hashable {
    /// It was made; this is the document now.
    case made(DocumentRecord)
    /// It was not made: the document is no longer of the version that the caller knew.
    case stale(DocumentRecord)

    /// The document as it is now, changed or not.
    public var record: DocumentRecord {
        switch self {
        case .made(let record), .stale(let record): record
        }
    }
}

extension DocumentRecord {
    /// The columns in the order in which `init(_:)` reads them.
    static let columns =
        "id, name, bytes, pages, encrypted, created, modified, deleted, page, y, missing, version"

    init(_ row: DatabaseRow) {
        id = row.text(0)
        name = row.text(1)
        bytes = row.count(2)
        pageCount = row.isNull(3) ? nil : row.count(3)
        isEncrypted = row.flag(4)
        created = row.integer(5)
        modified = row.integer(6)
        deleted = row.isNull(7) ? nil : row.integer(7)
        position =
            row.isNull(8) ? nil : ReadingPosition(pageIndex: row.count(8), y: row.real(9))
        isMissing = row.flag(10)
        version = row.count(11)
    }
}
