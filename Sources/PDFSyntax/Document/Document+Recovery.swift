// SPDX-License-Identifier: Apache-2.0
internal import ByteSource
public import Faults

extension Document {
    /// The document that a delta was made of, over the file that it was made for.
    ///
    /// - Parameters:
    ///   - base: the file as it was then, to the byte.
    ///   - delta: what `delta()` gave.
    /// - Throws: `invalidDocument` when the delta does not belong to the file, `readFailed`.
    public init(_ base: BaseFile, recovering delta: [UInt8]) throws(Fault) {
        self.init(base)
        if delta.isEmpty { return }
        let whole = ConcatenatedByteSource(base.source, MemoryByteSource(delta))
        let update = try BaseFile(whole, openedLike: base)
        guard let section = update.table.sections.first, section.offset >= base.source.count else {
            throw Fault(
                .invalidDocument,
                "The changes that were kept do not belong to this state of the file."
            )
        }
        var entries: [Int: CrossReferenceEntry] = [:]
        try section.forEach(in: whole) { number, entry in entries[number] = entry }
        for (number, entry) in entries where number > 0 {
            switch entry {
            case .free(let generation):
                if case .free? = try base.entry(number) { continue }
                // A complete section names numbers as free that the base leaves out.
                overlay[number] = .freed(nextGeneration: generation)
            case .inUse(let offset, let generation):
                guard offset &+ update.offsetShift >= base.source.count else { continue }
                try recover(ObjectID(number, generation), from: update)
            case .compressed(let stream, _):
                guard entries[stream] != nil else { continue }
                try recover(ObjectID(number), from: update)
            }
        }
        for (key, value) in Self.changes(of: update.trailer, from: base.trailer) {
            trailerChanges[key] = value
        }
        nextNumber = max(nextNumber, (overlay.keys.max() ?? 0) + 1)
        settleIsChanged()
    }

    private mutating func recover(_ id: ObjectID, from update: BaseFile) throws(Fault) {
        let object = try update.object(id)
        guard case .stream(let stream) = object else {
            overlay[id.number] = .set(object, generation: id.generation)
            return
        }
        // What the update needs for itself was never in the document.
        let type = stream.dictionary["Type"]?.name
        if type == "XRef" || type == "ObjStm" { return }
        let data = Array(try update.encodedBytes(of: stream))
        var dictionary = stream.dictionary
        dictionary["Length"] = .integer(data.count)
        overlay[id.number] = .set(
            .stream(COSStream(dictionary, data: data)),
            generation: id.generation
        )
    }

    private static func changes(
        of trailer: COSDictionary,
        from base: COSDictionary
    ) -> [COSName: COSObject] {
        var changes: [COSName: COSObject] = [:]
        let keys = Set(trailer.entries.map(\.key)).union(base.entries.map(\.key))
            .subtracting(IncrementalUpdate.sectionKeys)
            .subtracting(["Size", "ID", IncrementalUpdate.prefixKey])
        for key in keys where trailer[key] != base[key] { changes[key] = trailer[key] ?? .null }
        return changes
    }
}
