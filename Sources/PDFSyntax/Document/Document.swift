// SPDX-License-Identifier: Apache-2.0
public import Faults

/// A document is a value: an immutable base file and an overlay of what was changed.
///
/// Copying is cheap and an edit makes a new value, so undo is the value before. `delta()` is
/// exactly the bytes that a save appends.
public struct Document: Sendable {
    /// What became of an object since the file was opened.
    public enum Change: Sendable, Hashable {
        /// New or changed.
        case set(COSObject, generation: Int)
        /// Deleted; its number is free.
        case freed(nextGeneration: Int)
    }

    /// The file as opened.
    public let base: BaseFile
    /// Changed objects by number.
    public internal(set) var overlay: [Int: Change] = [:]
    /// Trailer entries that differ from the base's.
    public internal(set) var trailerChanges: [COSName: COSObject] = [:]
    /// Other documents whose objects can be referred to from this one.
    public private(set) var imports: [ImportedDocument] = []
    /// Objects of the base that read as null, since they are not part of this document.
    private var hidden: Set<Int> = []
    var nextNumber: Int

    /// A document without changes.
    ///
    /// What the repair of its file had to make is in the overlay from the start, as it is in no
    /// file yet.
    public init(_ base: BaseFile) {
        self.base = base
        for (number, object) in base.made { overlay[number] = .set(object, generation: 0) }
        nextNumber = max(base.firstUnusedNumber, (base.made.keys.max() ?? 0) + 1)
    }

    /// Whether anything was changed.
    public internal(set) var isChanged = false

    // MARK: Reading

    /// The object of a number; null when there is none (7.3.10).
    ///
    /// - Throws: `readFailed`.
    public func object(_ id: ObjectID) throws(Fault) -> COSObject {
        switch overlay[id.number] {
        case .set(let object, _)?: object
        case .freed?: .null
        case nil: try untouchedObject(id)
        }
    }

    /// What an object is called, whatever generation a reference to it names: all readers take the
    /// object of the number, so two such references mean one object.
    ///
    /// - Throws: `readFailed`.
    package func canonical(_ id: ObjectID) throws(Fault) -> ObjectID {
        switch overlay[id.number] {
        case .set(_, let generation)?: return ObjectID(id.number, generation)
        case .freed?: return id
        case nil: break
        }
        if id.number >= ImportedDocument.firstNumber || hidden.contains(id.number) { return id }
        return try base.canonical(id)
    }

    private func untouchedObject(_ id: ObjectID) throws(Fault) -> COSObject {
        if id.number >= ImportedDocument.firstNumber {
            return try ImportedDocument.object(id, in: imports)
        }
        return hidden.contains(id.number) ? .null : try base.object(id)
    }

    /// Whether the object of a number is the base's, as it stands in the file.
    func isUntouched(_ number: Int) -> Bool {
        (overlay.isEmpty || overlay[number] == nil) && number < ImportedDocument.firstNumber
            && (hidden.isEmpty || !hidden.contains(number))
    }

    /// Whether the file as opened has no object of this number.
    ///
    /// - Throws: `readFailed`.
    public func isNew(_ id: ObjectID) throws(Fault) -> Bool {
        id.number < ImportedDocument.firstNumber ? try base.isUnused(id.number) : false
    }

    /// Whether a save must write a new file: what is imported or hidden is not in an update.
    public var needsRewriting: Bool { !imports.isEmpty || !hidden.isEmpty }

    /// The object that a reference leads to, or the object itself.
    ///
    /// - Throws: `readFailed`.
    public func resolve(_ object: COSObject?) throws(Fault) -> COSObject {
        var current = object ?? .null
        for _ in 0..<Limits.referenceChain {
            guard case .reference(let id) = current else { return current }
            current = try self.object(id)
        }
        base.note(Diagnostic(.lost, "References lead in a circle."))
        return .null
    }

    /// The value of a key, resolved; null when it is absent.
    ///
    /// - Throws: `readFailed`.
    public func value(_ key: COSName, in dictionary: COSDictionary) throws(Fault) -> COSObject {
        try resolve(dictionary[key])
    }

    /// The trailer as a save would write it, less what only a section has.
    public var trailer: COSDictionary {
        guard !trailerChanges.isEmpty else { return base.trailer }
        var trailer = base.trailer
        for (key, value) in trailerChanges { trailer[key] = value == .null ? nil : value }
        return trailer
    }

    /// The catalog's number (7.7.2).
    ///
    /// - Throws: `invalidDocument` when the trailer names none.
    public func catalogID() throws(Fault) -> ObjectID {
        guard let id = trailer["Root"]?.reference else {
            throw Fault(.invalidDocument, "The trailer has no /Root.")
        }
        return id
    }

    /// The catalog (7.7.2).
    ///
    /// - Throws: `invalidDocument` when there is none.
    public func catalog() throws(Fault) -> COSDictionary {
        let id = try catalogID()
        guard let catalog = try object(id).dictionary else {
            throw Fault(
                .invalidDocument,
                "The document catalog is missing.",
                at: Place(object: id.description)
            )
        }
        return catalog
    }

    /// The bytes of a stream as they stand in the file.
    ///
    /// - Throws: `readFailed`, `invalidDocument`.
    public func encodedBytes(of stream: COSStream) throws(Fault) -> ArraySlice<UInt8> {
        switch stream.body {
        case .data(let data): data[...]
        case .base: try base.encodedBytes(of: stream)
        case .foreign(let file, _, _): try file.encodedBytes(of: stream)
        }
    }

    /// The stream with its bytes in memory when its /Length in the file is wrong, so that
    /// writing it puts that right; `nil` when nothing is wrong.
    ///
    /// - Throws: `readFailed`, `invalidDocument`.
    public func mended(_ stream: COSStream) throws(Fault) -> COSStream? {
        guard case .base = stream.body else { return nil }
        return Self.mended(stream, as: try base.encoded(stream))
    }

    private static func mended(_ stream: COSStream, as encoded: StreamBody.Encoded) -> COSStream? {
        if encoded.lengthWasRight { return nil }
        var dictionary = stream.dictionary
        dictionary["Length"] = .integer(encoded.bytes.count)
        return COSStream(dictionary, data: Array(encoded.bytes))
    }

    /// A stream read once: what it holds, and how it is put right.
    public struct DecodedStream: Sendable {
        /// The bytes with all filters undone.
        public var bytes: [UInt8]
        /// Whether these are all.
        public var isComplete: Bool
        /// As `mended` gives it.
        public var mended: COSStream?
    }

    /// What `decodedBytes` and `mended` give, with the stream read once.
    ///
    /// - Throws: as `decodedBytes`.
    public func decoded(
        _ stream: COSStream,
        limit: Int = Limits.decodedBytes
    ) throws(Fault) -> DecodedStream {
        guard case .base = stream.body else {
            let decoded = try decodedBytes(of: stream, limit: limit)
            return DecodedStream(bytes: decoded.bytes, isComplete: decoded.isComplete)
        }
        let encoded = try base.encoded(stream)
        let decoded = try decode(encoded.bytes, of: stream, limit: limit)
        return DecodedStream(
            bytes: decoded.bytes,
            isComplete: decoded.isComplete,
            mended: Self.mended(stream, as: encoded)
        )
    }

    /// The bytes of a stream with its filters undone, and whether they are complete.
    ///
    /// - Throws: `unsupported` for filters that make pixels, `limitExceeded`, `readFailed`.
    public func decodedBytes(
        of stream: COSStream,
        limit: Int = Limits.decodedBytes
    ) throws(Fault) -> (bytes: [UInt8], isComplete: Bool) {
        let decoded = try decode(try encodedBytes(of: stream), of: stream, limit: limit)
        return (decoded.bytes, decoded.isComplete)
    }

    private func decode(
        _ encoded: ArraySlice<UInt8>,
        of stream: COSStream,
        limit: Int
    ) throws(Fault) -> FilterChain.Decoded {
        try FilterChain.decode(encoded, dictionary: stream.dictionary, limit: limit) {
            object throws(Fault) in try resolve(object)
        }
    }

    // MARK: Changing

    /// Replaces the object of a number.
    public mutating func set(_ id: ObjectID, _ object: COSObject) {
        overlay[id.number] = .set(object, generation: id.generation)
        isChanged = true
    }

    /// Deletes an object (7.5.4: its number becomes free, its generation grows).
    public mutating func free(_ id: ObjectID) {
        overlay[id.number] = .freed(nextGeneration: min(id.generation + 1, 65535))
        isChanged = true
    }

    /// Adds an object under an unused number.
    ///
    /// - Throws: `limitExceeded` when every number is in use.
    public mutating func add(_ object: COSObject) throws(Fault) -> ObjectID {
        nextNumber = max(nextNumber, base.highestReference + 1)
        while nextNumber <= Limits.objectNumber {
            let id = ObjectID(nextNumber)
            nextNumber += 1
            if overlay[id.number] == nil {
                set(id, object)
                return id
            }
        }
        // The file uses the highest number: take one that it leaves out.
        var number = 1
        while number <= Limits.objectNumber {
            if overlay[number] == nil, try base.isUnused(number) {
                let id = ObjectID(number)
                set(id, object)
                return id
            }
            number += 1
        }
        throw Fault(.limitExceeded, "The file uses every object number there is.")
    }

    /// Lets objects of the base read as null: whatever still refers to them finds nothing.
    ///
    /// A changed object is not hidden. The set is shared by copies of the document.
    ///
    /// - Parameter numbers: of objects of the base.
    public mutating func hide(_ numbers: Set<Int>) {
        hidden = hidden.isEmpty ? numbers : hidden.union(numbers)
    }

    /// Lets this document refer to the objects of another, which are read when asked for.
    ///
    /// They stand under numbers beyond those of any file, so a save must write a new file.
    ///
    /// - Parameter document: the other.
    /// - Returns: the other as it stands in this one.
    /// - Throws: `limitExceeded` when no numbers are left.
    public mutating func importing(_ document: Document) throws(Fault) -> ImportedDocument {
        let first = imports.last?.numbers.upperBound ?? ImportedDocument.firstNumber
        let imported = try ImportedDocument(document, first: first, span: document.numberSpan)
        imports.append(imported)
        return imported
    }

    /// Changes how the objects of an imported document are read.
    public mutating func update(_ imported: ImportedDocument) {
        guard let place = imports.firstIndex(where: { $0.numbers == imported.numbers }) else {
            return
        }
        imports[place] = imported
    }

    /// Takes the imports away, and what was changed in them.
    mutating func removeImports() {
        imports = []
        overlay = overlay.filter { $0.key < ImportedDocument.firstNumber }
    }

    /// One more than the highest number that a reference in this document may name; one that leads
    /// nowhere must do so wherever the document is imported.
    private var numberSpan: Int {
        imports.last?.numbers.upperBound ?? Limits.objectNumber + 1
    }

    /// Changes an entry of the trailer; null removes it.
    public mutating func setTrailer(_ key: COSName, _ value: COSObject) {
        trailerChanges[key] = value
        isChanged = true
    }
}
