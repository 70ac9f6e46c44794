// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Geometry
internal import JSON
internal import Operations
internal import PDFModel
internal import PDFSyntax
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

    static let options: [ArgumentOption] = [
        .output, .inPlace, .force, .json, .progress, .password, .passwordFile,
    ]

    func run(_ change: PageChange) throws(Fault) -> Int32 {
        let destination = try Destination(arguments)
        let progress = ProgressDisplay(arguments)
        let opener = try DocumentOpener(workbench, arguments)
        return try ManyFiles.run(arguments.operands, asJSON: arguments.has(.json)) {
            file throws(Fault) in
            defer { progress.finish() }
            return try rearrange(try opener.open(file), file, change, destination, progress)
        }
    }

    private func rearrange(
        _ opened: OpenDocument,
        _ file: String,
        _ change: PageChange,
        _ destination: Destination,
        _ progress: ProgressDisplay
    ) throws(Fault) -> ManyFiles.Answer {
        let force = arguments.has(.force)
        let operation = progress.operation(.pdfPages)
        let changed = try workbench.rearrange(opened.document, change, breaksSignatures: force)
        try operation.reach(.writing)
        let target = destination.destination(for: file, replacing: force)
        if case .delete = change, target != .inPlace {
            return try writeAnew(changed, opened, file, target, progress, operation)
        }
        guard let target else {
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
        let diagnostics = changed.diagnostics + receipt.diagnostics
        var answer = try tell(
            changed,
            receipt.path,
            diagnostics,
            file,
            appended: receipt.appendedBytes
        )
        if case .delete = change {
            answer.value?["recoverable"] = true
            answer.text +=
                "what was deleted is still inside, in the earlier revision, and can be recovered\n"
        }
        return answer
    }

    /// A new file does not hold what was deleted.
    private func writeAnew(
        _ changed: RearrangedDocument,
        _ opened: OpenDocument,
        _ file: String,
        _ target: SaveDestination?,
        _ progress: ProgressDisplay,
        _ operation: Operation
    ) throws(Fault) -> ManyFiles.Answer {
        guard let target else {
            try workbench.writeToStandardOutput(changed.document, operation: operation)
            progress.finish()
            if !arguments.has(.json) { try ErrorOutput.write(changed.diagnostics, of: file) }
            return ManyFiles.Answer()
        }
        let receipt = try workbench.saveWhole(
            changed.document,
            of: opened.file,
            to: target,
            force: arguments.has(.force),
            operation: operation
        )
        progress.finish()
        // The document's own are among the change's already.
        let told = Set(changed.diagnostics)
        let diagnostics = changed.diagnostics + receipt.diagnostics.filter { !told.contains($0) }
        return try tell(changed, receipt.path, diagnostics, file, appended: nil)
    }

    private func tell(
        _ changed: RearrangedDocument,
        _ path: String,
        _ diagnostics: [Diagnostic],
        _ file: String,
        appended: Int?
    ) throws(Fault) -> ManyFiles.Answer {
        if !arguments.has(.json) { try ErrorOutput.write(diagnostics, of: file) }
        let count = changed.changedCount
        let result = path == file ? "" : " into \(path)"
        let written = appended.map { "\($0) bytes appended" } ?? "written anew"
        let text =
            "\(past) \(count) \(count == 1 ? "page" : "pages") of \(file)\(result), "
            + "\(changed.pageCount) in all now, \(written)"
        var value: JSONValue = [
            "file": JSONValue(file), "output": JSONValue(path),
            "changedPages": JSONValue(count), "pages": JSONValue(changed.pageCount),
            "diagnostics": .array(diagnostics.map(ErrorOutput.json)),
        ]
        if let appended { value["appendedBytes"] = JSONValue(appended) }
        return ManyFiles.Answer(value: value, text: ErrorOutput.harmless(text) + "\n")
    }
}
