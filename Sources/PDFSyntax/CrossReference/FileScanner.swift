// SPDX-License-Identifier: Apache-2.0
internal import ByteSource
internal import Faults

/// Finds objects and trailers by reading the whole file, for when its cross-reference is broken
/// (Annex C of ISO 32000-1 told readers to; 7.5.4 leaves it to them).
///
/// The last object of a number counts, as later updates stand later. Bodies of streams are
/// passed over, so that a PDF file embedded without compression is not mistaken for this one.
struct FileScanner {
    let source: any ByteSource

    /// What was found.
    struct Findings {
        var entries: [Int: CrossReferenceEntry] = [:]
        /// Trailer dictionaries and those of cross-reference streams, in the order of the file.
        var trailers: [COSDictionary] = []
        /// Numbers of objects of /Type /Catalog, in the order of the file.
        var catalogs: [ObjectID] = []
        var objectStreams: [Int] = []
        /// The highest number that a reference names.
        var highestReference = 0
        /// The stream that the file ends inside.
        var cutStream: ObjectID?
        /// The objects, no streams, that the end of the file cuts: the last one, and those that
        /// have a string without an end.
        var cutObjects: Set<ObjectID> = []
    }

    private static let chunkBytes = 1 << 20
    /// Longer than any `nnnnnnn ggggg obj` with white space between.
    private static let overlapBytes = 64

    /// How often the whole file may be read in vain.
    ///
    /// That is for objects and trailers that turn out to be none. Damaged files stay far below one; without a limit, a file made of nothing but
    /// beginnings would be read once for each.
    private static let vainReadings = 8
    private static let vainBytesAtLeast = 1 << 20
    /// How much of an object is read once the limit is reached: enough for most dictionaries, and
    /// no more than some forty times the file altogether.
    private static let bytesReadWhenWeary = 256

    func scan() throws(Fault) -> Findings {
        var findings = Findings()
        var vainBytes = max(source.count &* Self.vainReadings, Self.vainBytesAtLeast)
        var position = 0
        while position < source.count {
            let chunkStart = max(0, position - Self.overlapBytes)
            let end = min(position + Self.chunkBytes, source.count)
            let window = try source.bytes(
                in: chunkStart..<min(end + Self.overlapBytes, source.count)
            )
            let limit = window.startIndex + (end - chunkStart)
            var index = window.startIndex + (position - chunkStart)
            var jumped: Int?
            while index < limit {
                let byte = window[index]
                if byte == UInt8(ascii: "o"), window.starts(with: "obj", at: index),
                    let start = headerStart(window, objAt: index)
                {
                    let offset = start - window.startIndex + chunkStart
                    if let next = try record(objectAt: offset, &findings, &vainBytes) {
                        jumped = max(next, chunkStart + index - window.startIndex + 3)
                        break
                    }
                } else if byte == UInt8(ascii: "t"), window.starts(with: "trailer", at: index) {
                    let offset = index - window.startIndex + chunkStart
                    try recordTrailer(at: offset + 7, &findings, &vainBytes)
                }
                index += 1
            }
            position = jumped ?? end
        }
        return findings
    }

    /// Walks back from `obj` over generation and number; `nil` when it is `endobj` or a word.
    private func headerStart(_ window: ArraySlice<UInt8>, objAt index: Int) -> Int? {
        var position = index - 1
        func spaces() -> Int {
            let start = position
            while position >= window.startIndex, CharacterClass.isWhiteSpace(window[position]) {
                position -= 1
            }
            return start - position
        }
        func digits() -> Int {
            let start = position
            while position >= window.startIndex, CharacterClass.isDigit(window[position]) {
                position -= 1
            }
            return start - position
        }
        _ = spaces()
        guard (1...5).contains(digits()), spaces() > 0, (1...10).contains(digits()) else {
            return nil
        }
        return position + 1
    }

    /// Notes the object and says where to go on; `nil` when it is none.
    private func record(
        objectAt offset: Int,
        _ findings: inout Findings,
        _ vainBytes: inout Int
    ) throws(Fault) -> Int? {
        var reached = offset
        let parsed: IndirectObject
        let end = vainBytes > 0 ? nil : offset + Self.bytesReadWhenWeary
        do {
            parsed = try WindowedParsing.parse(source, at: offset, end: end) {
                parser throws(ParseStop) -> IndirectObject in
                defer { reached = parser.fileOffset }
                return try parser.indirectObject()
            }.settled(in: source)
        } catch {
            if error.code == .readFailed { throw error }
            vainBytes -= reached - offset
            return nil
        }
        let id = parsed.id
        guard id.number > 0 else { return nil }
        findings.highestReference = max(findings.highestReference, parsed.highestReference)
        findings.entries[id.number] = .inUse(offset: offset, generation: id.generation)
        let dictionary = parsed.object.dictionary
        if dictionary?["Type"]?.name == "Catalog" { findings.catalogs.append(id) }
        findings.cutObjects.remove(id)
        if parsed.isCut {
            // A string without an end swallows whatever follows, so that is searched all the same.
            if end == nil { findings.cutObjects.insert(id) }
            vainBytes -= reached - offset
            return nil
        }
        guard case .stream(let stream) = parsed.object, case .base(let start, _) = stream.body
        else {
            return parsed.end
        }
        switch stream.dictionary["Type"]?.name {
        case "XRef": findings.trailers.append(stream.dictionary)
        case "ObjStm": findings.objectStreams.append(id.number)
        default: break
        }
        let extent = try StreamBody.extent(
            from: start,
            in: source,
            length: stream.dictionary["Length"]?.integer
        )
        findings.cutStream = extent.isClosed ? nil : id
        return extent.end
    }

    private func recordTrailer(
        at offset: Int,
        _ findings: inout Findings,
        _ vainBytes: inout Int
    ) throws(Fault) {
        guard offset < source.count else { return }
        var reached = offset
        let end = vainBytes > 0 ? nil : offset + Self.bytesReadWhenWeary
        var highest = 0
        let object = try? WindowedParsing.parse(source, at: offset, end: end) {
            parser throws(ParseStop) -> COSObject in
            defer {
                reached = parser.fileOffset
                highest = parser.highestReference
            }
            return try parser.value(depth: 0)
        }
        // The scan goes on inside the trailer, so that its bytes are read again in any case.
        vainBytes -= reached - offset
        if case .dictionary(let dictionary)? = object {
            findings.trailers.append(dictionary)
            findings.highestReference = max(findings.highestReference, highest)
        }
    }
}
