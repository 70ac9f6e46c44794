// SPDX-License-Identifier: Apache-2.0
internal import Cryptography
public import Faults
internal import Glibc
package import Storage
internal import Synchronization

/// The documents of a person, in one data folder: a file for each, and a database of what is known
/// of them, of settings, of devices that were let in and of kept signatures.
///
/// Calls do not wait for anything but the disk, and may come from any thread. What a call did is on
/// the disk when it returns, but for reading positions and times of use, which a loss of power may
/// take back. Killed at any moment, the library is whole when it is opened again: a file becomes a
/// document only when it is synced, and only what a kill left is ever removed (`LibrarySweep`).
///
/// It knows nothing of PDF. Who imports says how many pages there are.
public final class DocumentLibrary: Sendable {
    let place: LibraryFolder
    let database: Mutex<Database>
    /// A second connection that only reads: what is asked of it never waits for the disk that a
    /// change is written to.
    private let reader: Mutex<Database>
    let now: @Sendable () -> Int64
    private let random: @Sendable (Int) -> [UInt8]

    private static let idsTried = 8
    /// A start goes so far ahead of all versions that were given before: a loss of power may have
    /// taken the last ones back (`noting`), and none of them may come again for something else.
    private static let versionsOfOneRun = 1_000_000

    /// What had to be put right when the library was opened, and what could not.
    public let diagnostics: [Diagnostic]

    /// The data folder, absolute and without symbolic links.
    public var folder: String { place.path }

    /// Opens a library, which is made where there is none.
    ///
    /// - Parameters:
    ///   - folder: its data folder; only one library at a time can be open on it.
    ///   - clock: the time in milliseconds since 1970.
    ///   - random: so many bytes that nobody can foresee.
    /// - Throws: `conflict` when another server uses the folder; `readFailed` when its database is
    ///   damaged; `unsupported` when that is of a newer version or another program, or the disk
    ///   cannot lock files; `usage` when the folder is one of other things; `permissionDenied`,
    ///   `insufficientStorage`, `saveFailed`, `timedOut`.
    public convenience init(
        folder: String,
        clock: @escaping @Sendable () -> Int64,
        random: @escaping @Sendable (Int) -> [UInt8]
    ) throws(Fault) {
        try self.init(folder: folder, clock: clock, random: random, through: SystemFiles())
    }

    /// Opens a library with the clock and the random numbers of the system.
    public convenience init(folder: String) throws(Fault) {
        try self.init(
            folder: folder,
            clock: Self.systemMilliseconds,
            random: { Random.bytes($0) }
        )
    }

    package init(
        folder: String,
        clock: @escaping @Sendable () -> Int64,
        random: @escaping @Sendable (Int) -> [UInt8],
        through files: any FileSystem
    ) throws(Fault) {
        do throws(Fault) {
            place = try LibraryFolder(folder, of: files)
            var database = try Database.open(place.databasePath)
            try LibrarySchema.bringUpToDate(&database)
            try Self.grow(&database, by: Self.versionsOfOneRun)
            let sweep = LibrarySweep(folder: place, now: clock())
            diagnostics = try sweep.run(&database)
            self.database = Mutex(database)
            let reader = try Database.open(place.databasePath)
            try reader.execute("PRAGMA query_only = ON")
            self.reader = Mutex(reader)
        } catch { throw error.inFile(folder) }
        now = clock
        self.random = random
    }

    /// The folder of a person who named none, by the XDG Base Directory Specification; nil without
    /// a home.
    public static var standardFolder: String? {
        UserFolder.path("XDG_DATA_HOME", underHome: ".local/share")
    }

    /// The system's time in milliseconds since 1970.
    @Sendable public static func systemMilliseconds() -> Int64 {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }

    // MARK: Seams of the facets

    /// Sixteen hexadecimal digits.
    func newID() -> String {
        Digest(bytes: Array(random(8).prefix(8))).description
    }

    /// An id that no document has or had lately.
    ///
    /// - Throws: `internal` when the random numbers are none.
    func newDocumentID() throws(Fault) -> String {
        for _ in 0..<Self.idsTried {
            let id = newID()
            let isTaken = try reading { (database) throws(Fault) in
                try database.first(
                    """
                    SELECT 1 WHERE EXISTS (SELECT 1 FROM documents WHERE id = ?1)
                        OR EXISTS (SELECT 1 FROM transit WHERE id = ?1)
                    """,
                    .text(id)
                ) { _ in true } ?? false
            }
            if LibraryFolder.isID(id), !isTaken { return id }
        }
        throw Fault(.internal, "The random numbers of the system repeat themselves.")
    }

    /// What was committed before.
    func reading<Result: Sendable>(
        _ body: (inout Database) throws(Fault) -> Result
    ) throws(Fault) -> Result {
        try reader.withLock { (database) throws(Fault) in try body(&database) }
    }

    private func writing<Result: Sendable>(
        _ body: (inout Database) throws(Fault) -> Result
    ) throws(Fault) -> Result {
        try database.withLock { (database) throws(Fault) in try body(&database) }
    }

    /// Everything in `body` or nothing, on the disk when it returns.
    func changing<Result: Sendable>(
        _ body: (inout Database) throws(Fault) -> Result
    ) throws(Fault) -> Result {
        try writing { (database) throws(Fault) in try database.transaction(body) }
    }

    /// Everything in `body` or nothing; a loss of power may take it back.
    func noting<Result: Sendable>(
        _ body: (inout Database) throws(Fault) -> Result
    ) throws(Fault) -> Result {
        try writing { (database) throws(Fault) in
            try database.relaxed { (database) throws(Fault) in try database.transaction(body) }
        }
    }
}
