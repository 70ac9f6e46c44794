// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import JSON
internal import PDFModel
internal import Workbench

extension ArgumentOption {
    static let export = ArgumentOption(
        "--export",
        .value("F"),
        "Write the annotations to F: XFDF if its name ends so, else JSON; - for standard output."
    )
    static let importing = ArgumentOption(
        "--import",
        .value("F"),
        "Take over the annotations of F, JSON or XFDF; - for standard input. One whose id is there "
            + "is changed, others are added."
    )
}

/// The verb `inkstone annotations`.
struct AnnotationsVerb: Verb {
    static var name: String { "annotations" }
    static let declaration = VerbDeclaration(
        name: name,
        summary: "List annotations, export them, or take over exported ones.",
        options: [.pages, .export, .importing, .annotator] + AnnotationCall.options,
        notes: [
            "Form fields are no annotations in this sense. JSON has places in points from the top "
                + "left corner of the page as seen; XFDF (ISO 19444-1) has those of the file."
        ],
        examples: [
            .init("annotations draft.pdf", "List them"),
            .init("annotations draft.pdf --export review.xfdf", "Hand them to another program"),
            .init("annotations draft.pdf --import review.xfdf -o all.pdf", "Take them over"),
        ]
    )

    let workbench: Workbench
    let arguments: Arguments

    func run() throws(Fault) -> Int32 {
        switch (arguments[.export], arguments[.importing]) {
        case (_?, _?): throw Fault(.usage, "Give --export F or --import F, not both.")
        case (nil, let file?): return try takeOver(file)
        case (let file, nil):
            guard arguments[.output] == nil, !arguments.has(.inPlace) else {
                throw Fault(.usage, "Only --import changes a file; leave -o and --in-place out.")
            }
            guard file == nil || arguments.operands.count == 1 else {
                throw Fault(.usage, "--export takes the annotations of one file.")
            }
            return try list(export: file)
        }
    }

    /// The bytes of a file, or of standard input.
    static func bytes(of path: String, _ workbench: Workbench) throws(Fault) -> [UInt8] {
        if path == "-" { return try StandardInput.read(limit: Workbench.largestAnnotationFile) }
        return try workbench.annotationBytes(path)
    }

    private func list(export: String?) throws(Fault) -> Int32 {
        let opener = try DocumentOpener(workbench, arguments)
        let pages = try arguments.pages(.pages) ?? .all
        return try ManyFiles.run(arguments.operands, asJSON: arguments.has(.json)) {
            file throws(Fault) in
            let opened = try opener.open(file)
            let (annotations, diagnostics) = try workbench.annotations(
                of: opened.document,
                pages: pages
            )
            if !arguments.has(.json) { try ErrorOutput.write(diagnostics, of: file) }
            guard let export else {
                return arguments.has(.json)
                    ? Self.value(annotations, diagnostics, file) : Self.text(annotations, file)
            }
            let format = AnnotationFileFormat(path: export)
            let bytes = try workbench.annotationFile(annotations, of: opened.document, as: format)
            if export == "-" {
                try Output.standard.write(bytes)
                return ManyFiles.Answer()
            }
            try workbench.writeAnnotationFile(
                bytes,
                to: export,
                replacing: arguments.has(.force)
            )
            let count = annotations.count == 1 ? "1 annotation" : "\(annotations.count) annotations"
            return ManyFiles.Answer(
                value: [
                    "file": JSONValue(file), "output": JSONValue(export),
                    "format": JSONValue(format.rawValue), "count": JSONValue(annotations.count),
                    "diagnostics": .array(diagnostics.map(ErrorOutput.json)),
                ],
                text: ErrorOutput.harmless("exported \(count) of \(file) into \(export)") + "\n"
            )
        }
    }

    private static func value(
        _ annotations: [Annotation],
        _ diagnostics: [Diagnostic],
        _ file: String
    ) -> ManyFiles.Answer {
        ManyFiles.Answer(
            value: [
                "file": JSONValue(file),
                "annotations": .array(annotations.map(AnnotationJSON.value)),
                "diagnostics": .array(diagnostics.map(ErrorOutput.json)),
            ]
        )
    }

    private static func text(_ annotations: [Annotation], _ file: String) -> ManyFiles.Answer {
        var lines = [file]
        for annotation in annotations {
            var line = "  page \(annotation.pageIndex + 1)  \(annotation.subtype)"
            line += "  \(annotation.id)"
            if let author = annotation.author, !author.isEmpty { line += "  by \(author)" }
            if !annotation.contents.isEmpty { line += ": \(annotation.contents)" }
            lines.append(line)
        }
        if annotations.isEmpty { lines.append("  no annotations") }
        return ManyFiles.Answer(
            text: lines.map(ErrorOutput.harmless).joined(separator: "\n") + "\n"
        )
    }

    private func read(
        _ bytes: [UInt8],
        of path: String,
        for opened: OpenDocument
    ) throws(Fault) -> (annotations: [Annotation], diagnostics: [Diagnostic]) {
        do {
            return try workbench.readAnnotationFile(bytes, for: opened.document)
        } catch { throw path == "-" ? error : error.inFile(path) }
    }

    private func takeOver(_ path: String) throws(Fault) -> Int32 {
        guard arguments[.pages] == nil else {
            throw Fault(.usage, "--import takes all pages of F; leave --pages out.")
        }
        let bytes = try Self.bytes(of: path, workbench)
        return try AnnotationCall(workbench: workbench, arguments: arguments).run {
            opened,
            _ throws(Fault) in
            let read = try read(bytes, of: path, for: opened)
            var annotated = try workbench.importAnnotations(
                read.annotations,
                into: opened.document,
                author: arguments[.annotator] ?? "Inkstone",
                breaksSignatures: arguments.has(.force)
            )
            annotated.diagnostics = read.diagnostics + annotated.diagnostics
            return AnnotationCall.change(annotated, "took over")
        }
    }
}
