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
    mutating func unpackStreams(_ numbers: [Int]) throws(Fault) {
        var left = Self.bytesAtMost
        // A number that stood twice means one stream, at its last place.
        var seen: Set<Int> = []
        let unique = Array(numbers.reversed().filter { seen.insert($0).inserted }.reversed())
        for number in unique {
            guard case .inUse(let streamOffset, _)? = entries[number],
                let stream = try unpack(number, limit: left)
            else { continue }
            left -= stream.byteCount
            streams[number] = stream
            for (index, item) in stream.index.enumerated() where item.number > 0 {
                if case .inUse(let offset, _)? = entries[item.number], offset > streamOffset {
                    continue
                }
                entries[item.number] = .compressed(stream: number, index: index)
            }
        }
    }

    private func unpack(_ number: Int, limit: Int) throws(Fault) -> ObjectStream? {
        guard let stream = try object(number)?.stream else { return nil }
        let dictionary = stream.dictionary
        var length = dictionary["Length"]
        if let id = length?.reference { length = try object(id.number) }
        let encoded = try StreamBody.plainBytes(
            of: stream,
            in: source,
            length: length?.integer,
            encryption
        )
        let decoded = try? FilterChain.decode(
            encoded,
            dictionary: dictionary,
            limit: limit,
            resolve: { $0 }
        )
        guard let decoded else { return nil }
        return ObjectStream(number: number, dictionary: dictionary, bytes: decoded.bytes)
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
