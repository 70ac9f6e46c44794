// SPDX-License-Identifier: Apache-2.0
public import Faults

/// What a journal holds: the unsaved changes of one document, in a form that outlives the program.
///
///     "INKJRNL1"  count(1)  { base length(8)  base digest(32)  delta length(8)  delta }…
///
/// Numbers are big-endian. There are two states while a save runs: the changes told against the
/// file before the save and against the one after it, as nobody knows which a kill will leave.
public struct JournalRecord: Sendable, Hashable {
    /// Changes, and the file that they belong to.
    public struct State: Sendable, Hashable {
        /// The file.
        public var base: FileVersion
        /// What `Document.delta()` gave; for an encrypted file it is encrypted alike.
        public var delta: [UInt8]

        /// Makes a state.
        public init(base: FileVersion, delta: [UInt8]) {
            self.base = base
            self.delta = delta
        }
    }

    /// Changes told against each file that may be found.
    public var states: [State]

    private static let magic = Array("INKJRNL1".utf8)
    private static let mostStates = 4
    private static let lengthBytes = 8

    /// Makes a record.
    public init(_ states: [State]) { self.states = states }

    /// The record as bytes; whoever keeps them keeps a digest as well.
    public var bytes: [UInt8] {
        var bytes = Self.magic + [UInt8(truncatingIfNeeded: states.count)]
        for state in states {
            bytes += Self.bigEndian(state.base.byteCount)
            bytes += state.base.digest
            bytes += Self.bigEndian(state.delta.count)
            bytes += state.delta
        }
        return bytes
    }

    /// Reads a record.
    ///
    /// - Throws: `invalidDocument` when it is none.
    public init(bytes: [UInt8]) throws(Fault) {
        var rest = bytes[...]
        func take(_ count: Int) throws(Fault) -> ArraySlice<UInt8> {
            guard count >= 0, count <= rest.count else {
                throw Fault(.invalidDocument, "This is no journal of unsaved changes.")
            }
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }
        func number() throws(Fault) -> Int {
            let value = try take(Self.lengthBytes).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            return Int(exactly: value) ?? -1
        }
        guard try take(Self.magic.count).elementsEqual(Self.magic),
            let count = try take(1).first, count <= Self.mostStates
        else { throw Fault(.invalidDocument, "This is no journal of unsaved changes.") }
        states = []
        for _ in 0..<count {
            let length = try number()
            let digest = Array(try take(FileVersion.digestBytes))
            let delta = Array(try take(try number()))
            states.append(
                State(base: FileVersion(byteCount: length, digest: digest), delta: delta)
            )
        }
        guard rest.isEmpty else {
            throw Fault(.invalidDocument, "This is no journal of unsaved changes.")
        }
    }

    private static func bigEndian(_ value: Int) -> [UInt8] {
        (0..<lengthBytes).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
