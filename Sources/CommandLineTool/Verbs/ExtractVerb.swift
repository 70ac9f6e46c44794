// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import JSON
internal import Operations
internal import PDFSyntax
internal import Workbench

/// The verb `inkstone extract`.
struct ExtractVerb: Verb {
    static var name: String { "extract" }
    static let declaration = VerbDeclaration(
        name: name,
        summary: "Write some pages of a file into a new file.",
        options: [
            .chosenPages, .output, .classic, .force, .json, .progress, .password,
            .passwordFile,
        ],
        notes: [
            "What belongs to the pages comes along: outline items, named destinations, links "
                + "between them, form fields, labels, tags, attachments, layers. Links to other "
                + "pages become plain. The file itself stays as it is."
        ],
        examples: [
            .init("extract report.pdf --pages 3-7 -o chapter.pdf", "Take out five pages"),
            .init("extract *.pdf --pages last -o signatures/", "The last page of many files"),
        ]
    )

    let workbench: Workbench
    let arguments: Arguments

    func run() throws(Fault) -> Int32 {
        guard let pages = try arguments.pages(.chosenPages) else {
            throw Fault(.usage, "Say which pages: --pages P.")
        }
        let destination = try Destination(arguments)
        let progress = ProgressDisplay(arguments)
        let opener = try DocumentOpener(workbench, arguments)
        return try ManyFiles.run(arguments.operands, asJSON: arguments.has(.json)) {
            file throws(Fault) in
            defer { progress.finish() }
            return try extract(pages, opener.open(file), file, destination, progress)
        }
    }

    private func extract(
        _ pages: PageList,
        _ opened: OpenDocument,
        _ file: String,
        _ destination: Destination,
        _ progress: ProgressDisplay
    ) throws(Fault) -> ManyFiles.Answer {
        let operation = progress.operation(.pdfExtract)
        try operation.reach(.preparing)
        let part = try workbench.extract(pages, of: opened.document)
        let options = Workbench.partOptions(arguments.has(.classic) ? .classic : .streams)
        let force = arguments.has(.force)
        guard let target = destination.destination(for: file, replacing: force) else {
            try workbench.writeToStandardOutput(
                part.document,
                options: options,
                operation: operation
            )
            progress.finish()
            if !arguments.has(.json) {
                try ErrorOutput.write(part.document.base.diagnostics, of: file)
            }
            return ManyFiles.Answer()
        }
        let receipt = try workbench.saveWhole(
            part.document,
            of: opened.file,
            to: target,
            options: options,
            force: force,
            operation: operation
        )
        progress.finish()
        if !arguments.has(.json) { try ErrorOutput.write(receipt.diagnostics, of: file) }
        let count = part.pageCount == 1 ? "1 page" : "\(part.pageCount) pages"
        let text =
            "extracted \(count) of \(file) into \(receipt.path), "
            + "\(receipt.written.byteCount) bytes"
        return ManyFiles.Answer(
            value: [
                "file": JSONValue(file), "output": JSONValue(receipt.path),
                "pages": JSONValue(part.pageCount), "bytes": JSONValue(receipt.written.byteCount),
                "diagnostics": .array(receipt.diagnostics.map(ErrorOutput.json)),
            ],
            text: ErrorOutput.harmless(text) + "\n"
        )
    }
}
