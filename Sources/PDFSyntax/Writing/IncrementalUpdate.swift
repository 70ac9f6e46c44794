// SPDX-License-Identifier: Apache-2.0
internal import ByteSource
internal import Cryptography
public import Faults

/// Writes the bytes that a save appends (ISO 32000-2, 7.5.6): the changed objects, a
/// cross-reference section of the base's form, a trailer that points back to the base's.
struct IncrementalUpdate {
    /// Our trailer entry that tells where the update began, so that an earlier revision can be
    /// given back exact to the byte.
    ///
    /// Readers pass over keys they do not know.
    static let prefixKey: COSName = "InkstonePrefixLength"

    private let document: Document
    private var writer = ObjectWriter()
    private var entries: [Int: CrossReferenceEntry] = [:]
    private var isComplete = false
    private let base: BaseFile
    private var lowestUntried = 1
    /// The objects of the base that can still be found; nil when all can.
    private let named: Set<Int>?

    init(_ document: Document, naming named: Set<Int>? = nil) {
        self.document = document
        self.named = named
        base = document.base
    }

    /// The bytes; none when nothing was changed.
    mutating func bytes() throws(Fault) -> [UInt8] {
        guard document.isChanged else { return [] }
        try closeBase()
        try writeObjects()
        if let named {
            for number in named { try keep(number) }
            entries[0] = .free(nextGeneration: 65535)
            isComplete = true
        } else if let all = try completeEntries() {
            // A base whose cross-reference is wrong has none to point back to, so this section is
            // complete.
            for number in all.keys.sorted() where entries[number] == nil {
                try adopt(number, all[number])
            }
            entries[0] = .free(nextGeneration: 65535)
            isComplete = true
        }
        switch form {
        case .table: try writeTable()
        case .stream: try writeStream()
        }
        return writer.bytes
    }

    /// The base's, so that whoever could read the file still can; but a table cannot name the
    /// objects in object streams, which a complete section of a hybrid file must.
    private var form: CrossReferenceForm {
        let hasCompressed = entries.values.contains {
            if case .compressed = $0 { true } else { false }
        }
        return hasCompressed ? .stream : base.form
    }

    /// Takes over an entry of the base, with what it takes to read the object.
    private mutating func keep(_ number: Int) throws(Fault) {
        guard entries[number] == nil, let entry = try base.table.entry(number, in: base.source)
        else { return }
        entries[number] = entry
        guard case .compressed(let stream, _) = entry else { return }
        try keep(stream)
        let container = try base.object(ObjectID(stream)).dictionary
        if let length = container?["Length"]?.reference { try keep(length.number) }
    }

    /// Takes over an entry of a broken base.
    ///
    /// A stream with a wrong /Length is written again: readers that repaired the file before will
    /// trust it from now on.
    private mutating func adopt(_ number: Int, _ entry: CrossReferenceEntry?) throws(Fault) {
        entries[number] = entry
        guard case .inUse(let offset, let generation)? = entry else { return }
        if offset < 0 {
            // The line was broken, and the object is nowhere.
            entries[number] = .free(nextGeneration: 65535)
            return
        }
        let object = try base.object(ObjectID(number, generation))
        if case .stream(let stream) = object, let mended = try document.mended(stream) {
            try writeObject(number, generation, .stream(mended))
        }
    }

    private func completeEntries() throws(Fault) -> [Int: CrossReferenceEntry]? {
        if base.isRebuilt { return try base.table.allEntries(in: base.source) }
        return try base.correctedEntries()
    }

    /// Offset that the file would name for the next byte.
    private var offset: Int { base.source.count + writer.bytes.count - base.offsetShift }

    /// What the base leaves open is closed, so that no reader takes our objects for its data.
    private mutating func closeBase() throws(Fault) {
        let count = base.source.count
        if base.endsInsideStream { writer.write("\nendstream\nendobj\n") }
        let last = try base.source.bytes(in: count - 1..<count).first
        if !base.endsInsideStream, last != 0x0A, last != 0x0D { writer.write("\n") }
    }

    // MARK: Objects

    /// Below this many small objects an object stream saves nothing.
    private static let leastObjectsInStream = 4
    /// More objects in one stream would make reading one of them slow.
    private static let mostObjectsInStream = 200

    private mutating func writeObjects() throws(Fault) {
        try writeCutObjects()
        var compressible: [Int] = []
        for number in document.overlay.keys.sorted() {
            switch document.overlay[number] {
            case .freed(let generation)?: entries[number] = .free(nextGeneration: generation)
            case .set(let object, let generation)?:
                if base.form == .stream, generation == 0, canBeCompressed(object, number) {
                    compressible.append(number)
                } else {
                    try writeObject(number, generation, object)
                }
            case nil: break
            }
        }
        if compressible.count < Self.leastObjectsInStream {
            for number in compressible {
                if case .set(let object, let generation)? = document.overlay[number] {
                    try writeObject(number, generation, object)
                }
            }
        } else {
            var rest = compressible[...]
            while !rest.isEmpty {
                let number = try takeNumber()
                try writeObjectStream(Array(rest.prefix(Self.mostObjectsInStream)), number: number)
                rest = rest.dropFirst(Self.mostObjectsInStream)
            }
        }
    }

    /// Writes again, as they read now, the objects that the end of the file cuts.
    ///
    /// What follows would else be read as the rest of them.
    private mutating func writeCutObjects() throws(Fault) {
        for cut in base.cutObjects where document.overlay[cut.number] == nil {
            try writeObject(cut.number, cut.generation, try base.object(cut))
        }
    }

    /// 7.5.7: no streams; and the catalog stays outside, so that a reader that repairs the file
    /// finds it.
    private func canBeCompressed(_ object: COSObject, _ number: Int) -> Bool {
        object.stream == nil && number != document.trailer["Root"]?.reference?.number
    }

    /// A number that neither the base nor the update uses, for a stream of the update's own.
    private mutating func takeNumber() throws(Fault) -> Int {
        let next = max(
            base.firstUnusedNumber,
            (entries.keys.max() ?? 0) + 1,
            (document.overlay.keys.max() ?? 0) + 1,
            base.highestReference + 1
        )
        if next <= Limits.objectNumber { return next }
        // The file uses the highest number: take one that it leaves out, as `Document.add` does.
        while lowestUntried <= Limits.objectNumber {
            let number = lowestUntried
            lowestUntried += 1
            if entries[number] == nil, document.overlay[number] == nil, try base.isUnused(number) {
                return number
            }
        }
        throw Fault(.limitExceeded, "The file uses every object number there is.")
    }

    private mutating func writeObject(
        _ number: Int,
        _ generation: Int,
        _ object: COSObject
    ) throws(Fault) {
        entries[number] = .inUse(offset: offset, generation: generation)
        writer.write(number)
        writer.write(" ")
        writer.write(generation)
        writer.write(" obj\n")
        let id = ObjectID(number, generation)
        let object = base.encryption?.encrypted(object, as: id) ?? object
        if case .stream(let stream) = object {
            let body = try encryptedBody(of: stream, id)
            var dictionary = stream.dictionary
            dictionary["Length"] = .integer(body.count)
            writer.writeDictionary(dictionary)
            writer.write("\nstream\n")
            writer.write(body)
            writer.write("\nendstream")
        } else {
            writer.write(object)
        }
        writer.write("\nendobj\n")
    }

    /// The bytes of a stream as they are written: 7.6.2, with the key of the base.
    ///
    /// What /Filter says of the encryption is in no string, so the dictionary may be encrypted.
    private func encryptedBody(
        of stream: COSStream,
        _ id: ObjectID
    ) throws(Fault) -> ArraySlice<UInt8> {
        let body = try document.encodedBytes(of: stream)
        guard let encryption = base.encryption else { return body }
        let cipher = try encryption.cipher(forStream: stream.dictionary, of: id) {
            object throws(Fault) in try document.resolve(object)
        }
        if cipher.method == .none { return body }
        return cipher.encrypt(body, vector: cipher.vector(for: body, id))[...]
    }

    private mutating func writeObjectStream(_ numbers: [Int], number: Int) throws(Fault) {
        var bodies = ObjectWriter()
        var index = ObjectWriter()
        for (place, item) in numbers.enumerated() {
            guard case .set(let object, _)? = document.overlay[item] else { continue }
            if place > 0 { index.write(" ") }
            index.write(item)
            index.write(" ")
            index.write(bodies.bytes.count)
            bodies.write(object)
            bodies.write("\n")
            entries[item] = .compressed(stream: number, index: place)
        }
        index.write("\n")
        let stream = COSStream.deflated(
            [
                "Type": .name("ObjStm"), "N": .integer(numbers.count),
                "First": .integer(index.bytes.count),
            ],
            index.bytes + bodies.bytes
        )
        try writeObject(number, 0, .stream(stream))
    }

    // MARK: Trailer (7.5.5)

    /// Keys that belong to one section or one stream, not to the file.
    static let sectionKeys: [COSName] = [
        "Prev", "XRefStm", "Size", "Type", "W", "Index", "Filter", "DecodeParms", "Length", "F",
        "FFilter", "FDecodeParms", "DL",
    ]

    private func trailer(size: Int) -> COSDictionary {
        var trailer = document.trailer
        for key in Self.sectionKeys { trailer[key] = nil }
        trailer["Size"] = .integer(size)
        trailer["Prev"] = isComplete ? nil : base.startOfCrossReference.map { .integer($0) }
        trailer["ID"] = fileIdentifier()
        trailer[Self.prefixKey] = .integer(base.source.count)
        return trailer
    }

    /// 14.4: the first part stays, the second is new.
    ///
    /// It is a digest of the update, so that one change always gives the same bytes. Of an encrypted
    /// file, the first is what its key was made with, which no reference may hide (7.5.5); one
    /// without gets none.
    private func fileIdentifier() -> COSObject? {
        let first = givenIdentifier()
        if first == nil, document.trailer["Encrypt"] != nil { return document.trailer["ID"] }
        let seed = (first ?? []) + Array(String(base.source.count).utf8) + writer.bytes
        let fresh = COSObject.string(MD5.digest(seed).bytes)
        return .array([first.map { .string($0) } ?? fresh, fresh])
    }

    private func givenIdentifier() -> [UInt8]? {
        if let bound = base.encryption?.boundFileID { return bound.isEmpty ? nil : bound }
        let given = try? document.resolve(document.trailer["ID"]).array
        return given?.first.flatMap { try? document.resolve($0).string }
    }

    private var size: Int { max(base.firstUnusedNumber, (entries.keys.max() ?? 0) + 1) }

    /// Runs of consecutive numbers.
    private func runs() -> [(first: Int, count: Int)] {
        var runs: [(first: Int, count: Int)] = []
        for number in entries.keys.sorted() {
            if let last = runs.last, last.first + last.count == number {
                runs[runs.count - 1].count += 1
            } else {
                runs.append((number, 1))
            }
        }
        return runs
    }

    /// The largest offset that ten digits hold.
    private static let largestOffsetInTable = 9_999_999_999

    private mutating func writeTable() throws(Fault) {
        let start = offset
        guard start <= Self.largestOffsetInTable else {
            throw Fault(
                .limitExceeded,
                "The file is longer than its cross-reference table can say: ten digits an offset."
            )
        }
        let trailer = trailer(size: size)
        writer.write("xref\n")
        for run in runs() {
            writer.write("\(run.first) \(run.count)\n")
            for number in run.first..<run.first + run.count {
                switch entries[number] {
                case .inUse(let offset, let generation)?:
                    writeLine(offset, generation, " n \n")
                case .free(let generation)?:
                    writeLine(0, generation, " f \n")
                case .compressed?, nil:
                    // A table is not chosen when there are such entries.
                    writeLine(0, 65535, " f \n")
                }
            }
        }
        writer.write("trailer\n")
        writer.writeDictionary(trailer)
        finish(start)
    }

    private mutating func writeLine(_ offset: Int, _ generation: Int, _ kind: String) {
        writer.write(offset, width: 10)
        writer.write(" ")
        writer.write(generation, width: 5)
        writer.write(kind)
    }

    /// 7.5.8, with itself among its entries.
    private mutating func writeStream() throws(Fault) {
        let start = offset
        let number = try takeNumber()
        entries[number] = .inUse(offset: start, generation: 0)
        var dictionary = trailer(size: size)
        dictionary["Type"] = .name("XRef")
        let widths = [1, bytesNeeded(start), 2]
        dictionary["W"] = .array(widths.map { .integer($0) })
        let runs = runs()
        dictionary["Index"] = .array(runs.flatMap { [.integer($0.first), .integer($0.count)] })
        let stream = COSStream.deflated(
            dictionary,
            fields(runs, widths),
            columns: widths.reduce(0, +)
        )
        writer.write("\(number) 0 obj\n")
        var written = stream.dictionary
        guard case .data(let body) = stream.body else { return }
        written["Length"] = .integer(body.count)
        writer.writeDictionary(written)
        writer.write("\nstream\n")
        writer.write(body)
        writer.write("\nendstream\nendobj")
        finish(start)
    }

    private func fields(_ runs: [(first: Int, count: Int)], _ widths: [Int]) -> [UInt8] {
        var out: [UInt8] = []
        func append(_ value: Int, _ width: Int) {
            for shift in stride(from: (width - 1) * 8, through: 0, by: -8) {
                out.append(UInt8(truncatingIfNeeded: value >> shift))
            }
        }
        for run in runs {
            for number in run.first..<run.first + run.count {
                let (type, second, third): (Int, Int, Int) =
                    switch entries[number] {
                    case .inUse(let offset, let generation)?: (1, offset, generation)
                    case .compressed(let stream, let index)?: (2, stream, index)
                    case .free(let generation)?: (0, 0, generation)
                    case nil: (0, 0, 65535)
                    }
                append(type, widths[0])
                append(second, widths[1])
                append(third, widths[2])
            }
        }
        return out
    }

    private func bytesNeeded(_ value: Int) -> Int {
        // Object numbers of streams stand in the same field.
        max(3, (Int.bitWidth - max(value, 1).leadingZeroBitCount + 7) / 8)
    }

    private mutating func finish(_ start: Int) {
        writer.write("\nstartxref\n\(start)\n%%EOF\n")
    }
}

extension Document {
    /// Exactly the bytes that a save appends to the base; none when nothing was changed.
    ///
    /// The same changes give the same bytes.
    ///
    /// - Throws: `readFailed`; `limitExceeded` when no object number is left for the update's
    ///   streams, or the file is longer than its cross-reference table can say.
    public func delta() throws(Fault) -> [UInt8] {
        guard !needsRewriting else {
            throw Fault(.internal, "This document is no update of its file; write it anew.")
        }
        var update = IncrementalUpdate(self)
        return try update.bytes()
    }
}
