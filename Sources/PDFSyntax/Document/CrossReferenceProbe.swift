// SPDX-License-Identifier: Apache-2.0
internal import ByteSource
internal import Faults

/// Looks at objects before there is a `BaseFile`.
struct CrossReferenceProbe {
    let source: any ByteSource
    let table: CrossReferenceTable
    let offsetShift: Int
    /// Object streams that were unpacked on the way.
    private(set) var objectStreams: [Int: ObjectStream] = [:]
    /// What object streams are encrypted by, once that is known.
    var encryption: FileEncryption?

    init(source: any ByteSource, table: CrossReferenceTable, offsetShift: Int) {
        self.source = source
        self.table = table
        self.offsetShift = offsetShift
    }

    /// Whether the object is a catalog with a page tree, as far as can be told.
    mutating func hasPageTree(_ catalog: ObjectID) throws(Fault) -> Bool {
        switch try object(catalog)?.dictionary?["Pages"] {
        case .dictionary?: true
        case .reference(let id)?: try isDictionary(id)
        default: false
        }
    }

    /// The object where the table says, `nil` when it is not there.
    mutating func object(_ id: ObjectID) throws(Fault) -> COSObject? {
        switch try table.entry(id.number, in: source) {
        case .inUse(let offset, _)?:
            guard let start = position(offset) else { return nil }
            let parsed = try? WindowedParsing.parse(source, at: start) {
                parser throws(ParseStop) -> IndirectObject in try parser.indirectObject()
            }.settled(in: source)
            return parsed?.id.number == id.number ? parsed?.object : nil
        case .compressed(let stream, let index)?:
            return try compressed(id.number, in: stream, index: index)
        case .free?, nil: return nil
        }
    }

    /// An object of an object stream (7.5.7), or of one that this extends.
    private mutating func compressed(
        _ wanted: Int,
        in first: Int,
        index: Int
    ) throws(Fault) -> COSObject? {
        var number = first
        for _ in 0..<Limits.objectStreamChain {
            guard let stream = try objectStream(number) else { return nil }
            if let object = stream.object(
                wanted,
                index: index,
                note: { _ in },
                noteReference: { _ in }
            ) {
                return object
            }
            guard let extended = stream.extends else { return nil }
            number = extended
        }
        return nil
    }

    private mutating func objectStream(_ number: Int) throws(Fault) -> ObjectStream? {
        if let known = objectStreams[number] { return known }
        guard case .inUse? = try table.entry(number, in: source),
            let stream = try object(ObjectID(number))?.stream
        else { return nil }
        let left = Limits.structuralBytes - objectStreams.values.reduce(0) { $0 + $1.byteCount }
        let unpacked = try ObjectStream.unpacked(
            number,
            stream,
            in: source,
            encryption: encryption,
            limit: max(0, left)
        ) { object throws(Fault) in
            guard case .reference(let id) = object else { return object }
            guard case .inUse? = try table.entry(id.number, in: source) else { return .null }
            return try self.object(id) ?? .null
        }
        if let unpacked { objectStreams[number] = unpacked }
        return unpacked
    }

    /// Whether a dictionary begins where the table says; it is not read on, since the root of a
    /// page tree may be long.
    private mutating func isDictionary(_ id: ObjectID) throws(Fault) -> Bool {
        switch try table.entry(id.number, in: source) {
        case .inUse(let offset, _)?:
            try isObject(id.number, at: offset, beginningWith: .dictionaryOpen)
        case .compressed?: try object(id)?.dictionary != nil
        case .free?, nil: false
        }
    }

    /// Whether the header of the object stands at an offset that the file names.
    func isObject(
        _ number: Int,
        at offset: Int,
        beginningWith token: Token? = nil
    ) throws(Fault) -> Bool {
        guard let start = position(offset) else { return false }
        do {
            return try WindowedParsing.parse(source, at: start) {
                parser throws(ParseStop) -> Bool in
                try parser.isHeader(of: number, before: token)
            }
        } catch {
            if error.code == .readFailed { throw error }
            return false
        }
    }

    /// A number whose object is not where the table says.
    ///
    /// Looked at is the lowest number in use, as PDFium does before it trusts a table. Looking
    /// at more would rebuild files that PDFium takes as they are, and show there what it did
    /// not show before; so that is done only for a file whose offsets are known to be off.
    func misplaced(sampling isDoubtful: Bool) throws(Fault) -> Int? {
        let highest = max(1, table.highestNumber)
        if let number = try firstMisplaced(Array((1...highest).prefix(Self.sampleSteps))) {
            return number
        }
        guard isDoubtful else { return nil }
        let middle = max(1, highest / 2)
        if let number = try firstMisplaced(Array((middle...highest).prefix(Self.sampleSteps))) {
            return number
        }
        return try firstMisplaced((1...highest).suffix(Self.sampleSteps).reversed())
    }

    /// Entries passed over in search of one that is in use.
    private static let sampleSteps = 16

    /// The first number in use, when its object is not where the table says.
    private func firstMisplaced(_ numbers: [Int]) throws(Fault) -> Int? {
        for number in numbers {
            // Some writers leave "in use, offset 0" where nothing is.
            guard case .inUse(let offset, _)? = try table.entry(number, in: source), offset > 0
            else { continue }
            return try isObject(number, at: offset) ? nil : number
        }
        return nil
    }

    private func position(_ offset: Int) -> Int? {
        let (start, overflow) = offset.addingReportingOverflow(offsetShift)
        return overflow || start < 0 || start >= source.count ? nil : start
    }
}
