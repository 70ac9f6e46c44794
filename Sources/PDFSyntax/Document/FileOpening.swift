// SPDX-License-Identifier: Apache-2.0
internal import ByteSource
internal import Faults

/// Finds header, `startxref` and trailer, and repairs what can be (ISO 32000-2, 7.5).
struct FileOpening {
    struct Opened {
        var headerVersion: String?
        var offsetShift = 0
        var startOfCrossReference: Int?
        var trailer = COSDictionary()
        var form = CrossReferenceForm.table
        var table: CrossReferenceTable
        var endsInsideStream = false
        /// Whether a table names each object by a wrong number.
        var numbersAreShifted = false
        var highestReference = 0
        var cutObject: ObjectID?
        var encryption: FileEncryption?
        var diagnostics: [Diagnostic] = []
    }

    let source: any ByteSource
    let credential: Credential

    init(_ source: any ByteSource, credential: Credential = .nothing) {
        self.source = source
        self.credential = credential
    }

    func open() throws(Fault) -> Opened {
        guard source.count > 0 else {
            throw Fault(.invalidDocument, "The file is empty.")
        }
        let header = try header()
        var problem: Fault
        do {
            if var opened = try regular(header) {
                opened.headerVersion = header?.version
                return opened
            }
            problem = Fault(.invalidDocument, "There is no startxref.")
        } catch {
            if error.isFinal { throw error }
            problem = error
        }
        if header == nil { try refuseOtherFormats() }
        var opened = try rebuilt(because: problem, shift: header?.offset ?? 0)
        opened.headerVersion = header?.version
        return opened
    }

    // MARK: Header (7.5.2)

    private struct Header {
        var offset: Int
        var version: String
    }

    private func header() throws(Fault) -> Header? {
        let head = try source.bytes(in: 0..<min(source.count, Limits.headerSearchBytes + 16))
        for index in head.indices where head.starts(with: "%PDF-", at: index) {
            let version = head[(index + 5)...].prefix { CharacterClass.isDigit($0) || $0 == 0x2E }
            return Header(
                offset: index - head.startIndex,
                version: String(decoding: version, as: UTF8.self)
            )
        }
        return nil
    }

    private func refuseOtherFormats() throws(Fault) {
        let hasObject = try FileScanner(source: source).scan().entries.isEmpty == false
        guard hasObject else {
            throw Fault(
                .invalidDocument,
                "This is not a PDF file: it has neither a header nor objects."
            )
        }
    }

    // MARK: The regular way (7.5.5)

    /// `nil` without a `startxref`.
    private func regular(_ header: Header?) throws(Fault) -> Opened? {
        guard let start = try startxref() else { return nil }
        var shifts = [0]
        if let offset = header?.offset, offset > 0 { shifts.append(offset) }
        var firstProblem: Fault?
        for shift in shifts {
            do {
                return try regular(start: start, shift: shift)
            } catch {
                if error.isFinal { throw error }
                firstProblem = firstProblem ?? error
            }
        }
        throw firstProblem ?? Fault(.invalidDocument, "There is no cross-reference.")
    }

    private func regular(start: Int, shift: Int) throws(Fault) -> Opened {
        var reader = CrossReferenceReader(source, offsetShift: shift)
        let sections = try reader.chain(from: start)
        let table = try CrossReferenceTable(sections, in: source)
        guard let newest = sections.first else {
            throw Fault(.invalidDocument, "There is no cross-reference.")
        }
        var trailer = newest.trailer
        // A linearized file's first section may leave /Root to the other (Annex F.3.4 says it
        // must not, files do). One that has it speaks for the file, also by what it leaves out;
        // but no update can take encryption away.
        let inherited: [COSName] =
            trailer["Root"] == nil ? ["Root", "Info", "ID", "Encrypt"] : ["Encrypt"]
        for key in inherited where trailer[key] == nil {
            if let older = sections.first(where: { $0.trailer[key] != nil }) {
                trailer[key] = older.trailer[key]
            }
        }
        var opened = Opened(table: table)
        opened.offsetShift = shift
        opened.startOfCrossReference = start
        opened.trailer = trailer
        opened.form = newest.form
        opened.diagnostics = reader.diagnostics
        if shift > 0 {
            opened.diagnostics.append(
                Diagnostic(.note, "There is junk before the header; offsets count from the header.")
            )
        }
        opened.numbersAreShifted = reader.numbersAreShifted
        try checkRoot(opened, offsetsAreExact: reader.offsetsAreExact)
        try unlock(&opened)
        return opened
    }

    /// The number after the last `startxref`, looked for in the last kilobyte first and then in
    /// larger parts, since junk may follow.
    private func startxref() throws(Fault) -> Int? {
        for size in [1024, 1 << 16, 1 << 20] {
            let from = max(0, source.count - size)
            let tail = try source.bytes(in: from..<source.count)
            var index = tail.endIndex - 9
            while index >= tail.startIndex {
                if tail[index] == UInt8(ascii: "s"), tail.starts(with: "startxref", at: index) {
                    var lexer = Lexer(tail)
                    lexer.position = index + 9
                    if case .integer(let offset) = lexer.next() { return offset }
                    return nil
                }
                index -= 1
            }
            if from == 0 { return nil }
        }
        return nil
    }

    /// /Root must lead to a catalog with pages, and its objects must be where they are said to
    /// be, else the cross-reference is not worth its name.
    private func checkRoot(_ opened: Opened, offsetsAreExact: Bool) throws(Fault) {
        guard let root = opened.trailer["Root"]?.reference else {
            throw Fault(.invalidDocument, "The trailer has no /Root.")
        }
        let probe = CrossReferenceProbe(
            source: source,
            table: opened.table,
            offsetShift: opened.offsetShift
        )
        if let number = try probe.misplaced(sampling: !offsetsAreExact) {
            throw Fault(
                .invalidDocument,
                "An object is not where the cross-reference says.",
                at: Place(object: "\(number)")
            )
        }
        guard try probe.object(root)?.dictionary != nil else {
            throw Fault(
                .invalidDocument,
                "The catalog is not where the cross-reference says.",
                at: Place(object: root.description)
            )
        }
        guard try probe.hasPageTree(root) else {
            throw Fault(
                .invalidDocument,
                "The page tree is not where the cross-reference says.",
                at: Place(object: root.description)
            )
        }
    }

    // MARK: Repair

    /// With junk before the header, offsets count from the header, as PDFium, MuPDF and qpdf
    /// count; objects inside the junk are none.
    private func rebuilt(because problem: Fault, shift: Int) throws(Fault) -> Opened {
        let findings = try FileScanner(source: source).scan()
        var entries = findings.entries.compactMapValues { entry -> CrossReferenceEntry? in
            guard case .inUse(let offset, let generation) = entry, offset >= shift else {
                return nil
            }
            return .inUse(offset: offset - shift, generation: generation)
        }
        let encryption = try encryption(findings, entries, shift)
        for number in findings.objectStreams {
            guard let stream = try objectStream(number, entries, shift, encryption.value)
            else { continue }
            for (index, item) in stream.index.enumerated() where item.number > 0 {
                // An object that stands by itself behind its stream is a later version.
                if case .inUse(let offset, _)? = entries[item.number],
                    case .inUse(let streamOffset, _)? = entries[number], offset > streamOffset
                {
                    continue
                }
                entries[item.number] = .compressed(stream: number, index: index)
            }
        }
        let table = CrossReferenceTable(rebuilt: entries)
        var opened = Opened(table: table)
        opened.offsetShift = shift
        opened.trailer = try trailer(findings, opened)
        let hasCompressed = entries.values.contains {
            if case .compressed = $0 { true } else { false }
        }
        opened.form = hasCompressed ? .stream : .table
        opened.highestReference = findings.highestReference
        opened.endsInsideStream = findings.cutStream != nil
        opened.cutObject = findings.cutStream ?? findings.cutObject
        opened.encryption = encryption.value
        if opened.encryption != nil {
            opened.trailer["Encrypt"] = encryption.trailer["Encrypt"]
            opened.trailer["ID"] = encryption.trailer["ID"]
        }
        opened.diagnostics = [
            Diagnostic(
                .repaired,
                "The cross-reference was rebuilt by scanning the file. \(problem.message)",
                at: problem.place
            )
        ]
        opened.diagnostics += encryption.oddities
        return opened
    }

    private func objectStream(
        _ number: Int,
        _ entries: [Int: CrossReferenceEntry],
        _ shift: Int,
        _ encryption: FileEncryption?
    ) throws(Fault) -> ObjectStream? {
        var opened = Opened(table: CrossReferenceTable(rebuilt: entries))
        opened.offsetShift = shift
        let probe = CrossReferenceProbe(
            source: source,
            table: opened.table,
            offsetShift: opened.offsetShift
        )
        guard let stream = try probe.object(ObjectID(number))?.stream else { return nil }
        var length = stream.dictionary["Length"]
        if let id = length?.reference { length = try probe.object(id) }
        var encoded = try StreamBody.encodedBytes(of: stream, in: source, length: length?.integer)
        if let encryption, case .base(_, let owner) = stream.body {
            let cipher = try encryption.cipher(forStream: stream.dictionary, of: owner) { $0 }
            encoded.bytes = cipher.decrypt(encoded.bytes).bytes[...]
        }
        guard
            let decoded = try? FilterChain.decode(
                encoded.bytes,
                dictionary: stream.dictionary,
                limit: Limits.structuralBytes,
                resolve: { $0 }
            )
        else { return nil }
        return ObjectStream(number: number, dictionary: stream.dictionary, bytes: decoded.bytes)
    }

    /// The last trailer whose /Root is an object that was found; without one, the last catalog.
    private func trailer(
        _ findings: FileScanner.Findings,
        _ opened: Opened
    ) throws(Fault) -> COSDictionary {
        let probe = CrossReferenceProbe(
            source: source,
            table: opened.table,
            offsetShift: opened.offsetShift
        )
        for trailer in findings.trailers.reversed() {
            guard let root = trailer["Root"]?.reference,
                let entry = try opened.table.entry(root.number, in: source)
            else { continue }
            if case .compressed = entry { return trailer }
            if try probe.hasPageTree(root) { return trailer }
        }
        var trailer = COSDictionary()
        for candidate in findings.trailers.reversed() {
            for key in ["Info", "ID", "Encrypt"] as [COSName] where trailer[key] == nil {
                trailer[key] = candidate[key]
            }
        }
        for catalog in findings.catalogs.reversed() where try probe.hasPageTree(catalog) {
            trailer["Root"] = .reference(catalog)
            return trailer
        }
        throw Fault(
            .invalidDocument,
            findings.catalogs.isEmpty
                ? "The file is damaged beyond repair: no document catalog was found."
                : "The file is damaged beyond repair: its page tree was not found."
        )
    }
}

/// Looks at objects before there is a `BaseFile`.
struct CrossReferenceProbe {
    let source: any ByteSource
    let table: CrossReferenceTable
    let offsetShift: Int

    /// Whether the object is a catalog with a page tree, as far as can be told.
    func hasPageTree(_ catalog: ObjectID) throws(Fault) -> Bool {
        switch try object(catalog)?.dictionary?["Pages"] {
        case .dictionary?: true
        case .reference(let id)?: try isDictionary(id)
        default: false
        }
    }

    /// The object where the table says, `nil` when it is not there.
    ///
    /// An object in an object stream counts as there without being read, and comes back as a
    /// dictionary that would pass for a catalog.
    func object(_ id: ObjectID) throws(Fault) -> COSObject? {
        switch try table.entry(id.number, in: source) {
        case .inUse(let offset, _)?:
            guard let start = position(offset) else { return nil }
            let parsed = try? WindowedParsing.parse(source, at: start) {
                parser throws(ParseStop) -> IndirectObject in try parser.indirectObject()
            }
            return parsed?.id.number == id.number ? parsed?.object : nil
        case .compressed?:
            return .dictionary(["Pages": .reference(id)])
        case .free?, nil: return nil
        }
    }

    /// Whether a dictionary begins where the table says; it is not read on, since the root of a
    /// page tree may be long.
    private func isDictionary(_ id: ObjectID) throws(Fault) -> Bool {
        switch try table.entry(id.number, in: source) {
        case .inUse(let offset, _)?:
            try isObject(id.number, at: offset, beginningWith: .dictionaryOpen)
        case .compressed?: true
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
