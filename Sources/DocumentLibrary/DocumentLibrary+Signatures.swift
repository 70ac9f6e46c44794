// SPDX-License-Identifier: Apache-2.0
public import Faults

/// A handwritten signature that was kept to be offered again.
public struct KeptSignature: Sendable, Hashable, Identifiable {
    /// Sixteen hexadecimal digits.
    public let id: String
    /// The strokes as the vault sealed them; the library cannot read them.
    public let sealed: [UInt8]
    /// When it was kept, in milliseconds since 1970.
    public let created: Int64
    /// When it was last used, in milliseconds since 1970; two signatures never have the same.
    public let used: Int64

    static let columns = "id, sealed, created, used"

    init(_ row: DatabaseRow) {
        id = row.text(0)
        sealed = row.bytes(1)
        created = row.integer(2)
        used = row.integer(3)
    }
}

/// The last signatures, sealed before they come here.
extension DocumentLibrary {
    /// So many are kept; another one takes the place of the one that was not used for longest.
    public static let maximumSignatures = 10
    /// No signature has more bytes, sealed.
    public static let maximumSignatureBytes = 1024 * 1024

    /// Keeps a signature.
    ///
    /// - Throws: `limitExceeded` when it has more than `maximumSignatureBytes`.
    public func keepSignature(_ sealed: [UInt8]) throws(Fault) -> KeptSignature {
        guard sealed.count <= Self.maximumSignatureBytes else {
            throw Fault(
                .limitExceeded,
                "A signature has at most \(Self.maximumSignatureBytes) bytes; draw a simpler one."
            )
        }
        let id = newID()
        let time = now()
        return try changing { (database) throws(Fault) in
            let used = try Self.nextUse(time, &database)
            try database.run(
                "INSERT INTO signatures VALUES (?, ?, ?, ?)",
                .text(id),
                .bytes(sealed),
                .integer(time),
                .integer(used)
            )
            try database.run(
                """
                DELETE FROM signatures WHERE id NOT IN
                    (SELECT id FROM signatures ORDER BY used DESC LIMIT ?)
                """,
                .integer(Self.maximumSignatures)
            )
            try Self.grow(&database)
            return try Self.signature(id, &database)
        }
    }

    /// The kept signatures, those first that were used last.
    public func listSignatures() throws(Fault) -> [KeptSignature] {
        try reading { (database) throws(Fault) in
            try database.rows(
                "SELECT \(KeptSignature.columns) FROM signatures ORDER BY used DESC"
            ) { KeptSignature($0) }
        }
    }

    /// Notes that a signature is used now, and gives it.
    ///
    /// - Throws: `notFound`.
    @discardableResult
    public func useSignature(_ id: String) throws(Fault) -> KeptSignature {
        let time = now()
        return try noting { (database) throws(Fault) in
            let used = try Self.nextUse(time, &database)
            try database.run(
                "UPDATE signatures SET used = ? WHERE id = ?",
                .integer(used),
                .text(id)
            )
            let signature = try Self.signature(id, &database)
            try Self.grow(&database)
            return signature
        }
    }

    /// Forgets a signature; its bytes are overwritten in the database.
    ///
    /// - Throws: `notFound`.
    public func forgetSignature(_ id: String) throws(Fault) {
        try changing { (database) throws(Fault) in
            try database.run("DELETE FROM signatures WHERE id = ?", .text(id))
            guard database.changedRows == 1 else { throw Self.noSuchSignature }
            try Self.grow(&database)
        }
    }

    /// Now, or just after the last use where that is later: the clock may have been set back.
    private static func nextUse(_ time: Int64, _ database: inout Database) throws(Fault) -> Int64 {
        try database.first(
            "SELECT max(?, coalesce((SELECT max(used) FROM signatures) + 1, 0))",
            .integer(time)
        ) { $0.integer(0) } ?? time
    }

    private static func signature(_ id: String, _ database: inout Database) throws(Fault)
        -> KeptSignature
    {
        let sql = "SELECT \(KeptSignature.columns) FROM signatures WHERE id = ?"
        guard let found = try database.first(sql, .text(id), read: { KeptSignature($0) }) else {
            throw noSuchSignature
        }
        return found
    }

    private static var noSuchSignature: Fault {
        Fault(.notFound, "There is no such signature; it was forgotten already.")
    }
}
