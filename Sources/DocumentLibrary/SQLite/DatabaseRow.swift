// SPDX-License-Identifier: Apache-2.0
internal import CSQLite

/// The row that a statement stands on, to be read before the statement goes on.
///
/// Columns count from 0. The tables are strict, so a column holds what its type says.
@safe struct DatabaseRow {
    private let statement: OpaquePointer

    init(_ statement: OpaquePointer) { unsafe self.statement = statement }

    func isNull(_ column: Int32) -> Bool {
        unsafe sqlite3_column_type(statement, column) == SQLITE_NULL
    }

    func integer(_ column: Int32) -> Int64 { unsafe sqlite3_column_int64(statement, column) }

    func count(_ column: Int32) -> Int { Int(clamping: integer(column)) }

    func flag(_ column: Int32) -> Bool { integer(column) != 0 }

    func real(_ column: Int32) -> Double { unsafe sqlite3_column_double(statement, column) }

    func text(_ column: Int32) -> String { String(decoding: bytes(column), as: UTF8.self) }

    /// The bytes of a blob, or those of a text in UTF-8.
    func bytes(_ column: Int32) -> [UInt8] {
        // The pointer is asked for first: the length is that of the form it was brought into.
        guard let start = unsafe sqlite3_column_blob(statement, column) else { return [] }
        let count = Int(unsafe sqlite3_column_bytes(statement, column))
        return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    }
}
