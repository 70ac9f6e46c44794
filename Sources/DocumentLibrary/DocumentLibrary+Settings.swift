// SPDX-License-Identifier: Apache-2.0
public import Faults

/// Settings: texts by key.
extension DocumentLibrary {
    /// No setting is longer, in bytes of UTF-8.
    public static let maximumSettingBytes = 64 * 1024

    /// A setting; nil when it was never set.
    public func setting(_ key: String) throws(Fault) -> String? {
        try reading { (database) throws(Fault) in
            try database.first("SELECT value FROM settings WHERE key = ?", .text(key)) {
                $0.text(0)
            }
        }
    }

    /// Keeps a setting; nil forgets it.
    ///
    /// - Throws: `limitExceeded` when it has more than `maximumSettingBytes`.
    public func set(_ key: String, to value: String?) throws(Fault) {
        guard (value?.utf8.count ?? 0) <= Self.maximumSettingBytes else {
            throw Fault(
                .limitExceeded,
                "A setting has at most \(Self.maximumSettingBytes) bytes."
            )
        }
        try changing { (database) throws(Fault) in
            if let value {
                try database.run(
                    """
                    INSERT INTO settings VALUES (?1, ?2)
                        ON CONFLICT (key) DO UPDATE SET value = ?2 WHERE value <> ?2
                    """,
                    .text(key),
                    .text(value)
                )
            } else {
                try database.run("DELETE FROM settings WHERE key = ?", .text(key))
            }
            if database.changedRows > 0 { try Self.grow(&database) }
        }
    }
}
