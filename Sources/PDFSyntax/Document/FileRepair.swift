// SPDX-License-Identifier: Apache-2.0
internal import ByteSource
internal import Faults

/// Opens a file whose cross-reference cannot be used, by looking for its objects.
///
/// With junk before the header, offsets count from the header, as PDFium, MuPDF and qpdf count;
/// objects inside the junk are none.
struct FileRepair {
    let opening: FileOpening
    let shift: Int

    func opened(because problem: Fault) throws(Fault) -> FileOpening.Opened {
        let source = opening.source
        let findings = try FileScanner(source: source).scan()
        let entries = entries(findings)
        let encryption = try opening.encryption(findings, entries, shift)
        var objects = ScannedObjects(
            source: source,
            shift: shift,
            entries: entries,
            encryption: encryption.value
        )
        try objects.unpackStreams(findings.objectStreams)
        let root = try DocumentSearch(objects: objects, findings: findings).trailer()
        var opened = FileOpening.Opened(table: CrossReferenceTable(rebuilt: objects.entries))
        opened.offsetShift = shift
        opened.trailer = root.trailer
        opened.made = root.made
        opened.form = objects.hasCompressed ? .stream : .table
        opened.highestReference = findings.highestReference
        opened.endsInsideStream = findings.cutStream != nil
        opened.cutObjects = findings.cutObjects.union(findings.cutStream.map { [$0] } ?? [])
            .sorted()
        opened.encryption = encryption.value
        // Where the dictionary is nowhere, what is written says no more that there is one.
        opened.trailer["Encrypt"] = encryption.trailer["Encrypt"]
        if opened.encryption != nil { opened.trailer["ID"] = encryption.trailer["ID"] }
        for key in ["Root", "Info", "Encrypt"] as [COSName] {
            // Readers that look an object up by both numbers must find it.
            guard let id = opened.trailer[key]?.reference,
                case .inUse(_, let generation)? = objects.entries[id.number]
            else { continue }
            opened.trailer[key] = .reference(ObjectID(id.number, generation))
        }
        opened.diagnostics = [
            Diagnostic(
                .repaired,
                "The cross-reference was rebuilt by scanning the file. \(problem.message)",
                at: problem.place
            )
        ]
        opened.diagnostics += root.diagnostics + encryption.oddities
        return opened
    }

    private func entries(_ findings: FileScanner.Findings) -> [Int: CrossReferenceEntry] {
        findings.entries.compactMapValues { entry -> CrossReferenceEntry? in
            guard case .inUse(let offset, let generation) = entry, offset >= shift else {
                return nil
            }
            return .inUse(offset: offset - shift, generation: generation)
        }
    }
}
