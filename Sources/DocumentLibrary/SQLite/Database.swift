// SPDX-License-Identifier: Apache-2.0
internal import CSQLite
internal import Faults

/// One connection to a database in a file, and the statements that were prepared for it.
///
/// It is a value that nobody can copy, so that only one thread at a time can have it. A commit is on
/// the disk when it returns (a write-ahead log, synced), but for those of `relaxed`.
@safe struct Database: ~Copyable {
    private let connection: OpaquePointer
    /// Kept under their text; there are only as many as the library has sentences.
    private var statements: [String: DatabaseStatement] = [:]

    /// How long a call waits for another program that has the database.
    private static let waitMilliseconds: Int32 = 5000

    /// Opens a file, which must exist and may be empty.
    ///
    /// - Throws: `readFailed` when it is damaged or no database, `permissionDenied`, `timedOut`
    ///   when another program keeps it.
    static func open(_ path: String) throws(Fault) -> Database {
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE
        let result = unsafe sqlite3_open_v2(path, &opened, flags, nil)
        guard let connection = unsafe opened else {
            throw Fault(.internal, "There is no memory for the database.")
        }
        let database = unsafe Database(connection)
        guard result == SQLITE_OK else { throw database.fault(result) }
        unsafe sqlite3_extended_result_codes(connection, 1)
        unsafe sqlite3_busy_timeout(connection, Self.waitMilliseconds)
        // The file may come from anywhere: what its schema says is not trusted, and no statement
        // may write where SQLite keeps its own.
        unsafe _ = csqlite_switch(connection, SQLITE_DBCONFIG_DEFENSIVE, 1)
        unsafe _ = csqlite_switch(connection, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0)
        unsafe _ = csqlite_switch(connection, SQLITE_DBCONFIG_ENABLE_VIEW, 0)
        unsafe _ = csqlite_switch(connection, SQLITE_DBCONFIG_DQS_DML, 0)
        unsafe _ = csqlite_switch(connection, SQLITE_DBCONFIG_DQS_DDL, 0)
        for setting in [
            "trusted_schema = OFF", "cell_size_check = ON", "foreign_keys = ON",
            "secure_delete = ON", "synchronous = FULL", "temp_store = MEMORY",
        ] {
            try database.execute("PRAGMA \(setting)")
        }
        return database
    }

    private init(_ connection: OpaquePointer) { unsafe self.connection = connection }

    deinit {
        for statement in statements.values { unsafe sqlite3_finalize(statement.pointer) }
        // The last connection to close writes the log back into the database.
        unsafe sqlite3_close_v2(connection)
    }

    /// How many rows the last statement changed.
    var changedRows: Int { Int(unsafe sqlite3_changes64(connection)) }

    /// Runs a statement that gives no rows of interest.
    mutating func run(_ sql: String, _ values: DatabaseValue...) throws(Fault) {
        try each(sql, values) { (_) throws(Fault) in }
    }

    /// What `read` makes of each row.
    mutating func rows<Value>(
        _ sql: String,
        _ values: [DatabaseValue] = [],
        _ read: (DatabaseRow) -> Value
    ) throws(Fault) -> [Value] {
        var found: [Value] = []
        try each(sql, values) { (row) throws(Fault) in found.append(read(row)) }
        return found
    }

    /// What `read` makes of the first row; nil when there is none.
    mutating func first<Value>(
        _ sql: String,
        _ values: DatabaseValue...,
        read: (DatabaseRow) -> Value
    ) throws(Fault) -> Value? {
        var found: Value?
        try each(sql, values) { (row) throws(Fault) in if found == nil { found = read(row) } }
        return found
    }

    /// Makes everything that `body` does happen, or nothing of it.
    mutating func transaction<Result>(
        _ body: (inout Database) throws(Fault) -> Result
    ) throws(Fault) -> Result {
        try run("BEGIN IMMEDIATE")
        do throws(Fault) {
            let result = try body(&self)
            try run("COMMIT")
            return result
        } catch {
            // Some failures have rolled back already.
            if unsafe sqlite3_get_autocommit(connection) == 0 { try? run("ROLLBACK") }
            throw error
        }
    }

    /// Lets `body` commit without waiting for the disk: a loss of power may take back what it
    /// wrote, and never harms what was written before.
    mutating func relaxed<Result>(
        _ body: (inout Database) throws(Fault) -> Result
    ) throws(Fault) -> Result {
        try execute("PRAGMA synchronous = NORMAL")
        do throws(Fault) {
            let result = try body(&self)
            try execute("PRAGMA synchronous = FULL")
            return result
        } catch {
            try execute("PRAGMA synchronous = FULL")
            throw error
        }
    }

    /// Runs sentences one after the other, without values and without keeping them.
    func execute(_ sql: String) throws(Fault) {
        let result = unsafe sqlite3_exec(connection, sql, nil, nil, nil)
        guard result == SQLITE_OK else { throw fault(result) }
    }

    // MARK: Statements

    private mutating func each(
        _ sql: String,
        _ values: [DatabaseValue],
        _ body: (DatabaseRow) throws(Fault) -> Void
    ) throws(Fault) {
        let statement = try prepared(sql)
        defer { statement.reset() }
        for (index, value) in values.enumerated() {
            let result = statement.bind(value, at: Int32(index + 1))
            guard result == SQLITE_OK else { throw fault(result) }
        }
        while true {
            switch statement.step() {
            case SQLITE_ROW: try body(statement.row)
            case SQLITE_DONE: return
            case let result: throw fault(result)
            }
        }
    }

    private mutating func prepared(_ sql: String) throws(Fault) -> DatabaseStatement {
        if let statement = statements[sql] { return statement }
        var made: OpaquePointer?
        let result = unsafe sqlite3_prepare_v3(
            connection,
            sql,
            -1,
            UInt32(SQLITE_PREPARE_PERSISTENT),
            &made,
            nil
        )
        guard result == SQLITE_OK, let pointer = unsafe made else { throw fault(result) }
        let statement = unsafe DatabaseStatement(pointer)
        statements[sql] = statement
        return statement
    }

    // MARK: Failures

    /// The row of the table for a result of SQLite.
    private func fault(_ result: Int32) -> Fault {
        let words = unsafe sqlite3_errmsg(connection).map { text in unsafe String(cString: text) }
        let (code, message) = Self.meaning(of: result)
        return Fault(code, message, cause: words.map { "\($0) (SQLite \(result))" })
    }

    private static func meaning(of result: Int32) -> (FaultCode, String) {
        // The upper bytes only refine the result.
        switch result & 0xFF {
        case SQLITE_CORRUPT, SQLITE_NOTADB:
            (
                .readFailed,
                "The library's database is damaged, and was left as it is. Put library.sqlite back"
                    + " from a copy; or move it away together with library.sqlite-wal, and the"
                    + " documents come back without their names."
            )
        case SQLITE_FULL:
            (.insufficientStorage, "The disk is full; free some space. The library is as it was.")
        case SQLITE_BUSY, SQLITE_LOCKED:
            (.timedOut, "Another program keeps the library's database to itself; end it.")
        case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH:
            (.permissionDenied, "The library's database may not be written.")
        case SQLITE_CANTOPEN: (.readFailed, "The library's database could not be opened.")
        case SQLITE_IOERR: (.readFailed, "The disk failed while the library's database was used.")
        case SQLITE_TOOBIG: (.limitExceeded, "This is too much for the library's database.")
        default: (.internal, "The library's database did not understand what was asked.")
        }
    }
}
