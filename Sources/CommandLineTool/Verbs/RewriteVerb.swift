// SPDX-License-Identifier: Apache-2.0
internal import ByteSource
internal import Faults
internal import JSON
internal import Operations
internal import PDFSyntax
internal import Workbench

extension ArgumentOption {
    static let classic = ArgumentOption(
        "--classic",
        .flag,
        "Write every object for itself and a cross-reference table, for old readers."
    )
    static let objectStreams = ArgumentOption(
        "--object-streams",
        .flag,
        "Pack small objects into object streams (PDF 1.5); this is the usual form."
    )
}

/// The verb `inkstone rewrite`.
struct RewriteVerb: Verb {
    static let declaration = VerbDeclaration(
        name: "rewrite",
        summary: "Write a file anew: packed, in order, without what earlier revisions left.",
        options: [
            .output, .inPlace, .objectStreams, .classic, .force, .json, .progress, .password,
            .passwordFile,
        ],
        notes: [
            "Only what can be reached from the document is kept; streams are copied as they are. "
                + "Earlier revisions are gone afterwards, and digital signatures are valid no "
                + "longer, so a signed file is refused unless --force is given."
        ],
        examples: [
            .init("rewrite contract.pdf -o small.pdf", "Pack a file"),
            .init("rewrite contract.pdf --in-place", "Leave the earlier revisions out"),
            .init("rewrite contract.pdf --classic -o old.pdf", "For readers before PDF 1.5"),
        ]
    )

    let workbench: Workbench
    let arguments: Arguments

    func run() throws(Fault) -> Int32 {
        guard !(arguments.has(.classic) && arguments.has(.objectStreams)) else {
            throw Fault(.usage, "Give --classic or --object-streams, not both.")
        }
        let destination = try Destination(arguments)
        let progress = ProgressDisplay(arguments)
        let opener = try DocumentOpener(workbench, arguments)
        return try ManyFiles.run(arguments.operands, asJSON: arguments.has(.json)) {
            file throws(Fault) in
            defer { progress.finish() }
            return try rewrite(try opener.open(file), file, destination, progress)
        }
    }

    private func rewrite(
        _ opened: OpenDocument,
        _ file: String,
        _ destination: Destination,
        _ progress: ProgressDisplay
    ) throws(Fault) -> ManyFiles.Answer {
        let form: FileWritingOptions.Form = arguments.has(.classic) ? .classic : .streams
        let operation = progress.operation(.pdfRewrite)
        let force = arguments.has(.force)
        guard let target = destination.destination(for: file, replacing: force) else {
            let loss = try workbench.lossOfRewriting(opened.document, breaksSignatures: force)
            let sink = OutputSink(.standard)
            try workbench.writeWhole(
                opened.document,
                to: sink,
                options: FileWritingOptions(form: form),
                operation: operation
            )
            try sink.flush()
            progress.finish()
            let diagnostics = opened.document.base.diagnostics + loss.diagnostics
            if !arguments.has(.json) { try ErrorOutput.write(diagnostics, of: file) }
            return ManyFiles.Answer()
        }
        let receipt = try workbench.rewrite(
            opened,
            to: target,
            form: form,
            force: force,
            operation: operation
        )
        progress.finish()
        return try tell(receipt, file, before: opened.document.base.source.count)
    }

    private func tell(
        _ receipt: NewFileReceipt,
        _ file: String,
        before: Int
    ) throws(Fault) -> ManyFiles.Answer {
        if !arguments.has(.json) { try ErrorOutput.write(receipt.diagnostics, of: file) }
        let written = receipt.written
        let target = receipt.path == file ? "" : " into \(receipt.path)"
        let text =
            "rewrote \(file)\(target), \(written.objectCount) objects, "
            + "\(before) bytes before and \(written.byteCount) now"
        return ManyFiles.Answer(
            value: [
                "file": JSONValue(file), "output": JSONValue(receipt.path),
                "objects": JSONValue(written.objectCount), "bytesBefore": JSONValue(before),
                "bytes": JSONValue(written.byteCount),
                "diagnostics": .array(receipt.diagnostics.map(ErrorOutput.json)),
            ],
            text: ErrorOutput.harmless(text) + "\n"
        )
    }
}
