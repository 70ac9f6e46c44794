// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <sqlite3.h>

// Swift sees neither SQLITE_TRANSIENT, which is a number made a function, nor variadic functions.

/// Binds text that SQLite copies.
static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const char *text, int bytes) {
    return sqlite3_bind_text(statement, index, text, bytes, SQLITE_TRANSIENT);
}

/// Binds bytes that SQLite copies; none are an empty value, not NULL.
static inline int csqlite_bind_bytes(
    sqlite3_stmt *statement, int index, const void *bytes, int count) {
    return count == 0 ? sqlite3_bind_zeroblob(statement, index, 0)
                      : sqlite3_bind_blob(statement, index, bytes, count, SQLITE_TRANSIENT);
}

/// Turns one of the switches of a connection on or off.
static inline int csqlite_switch(sqlite3 *database, int which, int on) {
    return sqlite3_db_config(database, which, on, (int *)0);
}
