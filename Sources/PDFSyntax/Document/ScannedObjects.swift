// SPDX-License-Identifier: Apache-2.0
internal import ByteSource
internal import Faults

/// The objects that a scan of the file has found, those in its object streams too.
struct ScannedObjects {
    let source: any ByteSource
    let shift: Int
    private(set) var entries: [Int: CrossReferenceEntry]
    private var streams: [Int: ObjectStream] = [:]
    private let encryption: FileEncryption?

    /// What all object streams together may decode to while the file is searched, in bytes.
    private static let bytesAtMost = Limits.structuralBytes

    init(
        source: any ByteSource,
        shift: Int,
        entries: [Int: CrossReferenceEntry],
        encryption: FileEncryption? = nil
    ) {
        self.source = source
        self.encryption = encryption
        self.shift = shift
        self.entries = entries
    }

    var hasCompressed: Bool {
        entries.values.contains { if case .compressed = $0 { true } else { false } }
    }

    /// Adds what the object streams hold (7.5.7), in the order of the file: the last object of a
    /// number counts, whether it stands by itself or in a stream.
    ///
    /// What a stream itself is read by stays outside of streams: no object stream is inside
    /// another, nor its /Length, so that who reads the file by the entries finds the same.
    mutating func unpackStreams(_ numbers: [Int]) throws(Fault) {
        var left = Self.bytesAtMost
        // A number that stood twice means one stream, at its last place.
        var seen: Set<Int> = []
        let unique = Array(numbers.reversed().filter { seen.insert($0).inserted }.reversed())
        var outside: Set<Int> = []
        for number in unique {
            guard case .inUse(let streamOffset, _)? = entries[number],
                let stream = try unpack(number, limit: left, needing: &outside)
            else { continue }
            left -= stream.byteCount
            streams[number] = stream
            outside.insert(number)
            for (index, item) in stream.index.enumerated() where item.number > 0 {
                if outside.contains(item.number) { continue }
                if case .inUse(let offset, _)? = entries[item.number], offset > streamOffset {
                    continue
                }
                entries[item.number] = .compressed(stream: number, index: index)
            }
        }
    }

    private func unpack(
        _ number: Int,
        limit: Int,
        needing outside: inout Set<Int>
    ) throws(Fault) -> ObjectStream? {
        guard let stream = try object(number)?.stream else { return nil }
        var needed: Set<Int> = []
        let unpacked = try ObjectStream.unpacked(
            number,
            stream,
            in: source,
            encryption: encryption,
            limit: limit
        ) { object throws(Fault) in
            guard case .reference(let id) = object else { return object }
            guard case .inUse? = entries[id.number] else { return .null }
            needed.insert(id.number)
            return try self.object(id.number) ?? .null
        }
        outside.formUnion(needed)
        return unpacked
    }

    /// The object of a number, `nil` when there is none; of a file's bytes only those before `end`
    /// are read.
    ///
    /// - Throws: `readFailed`.
    func object(_ number: Int, before end: Int? = nil) throws(Fault) -> COSObject? {
        switch entries[number] {
        case .inUse(let offset, _)?:
            // Offsets come from the scan: the sum is within the file.
            do {
                let parsed = try WindowedParsing.parse(source, at: offset + shift, end: end) {
                    parser throws(ParseStop) -> IndirectObject in try parser.indirectObject()
                }
                guard parsed.id.number == number else { return nil }
                let object = try parsed.settled(in: source).object
                var isDamaged = false
                return encryption?.decrypted(object, of: parsed.id, isDamaged: &isDamaged)
                    ?? object
            } catch {
                if error.code == .readFailed { throw error }
                return nil
            }
        case .compressed(let stream, let index)?:
            return streams[stream]?.object(number, index: index, note: { _ in }) { _ in }
        case .free?, nil: return nil
        }
    }

    /// The object that a reference leads to, or the object itself.
    func resolve(_ object: COSObject?) throws(Fault) -> COSObject? {
        guard case .reference(let id)? = object else { return object }
        return try self.object(id.number)
    }
}
