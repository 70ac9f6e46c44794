// SPDX-License-Identifier: Apache-2.0
internal import Faults

/// The tables of the library, and how those of an older version become the newest ones.
///
/// `user_version` says how many of the steps were taken. A step is never changed once a library
/// may have it; what shall be different later is another step.
///
///     documents    one row for each document; the newest number is the newest row
///     transit      documents whose file may have come before its row, or stayed behind it
///     counters     versions that only grow
///     settings     texts by key
///     sessions     devices that were let in, each with the SHA-256 digest of its token
///     signatures   sealed by the vault before they come here
enum LibrarySchema {
    /// Tells the database apart from those of other programs: "Inks".
    private static let application: Int64 = 0x496E_6B73

    static let steps: [String] = [
        """
        CREATE TABLE documents (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE CHECK (length(id) = 16 AND id NOT GLOB '*[^0-9a-f]*'),
            name TEXT NOT NULL,
            folded TEXT NOT NULL,
            bytes INTEGER NOT NULL CHECK (bytes >= 0),
            pages INTEGER CHECK (pages >= 0),
            encrypted INTEGER NOT NULL,
            created INTEGER NOT NULL,
            modified INTEGER NOT NULL,
            deleted INTEGER,
            page INTEGER,
            y REAL,
            missing INTEGER NOT NULL DEFAULT 0,
            version INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX documents_newest ON documents (modified DESC, number DESC)
            WHERE deleted IS NULL;
        CREATE INDEX documents_deleted ON documents (deleted DESC, number DESC)
            WHERE deleted IS NOT NULL;
        CREATE TABLE transit (id TEXT PRIMARY KEY NOT NULL) STRICT, WITHOUT ROWID;
        CREATE TABLE counters (name TEXT PRIMARY KEY NOT NULL, value INTEGER NOT NULL)
            STRICT, WITHOUT ROWID;
        INSERT INTO counters VALUES ('library', 1);
        CREATE TABLE settings (key TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL)
            STRICT, WITHOUT ROWID;
        """,
        """
        CREATE TABLE sessions (
            id TEXT PRIMARY KEY NOT NULL,
            token BLOB NOT NULL UNIQUE CHECK (length(token) = 32),
            name TEXT NOT NULL,
            opened INTEGER NOT NULL,
            seen INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE signatures (
            id TEXT PRIMARY KEY NOT NULL,
            sealed BLOB NOT NULL,
            created INTEGER NOT NULL,
            used INTEGER NOT NULL UNIQUE
        ) STRICT;
        """,
    ]

    /// Checks that the database is whole and ours, and takes the steps that it lacks.
    ///
    /// - Parameters:
    ///   - database: as it was opened.
    ///   - last: how many steps there are; tests make older libraries with fewer.
    /// - Throws: `readFailed` when it is damaged, `unsupported` when it is another program's or
    ///   a newer version's.
    static func bringUpToDate(_ database: inout Database, to last: Int = steps.count)
        throws(Fault)
    {
        // This also reads the first page, and what a killed server left in the log.
        guard try database.first("PRAGMA journal_mode = WAL", read: { $0.text(0) }) == "wal" else {
            throw Fault(
                .unsupported,
                "The library cannot live on this disk; name a folder on another one (--data)."
            )
        }
        try checkWhole(&database)
        let version = try number("user_version", of: &database)
        let application = try number("application_id", of: &database)
        let tables =
            try database.first("SELECT count(*) FROM sqlite_schema") { $0.integer(0) } ?? 0
        guard application == Self.application || (version == 0 && tables == 0) else {
            throw Fault(
                .unsupported,
                "The database in this folder is no library of Inkstone; name another folder."
            )
        }
        guard version <= last else {
            throw Fault(
                .unsupported,
                "This library was used by a newer version of Inkstone; update Inkstone. Nothing was"
                    + " changed."
            )
        }
        for step in max(0, Int(version))..<last {
            try database.transaction { (database) throws(Fault) in
                try database.execute(steps[step])
                try database.execute("PRAGMA application_id = \(Self.application)")
                try database.execute("PRAGMA user_version = \(step + 1)")
            }
        }
    }

    private static func checkWhole(_ database: inout Database) throws(Fault) {
        let complaint = try database.first("PRAGMA integrity_check(1)") { $0.text(0) }
        guard complaint == "ok" else {
            throw Fault(
                .readFailed,
                "The library's database is damaged, and was left as it is. Put library.sqlite back"
                    + " from a copy; or move it away together with library.sqlite-wal, and the"
                    + " documents come back without their names.",
                cause: complaint
            )
        }
    }

    private static func number(_ pragma: String, of database: inout Database) throws(Fault)
        -> Int64
    {
        try database.first("PRAGMA \(pragma)") { $0.integer(0) } ?? 0
    }
}
