// SPDX-License-Identifier: Apache-2.0
public import ByteSource
public import Faults
internal import Synchronization

/// The bytes of a file as opened, read in windows and parsed lazily; nothing in it ever changes.
///
/// Offsets in this type count from the start of the source. A file with junk before its header
/// may count from the header instead; `offsetShift` is what is added to such an offset.
public final class BaseFile: Sendable, Hashable {
    /// The bytes.
    public let source: any ByteSource
    /// As in "1.7"; `nil` without a header.
    public let headerVersion: String?
    /// Added to an offset that the file names to get one from the start of the source.
    public let offsetShift: Int
    /// What the newest `startxref` says; `nil` when the cross-reference was rebuilt.
    public let startOfCrossReference: Int?
    /// The trailer that `startxref` names, not the last one in the file.
    public let trailer: COSDictionary
    /// The form that an update takes.
    public let form: CrossReferenceForm
    /// How the file is encrypted; `nil` when it is not.
    public let encryption: FileEncryption?
    /// Whether the file ends inside a stream.
    let endsInsideStream: Bool
    /// Whether nothing may point back to the cross-reference, though it could be read.
    private let isMisleading: Bool
    /// The objects that the end of the file cuts.
    let cutObjects: [ObjectID]
    /// Objects that are not in the file, and without which it would have no pages.
    let made: [Int: COSObject]

    let table: CrossReferenceTable
    private let state: Mutex<State>
    /// How many bytes may still be read of objects that have no end.
    private let endlessBytes: Atomic<Int>
    private let highestNumber: Atomic<Int>

    /// Whether the cross-reference was rebuilt by scanning the file.
    public var isRebuilt: Bool { startOfCrossReference == nil }

    private struct State {
        var objects: ObjectCache
        var objectStreams: ObjectStreamCache
        var diagnostics: [Diagnostic] = []
        /// Made once, when an object is not where the cross-reference says.
        var found: [Int: CrossReferenceEntry]?
    }

    /// How often all of the file may be read for objects that have no end; each of them reaches
    /// to the end of the file, and a file can be made of nothing but their beginnings.
    private static let endlessReadings = 16
    private static let endlessBytesAtLeast = 4 << 20
    /// How much is read of an object once that is used up.
    private static let bytesOfEndlessObject = 1 << 14

    /// Opens a file: header, cross-reference, trailer, encryption.
    ///
    /// - Parameters:
    ///   - source: the bytes.
    ///   - password: the user's or the owner's. Without one, a file opens that the empty user
    ///     password opens; a file that is not encrypted opens with any.
    /// - Throws: `invalidDocument` when it is not a PDF file or beyond repair, `passwordRequired`,
    ///   `wrongPassword`, `unsupported` for an unknown encryption, `readFailed`.
    public convenience init(
        _ source: any ByteSource,
        password: Password? = nil
    ) throws(Fault) {
        try self.init(source, credential: password.map { .password($0) } ?? .nothing)
    }

    /// Opens another state of a file that is open: what a save made of it, or an earlier revision.
    ///
    /// - Parameters:
    ///   - source: the bytes.
    ///   - other: gives the key when both are encrypted alike, so that no password is needed.
    /// - Throws: as opening by a password does.
    public convenience init(
        _ source: any ByteSource,
        openedLike other: BaseFile
    ) throws(Fault) {
        try self.init(source, credential: other.encryption.map { .opened($0) } ?? .nothing)
    }

    /// Opens a file that was just written.
    ///
    /// - Parameters:
    ///   - source: the bytes.
    ///   - encryption: what it was encrypted by.
    /// - Throws: as opening by a password does.
    public convenience init(
        _ source: any ByteSource,
        encryptedBy encryption: FileEncryption?
    ) throws(Fault) {
        try self.init(source, credential: encryption.map { .opened($0) } ?? .nothing)
    }

    private init(_ source: any ByteSource, credential: Credential) throws(Fault) {
        self.source = source
        let opened = try FileOpening(source, credential: credential).open()
        headerVersion = opened.headerVersion
        offsetShift = opened.offsetShift
        startOfCrossReference = opened.startOfCrossReference
        trailer = opened.trailer
        form = opened.form
        table = opened.table
        endsInsideStream = opened.endsInsideStream
        isMisleading = opened.isMisleading
        cutObjects = opened.cutObjects
        made = opened.made
        let (endless, overflow) = source.count.multipliedReportingOverflow(by: Self.endlessReadings)
        encryption = opened.encryption
        state = Mutex(
            State(
                objects: ObjectCache(fileBytes: source.count),
                objectStreams: ObjectStreamCache(
                    fileSize: source.count,
                    holding: opened.objectStreams
                ),
                diagnostics: opened.diagnostics + opened.objectStreams.compactMap(\.diagnostic)
            )
        )
        endlessBytes = Atomic(overflow ? .max : max(endless, Self.endlessBytesAtLeast))
        highestNumber = Atomic(opened.highestReference)
    }

    /// What was tolerated or repaired so far; reading more of the file may add to it.
    public var diagnostics: [Diagnostic] { state.withLock { $0.diagnostics } }

    /// The highest number that any reference read so far names.
    ///
    /// A number above the cross-reference is free, and yet no new object may take it: references
    /// that lead nowhere would lead to it.
    var highestReference: Int { highestNumber.load(ordering: .relaxed) }

    private func noteReference(_ number: Int) {
        guard number > highestReference else { return }
        highestNumber.max(number, ordering: .relaxed)
    }

    func note(_ diagnostic: Diagnostic) {
        state.withLock { state in
            guard state.diagnostics.count < Limits.diagnostics,
                !state.diagnostics.contains(diagnostic)
            else { return }
            state.diagnostics.append(diagnostic)
        }
    }

    /// The object of the file; null when there is none (7.3.10), also when it is malformed, which
    /// is then told as a diagnostic.
    ///
    /// - Throws: `readFailed`.
    public func object(_ id: ObjectID) throws(Fault) -> COSObject {
        if let kept = state.withLock({ $0.objects[id.number] }) {
            return kept
        }
        if let object = made[id.number] { return object }
        guard let entry = try table.entry(id.number, in: source) else { return .null }
        let object = try load(id, entry)
        state.withLock { $0.objects[id.number] = object }
        return object
    }

    /// What the object of a number is called in the file; the same where there is none.
    func canonical(_ id: ObjectID) throws(Fault) -> ObjectID {
        switch try table.entry(id.number, in: source) {
        case .inUse(_, let generation)?: ObjectID(id.number, generation)
        case .compressed?: ObjectID(id.number)
        case .free?, nil: id
        }
    }

    private func load(_ id: ObjectID, _ entry: CrossReferenceEntry) throws(Fault) -> COSObject {
        switch entry {
        case .free: return .null
        case .compressed(let stream, let index):
            return try compressed(id, in: stream, index: index)
        case .inUse(let offset, let generation):
            guard id.generation == generation else {
                // Readers of today take the object all the same.
                note(
                    Diagnostic(
                        .note,
                        "A reference names another generation than the cross-reference.",
                        at: Place(object: id.description)
                    )
                )
                return try inUse(ObjectID(id.number, generation), offset)
            }
            return try inUse(id, offset)
        }
    }

    private func inUse(_ id: ObjectID, _ offset: Int) throws(Fault) -> COSObject {
        let (start, overflow) = offset.addingReportingOverflow(offsetShift)
        if !overflow, start >= 0, start < source.count,
            let object = try parse(id, at: start, quietly: true)
        {
            return object
        }
        guard !isRebuilt, let entry = try search(id.number), case .inUse(let found, _) = entry
        else {
            note(
                Diagnostic(
                    .lost,
                    "The object is not where the cross-reference says.",
                    at: Place(object: id.description, byteOffset: start)
                )
            )
            return .null
        }
        note(
            Diagnostic(
                .repaired,
                "The object was found elsewhere than the cross-reference says.",
                at: Place(object: id.description, byteOffset: found)
            )
        )
        return try parse(id, at: found, quietly: false) ?? .null
    }

    /// Reads the object at an offset; `nil` when another or none is there.
    private func parse(_ id: ObjectID, at start: Int, quietly: Bool) throws(Fault) -> COSObject? {
        let mayBeEndless = endlessBytes.load(ordering: .relaxed) > 0
        let end = mayBeEndless ? nil : start + Self.bytesOfEndlessObject
        do {
            let parsed = try WindowedParsing.parse(source, at: start, end: end) {
                parser throws(ParseStop) -> IndirectObject in try parser.indirectObject()
            }.settled(in: source)
            guard parsed.id.number == id.number else { return nil }
            if parsed.isCut { _ = mayReadOn(parsed.end - start) }
            noteReference(parsed.highestReference)
            for oddity in parsed.oddities {
                note(Diagnostic(.repaired, oddity, at: Place(object: id.description)))
            }
            if parsed.lacksEndobj {
                note(
                    Diagnostic(
                        .repaired,
                        "The object has no endobj.",
                        at: Place(object: id.description, byteOffset: start)
                    )
                )
            }
            return decrypted(parsed)
        } catch {
            if error.code == .readFailed { throw error }
            if !quietly {
                note(Diagnostic(.lost, error.message, at: Place(object: id.description)))
            }
            return nil
        }
    }

    /// Where every object really is, when one was found elsewhere than the cross-reference says;
    /// `nil` while it has told the truth.
    ///
    /// - Throws: `readFailed`.
    func correctedEntries() throws(Fault) -> [Int: CrossReferenceEntry]? {
        guard let found = state.withLock({ $0.found }) else {
            return isMisleading ? try table.allEntries(in: source) : nil
        }
        var entries = try table.allEntries(in: source)
        for (number, entry) in entries {
            guard case .inUse(let offset, _) = entry,
                case .inUse(let real, let generation)? = found[number]
            else { continue }
            let probe = CrossReferenceProbe(source: source, table: table, offsetShift: offsetShift)
            if try probe.isObject(number, at: offset) { continue }
            entries[number] = .inUse(offset: real - offsetShift, generation: generation)
        }
        return entries
    }

    private func search(_ number: Int) throws(Fault) -> CrossReferenceEntry? {
        if let found = state.withLock({ $0.found }) { return found[number] }
        let findings = try FileScanner(source: source).scan()
        state.withLock { $0.found = findings.entries }
        return findings.entries[number]
    }

    /// A file is itself alone, also where another has the same bytes.
    public static func == (a: BaseFile, b: BaseFile) -> Bool { a === b }

    /// By identity, as equality is.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

    // MARK: Object streams (7.5.7)

    private func compressed(
        _ id: ObjectID,
        in number: Int,
        index: Int
    ) throws(Fault) -> COSObject {
        var next = number
        for _ in 0..<Limits.objectStreamChain {
            guard let stream = try objectStream(next) else { break }
            if let object = stream.object(
                id.number,
                index: index,
                note: note,
                noteReference: noteReference,
                mayReadOn: mayReadOn
            ) {
                return object
            }
            // Table 16: an object may stand in a stream that this one extends.
            guard let extended = stream.extends else { break }
            next = extended
        }
        note(
            Diagnostic(
                .lost,
                "The object is not in its object stream.",
                at: Place(object: id.description)
            )
        )
        return .null
    }

    /// Whether so many bytes may be read behind the end of an object.
    private func mayReadOn(_ count: Int) -> Bool {
        endlessBytes.wrappingSubtract(count, ordering: .relaxed).newValue > 0
    }

    func objectStream(_ number: Int) throws(Fault) -> ObjectStream? {
        let (kept, limit) = state.withLock {
            ($0.objectStreams.stream(number), $0.objectStreams.limit)
        }
        if let kept { return kept }
        // An object stream is never inside another (7.5.7), which also ends any circle.
        guard let entry = try table.entry(number, in: source),
            case .inUse(let offset, let generation) = entry,
            let stream = try inUse(ObjectID(number, generation), offset).stream
        else { return nil }
        let body = try encoded(stream) { object throws(Fault) in
            try resolveShallow(object)
        }.bytes
        let loaded: ObjectStream
        do {
            let decoded = try FilterChain.decode(
                body,
                dictionary: stream.dictionary,
                limit: limit
            ) { object throws(Fault) in try resolveShallow(object) }
            loaded = ObjectStream(
                number: number,
                dictionary: stream.dictionary,
                bytes: decoded.bytes
            )
        } catch {
            if error.code == .readFailed || error.code == .limitExceeded { throw error }
            note(Diagnostic(.lost, error.message, at: Place(object: "\(number) 0")))
            return nil
        }
        if let diagnostic = loaded.diagnostic { note(diagnostic) }
        state.withLock { $0.objectStreams.insert(loaded) }
        return loaded
    }

    /// Follows one reference to an object that is not in an object stream.
    ///
    /// /Length and parameters
    /// of an object stream must be such (7.5.7); else reading the stream could need itself.
    private func resolveShallow(_ object: COSObject) throws(Fault) -> COSObject {
        guard case .reference(let id) = object else { return object }
        guard case .inUse(let offset, let generation)? = try table.entry(id.number, in: source)
        else { return .null }
        let found = try inUse(ObjectID(id.number, generation), offset)
        return found.reference == nil ? found : .null
    }

    /// The encoded bytes of a stream of this file.
    ///
    /// - Throws: `readFailed`, `invalidDocument`.
    public func encodedBytes(of stream: COSStream) throws(Fault) -> ArraySlice<UInt8> {
        try encoded(stream).bytes
    }

    /// The bytes of a stream, and whether /Length says as much.
    func encoded(_ stream: COSStream) throws(Fault) -> StreamBody.Encoded {
        try encoded(stream) { object throws(Fault) in
            guard case .reference(let id) = object else { return object }
            return try self.object(id)
        }
    }

    private func encoded(
        _ stream: COSStream,
        resolve: (COSObject) throws(Fault) -> COSObject
    ) throws(Fault) -> StreamBody.Encoded {
        let length = try stream.dictionary["Length"].map { value throws(Fault) in
            try resolve(value)
        }
        let encoded = try StreamBody.encodedBytes(of: stream, in: source, length: length?.integer)
        if !encoded.lengthWasRight, case .base(let offset, _) = stream.body {
            note(
                Diagnostic(
                    .repaired,
                    encoded.isClosed
                        ? "The length of a stream is wrong." : "The file ends inside a stream.",
                    at: Place(byteOffset: offset)
                )
            )
        }
        return try decrypted(encoded, of: stream, resolve: resolve)
    }
}
