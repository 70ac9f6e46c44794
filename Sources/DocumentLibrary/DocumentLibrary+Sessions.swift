// SPDX-License-Identifier: Apache-2.0
public import Faults

/// A device that was let in.
public struct DeviceSession: Sendable, Hashable, Identifiable {
    /// Names the session where it is listed; it is no secret and opens nothing.
    public let id: String
    /// What the device calls itself, cleaned as names of documents are.
    public let name: String
    /// When it was let in, in milliseconds since 1970.
    public let opened: Int64
    /// When it was last here, in milliseconds since 1970, to the minute.
    public let seen: Int64

    static let columns = "id, name, opened, seen"

    init(_ row: DatabaseRow) {
        id = row.text(0)
        name = row.text(1)
        opened = row.integer(2)
        seen = row.integer(3)
    }
}

/// Devices that were let in, each by a token that only the device has: here is its SHA-256 digest.
extension DocumentLibrary {
    private static let digestBytes = 32
    /// What a device is called that does not say.
    private static let unnamedDevice = "Device"
    /// A device that is here all the time is written down so often.
    private static let seenMilliseconds: Int64 = 60_000

    /// Lets a device in.
    ///
    /// - Parameters:
    ///   - tokenHash: the SHA-256 digest of a new random token.
    ///   - name: what the device calls itself.
    /// - Returns: the device as it is listed.
    /// - Throws: `usage` when that is no such digest, or was used before.
    public func openSession(tokenHash: [UInt8], name: String) throws(Fault) -> DeviceSession {
        guard tokenHash.count == Self.digestBytes else {
            throw Fault(.usage, "The digest of a token has \(Self.digestBytes) bytes.")
        }
        let id = newID()
        let time = now()
        return try changing { (database) throws(Fault) in
            try database.run(
                "INSERT OR IGNORE INTO sessions VALUES (?1, ?2, ?3, ?4, ?4)",
                .text(id),
                .bytes(tokenHash),
                .text(DocumentName.cleaned(name, unnamed: Self.unnamedDevice)),
                .integer(time)
            )
            guard database.changedRows == 1,
                let session = try Self.session(&database, where: "id = ?", .text(id))
            else { throw Fault(.usage, "This token was used before; make a new one.") }
            return session
        }
    }

    /// The device of a token; nil when it was never let in, or no longer is.
    ///
    /// A digest is looked up as it is: the time that takes may tell something of the digest, from
    /// which nobody can learn the token.
    public func session(tokenHash: [UInt8]) throws(Fault) -> DeviceSession? {
        try reading { (database) throws(Fault) in
            try Self.session(&database, where: "token = ?", .bytes(tokenHash))
        }
    }

    /// Notes that a device is here now; a device that is not let in stays so.
    public func touchSession(_ id: String) throws(Fault) {
        let time = now()
        let known = try reading { (database) throws(Fault) in
            try Self.session(&database, where: "id = ?", .text(id))
        }
        guard let known, time - known.seen >= Self.seenMilliseconds else { return }
        try noting { (database) throws(Fault) in
            try database.run(
                "UPDATE sessions SET seen = max(seen, ?) WHERE id = ?",
                .integer(time),
                .text(id)
            )
        }
    }

    /// All devices, those first that were here last.
    public func listSessions() throws(Fault) -> [DeviceSession] {
        try reading { (database) throws(Fault) in
            try database.rows(
                """
                SELECT \(DeviceSession.columns) FROM sessions
                    ORDER BY seen DESC, opened DESC, rowid DESC
                """
            ) { DeviceSession($0) }
        }
    }

    /// Lets a device in no longer.
    ///
    /// - Throws: `notFound`.
    public func closeSession(_ id: String) throws(Fault) {
        try changing { (database) throws(Fault) in
            try database.run("DELETE FROM sessions WHERE id = ?", .text(id))
            guard database.changedRows == 1 else {
                throw Fault(.notFound, "There is no such device; it was shut out already.")
            }
        }
    }

    /// Lets devices in no longer that were not here for so long.
    ///
    /// - Returns: how many those were.
    @discardableResult
    public func closeSessions(unseenFor milliseconds: Int64) throws(Fault) -> Int {
        let (last, isBeforeTime) = now().subtractingReportingOverflow(max(0, milliseconds))
        guard !isBeforeTime else { return 0 }
        return try changing { (database) throws(Fault) in
            try database.run("DELETE FROM sessions WHERE seen <= ?", .integer(last))
            return database.changedRows
        }
    }

    private static func session(
        _ database: inout Database,
        where condition: String,
        _ value: DatabaseValue
    ) throws(Fault) -> DeviceSession? {
        try database.first(
            "SELECT \(DeviceSession.columns) FROM sessions WHERE \(condition)",
            value
        ) { DeviceSession($0) }
    }
}
