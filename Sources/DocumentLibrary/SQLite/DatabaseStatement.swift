// SPDX-License-Identifier: Apache-2.0
internal import CSQLite

/// A prepared statement; the database that made it ends it.
///
/// Its calls give results of SQLite, which the database turns into faults.
@safe struct DatabaseStatement {
    let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) { unsafe self.pointer = pointer }

    /// The row that it stands on.
    var row: DatabaseRow { unsafe DatabaseRow(pointer) }

    func step() -> Int32 { unsafe sqlite3_step(pointer) }

    func reset() {
        unsafe sqlite3_reset(pointer)
        unsafe sqlite3_clear_bindings(pointer)
    }

    /// Gives a value for the question mark at `index`, counted from 1.
    func bind(_ value: DatabaseValue, at index: Int32) -> Int32 {
        switch value {
        case .none: unsafe sqlite3_bind_null(pointer, index)
        case .integer(let number): unsafe sqlite3_bind_int64(pointer, index, number)
        case .real(let number): unsafe sqlite3_bind_double(pointer, index, number)
        case .text(let text):
            unsafe csqlite_bind_text(pointer, index, text, Int32(clamping: text.utf8.count))
        case .bytes(let bytes):
            unsafe csqlite_bind_bytes(pointer, index, bytes, Int32(clamping: bytes.count))
        }
    }
}
