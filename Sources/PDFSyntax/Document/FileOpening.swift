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
        /// Whether nothing may point back to the cross-reference, though it can be read.
        var isMisleading = false
        var highestReference = 0
        var cutObjects: [ObjectID] = []
        /// Objects that are not in the file, and without which it would have no pages.
        var made: [Int: COSObject] = [:]
        /// Unpacked on the way, so that nobody has to do it again.
        var objectStreams: [ObjectStream] = []
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
        let repair = FileRepair(opening: self, shift: header?.offset ?? 0)
        var opened = try repair.opened(because: problem)
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
        guard let (start, end) = try startxref() else { return nil }
        var shifts = [0]
        if let offset = header?.offset, offset > 0 { shifts.append(offset) }
        var firstProblem: Fault?
        for shift in shifts {
            do {
                var opened = try regular(start: start, shift: shift)
                if source.count - end > Self.endBytes {
                    opened.diagnostics.append(
                        Diagnostic(
                            .repaired,
                            "More than \(Self.endBytes) bytes of junk stand behind the end.",
                            at: Place(byteOffset: end)
                        )
                    )
                }
                return opened
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
        opened.isMisleading = reader.isMisleading
        opened.highestReference = reader.highestReference
        opened.objectStreams = try checkRoot(
            &opened,
            offsetsAreExact: reader.offsetsAreExact
        )
        return opened
    }

    /// Where most readers look for the end.
    private static let endBytes = 1024

    /// The number after the last `startxref`, looked for in the last kilobyte first and then in
    /// larger parts, since junk may follow; and where it ends.
    private func startxref() throws(Fault) -> (start: Int, end: Int)? {
        for size in [Self.endBytes, 1 << 16, 1 << 20] {
            let from = max(0, source.count - size)
            let tail = try source.bytes(in: from..<source.count)
            var index = tail.endIndex - 9
            while index >= tail.startIndex {
                if tail[index] == UInt8(ascii: "s"), tail.starts(with: "startxref", at: index) {
                    var lexer = Lexer(tail)
                    lexer.position = index + 9
                    if case .integer(let offset) = lexer.next() {
                        return (offset, from + lexer.position - tail.startIndex)
                    }
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
    ///
    /// - Returns: the object streams that were unpacked for that.
    private func checkRoot(
        _ opened: inout Opened,
        offsetsAreExact: Bool
    ) throws(Fault) -> [ObjectStream] {
        guard let root = opened.trailer["Root"]?.reference else {
            throw Fault(.invalidDocument, "The trailer has no /Root.")
        }
        var probe = CrossReferenceProbe(
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
        // What is in object streams can be read from here on.
        try unlock(&opened)
        probe.encryption = opened.encryption
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
        return Array(probe.objectStreams.values)
    }
}
