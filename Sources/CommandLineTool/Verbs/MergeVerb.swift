// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import JSON
internal import Operations
internal import PDFModel
internal import PDFSyntax
internal import Workbench

extension ArgumentOption {
    static let metadata = ArgumentOption(
        "--metadata",
        .choice(["first", "none"]),
        "Whose title, author and dates the new file has: those of the first file (the default), "
            + "or none."
    )
}

/// The verb `inkstone merge`.
struct MergeVerb: Verb {
    static var name: String { "merge" }
    static let declaration = VerbDeclaration(
        name: name,
        summary: "Make one file of several, one after the other.",
        operand: "FILE[:P]",
        options: [.output, .metadata, .force, .json, .progress, .password, .passwordFile],
        notes: [
            "Each file's outline becomes a branch; links, form fields, page labels, attachments, "
                + "layers and tags are kept. What two files call the same gets another name. "
                + "Digital signatures do not hold for the new file and are left out.",
            "FILE:P takes some pages of a file, such as report.pdf:2-5.",
        ],
        examples: [
            .init("merge cover.pdf report.pdf appendix.pdf -o all.pdf", "Three files into one"),
            .init("merge report.pdf:1-3 other.pdf:last -o parts.pdf", "Some pages of two files"),
        ]
    )

    let workbench: Workbench
    let arguments: Arguments

    func run() throws(Fault) -> Int32 {
        guard let output = arguments[.output] else {
            throw Fault(.usage, "Say where the result goes: -o OUT.")
        }
        let target = try Destination.single(output)
        let progress = ProgressDisplay(arguments)
        defer { progress.finish() }
        let operation = progress.operation(.pdfMerge)
        let opener = try DocumentOpener(workbench, arguments)
        let merged = try workbench.merge(
            arguments.operands,
            opener: opener.open,
            metadata: arguments[.metadata] == "none" ? .none : .first,
            operation: operation
        )
        guard let target else {
            try workbench.writeToStandardOutput(
                merged.merged.document,
                options: FileWritingOptions(identity: .new),
                operation: operation
            )
            progress.finish()
            try tell(diagnostics(merged))
            return 0
        }
        let receipt = try workbench.save(
            merged,
            to: target,
            replacing: arguments.has(.force),
            operation: operation
        )
        progress.finish()
        return try tell(merged, receipt)
    }

    private func diagnostics(_ merged: MergedFiles) -> [Diagnostic] {
        merged.merged.diagnostics
            + merged.files.flatMap { file in
                file.opened.document.base.diagnostics.map { diagnostic in
                    var named = diagnostic
                    named.place.file = file.path
                    return named
                }
            }
    }

    private func tell(_ diagnostics: [Diagnostic]) throws(Fault) {
        guard !arguments.has(.json) else { return }
        try ErrorOutput.write(diagnostics, of: arguments.operands.first ?? "")
    }

    private func tell(_ merged: MergedFiles, _ receipt: NewFileReceipt) throws(Fault) -> Int32 {
        let all = diagnostics(merged) + receipt.diagnostics.filter { $0.place.file != nil }
        try tell(all)
        if arguments.has(.json) {
            let value: JSONValue = [
                "output": JSONValue(receipt.path), "files": JSONValue(merged.files.count),
                "pages": JSONValue(merged.pageCount),
                "objects": JSONValue(receipt.written.objectCount),
                "bytes": JSONValue(receipt.written.byteCount),
                "diagnostics": .array(all.map(ErrorOutput.json)),
            ]
            try Output.standard.write(value.serialised(pretty: true) + "\n")
        } else {
            let files = merged.files.count == 1 ? "1 file" : "\(merged.files.count) files"
            let text =
                "merged \(files), \(merged.pageCount) pages, into \(receipt.path), "
                + "\(receipt.written.byteCount) bytes"
            try Output.standard.write(ErrorOutput.harmless(text) + "\n")
        }
        return 0
    }
}
