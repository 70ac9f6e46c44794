// SPDX-License-Identifier: Apache-2.0
internal import ByteSource
internal import Faults

/// Follows the chain of cross-reference sections (ISO 32000-2, 7.5.4 to 7.5.8).
struct CrossReferenceReader {
    let source: any ByteSource
    /// Added to every offset that the file names (junk before the header).
    let offsetShift: Int
    var diagnostics: [Diagnostic] = []
    /// False when white space stands where a section should: the offsets were made for another
    /// state of the file.
    private(set) var offsetsAreExact = true
    /// Whether a section is such that other readers may stop at it or read on behind it: a table
    /// that names each object by a wrong number, a trailer that does not end.
    private(set) var isMisleading = false
    /// The highest number that a reference in a trailer names.
    private(set) var highestReference = 0
    /// What cross-reference streams may still decode to, all together, in bytes: a small file
    /// can hold very many that unpack to very much.
    private var structuralBytes = Limits.structuralBytes

    init(_ source: any ByteSource, offsetShift: Int) {
        self.source = source
        self.offsetShift = offsetShift
    }

    /// All sections from where `startxref` says, newest first; a hybrid's stream follows its table.
    mutating func chain(from start: Int) throws(Fault) -> [CrossReferenceSection] {
        var sections: [CrossReferenceSection] = []
        // What comes behind the first, which most files have alone.
        var older: Set<Int> = []
        var next: Int? = start
        while let offset = next {
            guard sections.isEmpty || (offset != start && older.insert(offset).inserted) else {
                note("The chain of cross-references runs in a circle.", at: offset)
                break
            }
            guard sections.count < Limits.crossReferenceSections else {
                throw Fault(.limitExceeded, "The file has too many cross-reference sections.")
            }
            let section = try self.section(at: offset)
            sections.append(section)
            if let hidden = section.trailer["XRefStm"]?.integer {
                if let stream = try hybridStream(at: hidden) {
                    sections.append(stream)
                } else {
                    sections[sections.count - 1].trailer["XRefStm"] = nil
                }
            }
            next = section.trailer["Prev"]?.integer
            // Some writers say /Prev 0 where there is none.
            if next == 0 { next = nil }
        }
        return sections
    }

    /// 7.5.8.4.
    ///
    /// A stream that cannot be read is passed over: readers that know no streams do without it as
    /// well.
    private mutating func hybridStream(at offset: Int) throws(Fault) -> CrossReferenceSection? {
        do {
            return try section(at: offset)
        } catch {
            if error.code == .readFailed { throw error }
            note("The hybrid file's cross-reference stream cannot be read.", at: offset)
            return nil
        }
    }

    private mutating func note(_ text: String, at offset: Int) {
        diagnostics.append(Diagnostic(.repaired, text, at: Place(byteOffset: offset)))
    }

    /// What was odd in a trailer, and what it refers to.
    private mutating func note(_ oddities: [String], _ highest: Int, _ start: Int) {
        highestReference = max(highestReference, highest)
        for oddity in oddities { note("In the trailer: \(oddity)", at: start) }
        if !oddities.isEmpty { isMisleading = true }
    }

    private mutating func section(at named: Int) throws(Fault) -> CrossReferenceSection {
        let (sum, overflow) = named.addingReportingOverflow(offsetShift)
        guard !overflow, sum >= 0, sum < source.count else {
            throw Fault(
                .invalidDocument,
                "The cross-reference lies outside the file.",
                at: Place(byteOffset: named)
            )
        }
        var start = sum
        let probe = try source.bytes(in: start..<min(start + 64, source.count))
        var lexer = Lexer(probe)
        lexer.skipWhiteSpace()
        start += lexer.position - probe.startIndex
        if start != sum {
            offsetsAreExact = false
            note("White space stands where the cross-reference should.", at: sum)
        }
        if probe.starts(with: "xref", at: lexer.position) { return try table(at: start) }
        return try stream(at: start)
    }

    // MARK: Tables (7.5.4)

    private mutating func table(at start: Int) throws(Fault) -> CrossReferenceSection {
        var parts: [CrossReferenceSection.Part] = []
        var position = start + 4
        while true {
            let header = try subsectionHeader(at: position)
            guard let header else { break }
            let lines = header.count.multipliedReportingOverflow(by: 20)
            guard !lines.overflow, header.first <= Limits.objectNumber + 1,
                header.count <= Limits.objectNumber + 1
            else {
                throw Fault(
                    .invalidDocument,
                    "A cross-reference table has more entries than there are object numbers.",
                    at: Place(byteOffset: position)
                )
            }
            if header.count > 0 {
                // Lines of less than 20 bytes may fit where regular ones do not.
                let fits = lines.partialValue <= source.count - header.end
                let isRegular = fits ? try isRegular(header) : false
                if isRegular {
                    parts.append(
                        .lines(first: header.first, count: header.count, offset: header.end)
                    )
                    position = header.end + lines.partialValue
                } else {
                    let (list, end) = try irregularLines(header)
                    parts.append(.list(list))
                    position = end
                }
            } else {
                position = header.end
            }
        }
        var sloppiness: Set<Lexer.Sloppiness> = []
        let (trailer, oddities, highest) = try WindowedParsing.parse(source, at: position) {
            parser throws(ParseStop) -> (COSDictionary, [String], Int) in
            guard parser.lexer.next().isKeyword("trailer") else {
                try parser.checkWindow()
                throw .malformed("The trailer is missing.", at: parser.lexer.position)
            }
            guard let dictionary = try parser.value(depth: 0).dictionary else {
                try parser.checkWindow()
                throw .malformed("The trailer is no dictionary.", at: parser.lexer.position)
            }
            for word in parser.lexer.sloppiness { sloppiness.insert(word) }
            return (dictionary, parser.oddities, parser.highestReference)
        }
        note(oddities, highest, start)
        for word in sloppiness.map(\.rawValue).sorted() {
            note("In the trailer: \(word)", at: start)
        }
        return CrossReferenceSection(
            offset: start,
            form: .table,
            trailer: trailer,
            parts: startingAtZero(parts, start)
        )
    }

    private struct Header {
        var first: Int
        var count: Int
        /// Where the lines begin.
        var end: Int
    }

    /// `0 6` and its line end; `nil` before `trailer`.
    private func subsectionHeader(at position: Int) throws(Fault) -> Header? {
        try WindowedParsing.parse(source, at: position) { parser throws(ParseStop) -> Header? in
            let start = parser.lexer.position
            switch parser.lexer.next() {
            case .integer(let first):
                guard first >= 0, case .integer(let count) = parser.lexer.next(), count >= 0 else {
                    try parser.checkWindow()
                    throw .malformed("The cross-reference table is broken.", at: start)
                }
                parser.lexer.skipWhiteSpace()
                try parser.checkWindow()
                return Header(
                    first: first,
                    count: count,
                    end: parser.lexer.position + parser.fileOffsetOfIndexZero
                )
            case let token where token.isKeyword("trailer"):
                return nil
            default:
                try parser.checkWindow()
                throw .malformed("The cross-reference table is broken.", at: start)
            }
        }
    }

    /// Whether the lines have 20 bytes each: looked at are the first, the last, one in the
    /// middle and what follows.
    private func isRegular(_ header: Header) throws(Fault) -> Bool {
        for index in [0, header.count / 2, header.count - 1] {
            let start = header.end + index * 20
            let line = try source.bytes(in: start..<start + 20)
            let last = line[line.startIndex + 19]
            guard CrossReferenceSection.line(line) != nil, last == 0x0A || last == 0x0D else {
                return false
            }
        }
        let after = header.end + header.count * 20
        let tail = try source.bytes(in: after..<min(after + 16, source.count))
        var lexer = Lexer(tail)
        lexer.skipWhiteSpace()
        guard let byte = lexer.peek() else { return true }
        return CharacterClass.isDigit(byte) || byte == UInt8(ascii: "t")
    }

    /// Lines of any length, token by token.
    private mutating func irregularLines(
        _ header: Header
    ) throws(Fault) -> ([Int: CrossReferenceEntry], Int) {
        note("The lines of the cross-reference table do not have 20 bytes.", at: header.end)
        return try WindowedParsing.parse(source, at: header.end) {
            parser throws(ParseStop) -> ([Int: CrossReferenceEntry], Int) in
            var list: [Int: CrossReferenceEntry] = [:]
            for index in 0..<header.count {
                let start = parser.lexer.position
                guard case .integer(let offset) = parser.lexer.next(),
                    case .integer(let generation) = parser.lexer.next(),
                    case .keyword(let kind) = parser.lexer.next()
                else {
                    try parser.checkWindow()
                    // Fewer lines than promised: the trailer comes early.
                    parser.lexer.position = start
                    break
                }
                if kind.matches("n") {
                    list[header.first + index] = .inUse(
                        offset: offset,
                        generation: generation & 0xFFFF
                    )
                } else if kind.matches("f") {
                    list[header.first + index] = .free(nextGeneration: generation & 0xFFFF)
                } else {
                    try parser.checkWindow()
                    throw .malformed("The cross-reference table is broken.", at: start)
                }
            }
            return (list, parser.lexer.position + parser.fileOffsetOfIndexZero)
        }
    }

    /// A table that begins with the entry of object 0 but says it is object 1.
    private mutating func startingAtZero(
        _ parts: [CrossReferenceSection.Part],
        _ start: Int
    ) -> [CrossReferenceSection.Part] {
        var corrected = parts
        switch parts.first {
        case .lines(1, let count, let offset)?:
            guard let bytes = try? source.bytes(in: offset..<offset + 20),
                CrossReferenceSection.line(bytes) == .free(nextGeneration: 65535)
            else { return parts }
            corrected[0] = .lines(first: 0, count: count, offset: offset)
        case .list(let entries)? where entries[0] == nil:
            guard entries[1] == .free(nextGeneration: 65535) else { return parts }
            let moved = entries.map { ($0.key - 1, $0.value) }
            corrected[0] = .list(Dictionary(uniqueKeysWithValues: moved))
        default: return parts
        }
        note("The cross-reference table counts from 1 where it means 0.", at: start)
        isMisleading = true
        return corrected
    }

    // MARK: Streams (7.5.8)

    private mutating func stream(at start: Int) throws(Fault) -> CrossReferenceSection {
        let object = try WindowedParsing.parse(source, at: start) {
            parser throws(ParseStop) -> IndirectObject in try parser.indirectObject()
        }
        guard let stream = object.object.stream, stream.dictionary["Type"]?.name == "XRef" else {
            throw Fault(
                .invalidDocument,
                "No cross-reference is where one should be.",
                at: Place(byteOffset: start)
            )
        }
        note(object.oddities, object.highestReference, start)
        let dictionary = stream.dictionary
        let encoded = try StreamBody.encodedBytes(
            of: stream,
            in: source,
            length: dictionary["Length"]?.integer
        )
        let decoded: FilterChain.Decoded
        do {
            decoded = try FilterChain.decode(
                encoded.bytes,
                dictionary: dictionary,
                limit: structuralBytes
            ) { $0 }
        } catch {
            // Without its cross-reference a file can still be searched for its objects.
            guard error.code == .unsupported else { throw error }
            throw Fault(.invalidDocument, error.message, at: Place(byteOffset: start))
        }
        structuralBytes -= decoded.bytes.count
        if !decoded.isComplete { note("The cross-reference stream is damaged.", at: start) }
        var section = CrossReferenceSection(offset: start, form: .stream, trailer: dictionary)
        section.fields = decoded.bytes
        section.widths = try widths(dictionary, start)
        section.parts = try packedParts(dictionary, section, start)
        return section
    }

    /// Bytes of a field: twice what any number of today needs.
    private static let widestField = 16

    private func widths(_ dictionary: COSDictionary, _ start: Int) throws(Fault) -> [Int] {
        let widths = (dictionary["W"]?.array ?? []).prefix(3).map { $0.integer ?? -1 }
        guard widths.count == 3, widths.allSatisfy({ (0...Self.widestField).contains($0) }),
            widths[1] > 0
        else {
            throw Fault(
                .invalidDocument,
                "The cross-reference stream has no sensible /W.",
                at: Place(byteOffset: start)
            )
        }
        return widths
    }

    private func packedParts(
        _ dictionary: COSDictionary,
        _ section: CrossReferenceSection,
        _ start: Int
    ) throws(Fault) -> [CrossReferenceSection.Part] {
        let width = section.widths.reduce(0, +)
        let available = section.fields.count / width
        let size = dictionary["Size"]?.integer ?? available
        let index = dictionary["Index"]?.array?.map { $0.integer ?? -1 } ?? [0, size]
        var parts: [CrossReferenceSection.Part] = []
        var used = 0
        for pair in stride(from: 0, to: index.count - 1, by: 2) {
            let first = index[pair]
            guard (0...Limits.objectNumber).contains(first), index[pair + 1] >= 0 else {
                throw Fault(
                    .invalidDocument,
                    "The cross-reference stream has no sensible /Index.",
                    at: Place(byteOffset: start)
                )
            }
            let count = min(
                index[pair + 1],
                available - used,
                Limits.objectNumber + 1 - first
            )
            if count > 0 { parts.append(.packed(first: first, count: count, at: used * width)) }
            used += max(count, 0)
        }
        return parts
    }
}
