// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Geometry
internal import JSON
internal import Operations
internal import PDFModel
internal import Workbench

extension ArgumentOption {
    static let chosenPages = ArgumentOption(
        "--pages --page",
        .value("P"),
        required: true,
        "The pages: 1 or 1,3,5-8 or 2-last, or all, odd, even, last."
    )
    static let before = ArgumentOption(
        "--before",
        .value("N"),
        required: true,
        "The page before which they come, or end."
    )
}

/// What the verbs share that change the pages of a file.
struct PageCall {
    let workbench: Workbench
    let arguments: Arguments
    /// What was done, as a word.
    let past: String

    static let options: [ArgumentOption] = [.output, .inPlace, .force, .json, .progress]

    func run(_ change: PageChange) throws(Fault) -> Int32 {
        let destination = try Destination(arguments)
        let progress = ProgressDisplay(arguments)
        return try ManyFiles.run(arguments.operands, asJSON: arguments.has(.json)) {
            file throws(Fault) in
            defer { progress.finish() }
            return try rearrange(file, change, destination, progress)
        }
    }

    private func rearrange(
        _ file: String,
        _ change: PageChange,
        _ destination: Destination,
        _ progress: ProgressDisplay
    ) throws(Fault) -> ManyFiles.Answer {
        let opened = try workbench.open(file)
        let force = arguments.has(.force)
        let changed = try workbench.rearrange(opened.document, change, breaksSignatures: force)
        let operation = progress.operation(.pdfPages)
        try operation.reach(.writing)
        guard let target = destination.destination(for: file, replacing: force) else {
            let bytes = try workbench.savedBytes(changed.document)
            progress.finish()
            if !arguments.has(.json) { try ErrorOutput.write(changed.diagnostics, of: file) }
            try Output.standard.write(source: bytes)
            return ManyFiles.Answer()
        }
        let receipt = try workbench.save(
            changed.document,
            of: opened.file,
            to: target,
            force: force,
            operation: operation
        )
        progress.finish()
        return try tell(changed, receipt, file, change)
    }

    private func tell(
        _ changed: RearrangedDocument,
        _ receipt: DocumentReceipt,
        _ file: String,
        _ change: PageChange
    ) throws(Fault) -> ManyFiles.Answer {
        let diagnostics = changed.diagnostics + receipt.diagnostics
        if !arguments.has(.json) { try ErrorOutput.write(diagnostics, of: file) }
        let count = changed.changedCount
        let result = receipt.path == file ? "" : " into \(receipt.path)"
        var text =
            "\(past) \(count) \(count == 1 ? "page" : "pages") of \(file)\(result), "
            + "\(changed.pageCount) in all now, \(receipt.appendedBytes) bytes appended"
        var value: JSONValue = [
            "file": JSONValue(file), "output": JSONValue(receipt.path),
            "changedPages": JSONValue(count), "pages": JSONValue(changed.pageCount),
            "appendedBytes": JSONValue(receipt.appendedBytes),
            "diagnostics": .array(diagnostics.map(ErrorOutput.json)),
        ]
        if case .delete = change {
            value["recoverable"] = .bool(true)
            text +=
                "\nWhat was deleted is still inside, in the earlier revision, and can be recovered "
                + "by whoever has the file."
        }
        return ManyFiles.Answer(value: value, text: ErrorOutput.harmless(text) + "\n")
    }
}
