// SPDX-License-Identifier: Apache-2.0
internal import ByteSource
internal import Faults
internal import JSON
internal import Operations
internal import PDFSyntax
internal import Workbench

/// What verbs share that write each file anew with other options.
struct NewFileCall {
    private let workbench: Workbench
    private let arguments: Arguments
    private let kind: OperationProgress.Kind
    /// What was done, as a word.
    private let past: String
    /// Says more of it, beginning with a comma, of what was written and the bytes there were.
    private let details: (FileWritingReport, _ bytesBefore: Int) -> String

    init(
        _ workbench: Workbench,
        _ arguments: Arguments,
        _ kind: OperationProgress.Kind,
        past: String,
        details: @escaping (FileWritingReport, _ bytesBefore: Int) -> String = { _, _ in "" }
    ) {
        self.workbench = workbench
        self.arguments = arguments
        self.kind = kind
        self.past = past
        self.details = details
    }

    /// Does it for every file.
    ///
    /// - Parameter options: says how a document is written, or refuses.
    /// - Returns: the exit status.
    /// - Throws: what the only file failed with, or `partialFailure`.
    func run(
        _ options: (Document) throws(Fault) -> FileWritingOptions
    ) throws(Fault) -> Int32 {
        let destination = try Destination(arguments)
        let progress = ProgressDisplay(arguments)
        let opener = try DocumentOpener(workbench, arguments)
        return try ManyFiles.run(arguments.operands, asJSON: arguments.has(.json)) {
            file throws(Fault) in
            defer { progress.finish() }
            let opened = try opener.open(file)
            let options = try options(opened.document)
            let force = arguments.has(.force)
            guard let target = destination.destination(for: file, replacing: force) else {
                try stream(opened, options, file, progress)
                return ManyFiles.Answer()
            }
            let receipt = try workbench.rewrite(
                opened,
                to: target,
                options: options,
                force: force,
                operation: progress.operation(kind)
            )
            progress.finish()
            return try tell(receipt, file, bytesBefore: opened.document.base.source.count)
        }
    }

    private func stream(
        _ opened: OpenDocument,
        _ options: FileWritingOptions,
        _ file: String,
        _ progress: ProgressDisplay
    ) throws(Fault) {
        let loss = try workbench.lossOfRewriting(
            opened.document,
            breaksSignatures: arguments.has(.force)
        )
        try workbench.writeToStandardOutput(
            opened.document,
            options: options,
            operation: progress.operation(kind)
        )
        progress.finish()
        let diagnostics = opened.document.base.diagnostics + loss.diagnostics
        if !arguments.has(.json) { try ErrorOutput.write(diagnostics, of: file) }
    }

    private func tell(
        _ receipt: NewFileReceipt,
        _ file: String,
        bytesBefore: Int
    ) throws(Fault) -> ManyFiles.Answer {
        if !arguments.has(.json) { try ErrorOutput.write(receipt.diagnostics, of: file) }
        let target = receipt.path == file ? "" : " into \(receipt.path)"
        let text = "\(past) \(file)\(target)\(details(receipt.written, bytesBefore))"
        return ManyFiles.Answer(
            value: [
                "file": JSONValue(file), "output": JSONValue(receipt.path),
                "objects": JSONValue(receipt.written.objectCount),
                "bytesBefore": JSONValue(bytesBefore),
                "bytes": JSONValue(receipt.written.byteCount),
                "diagnostics": .array(receipt.diagnostics.map(ErrorOutput.json)),
            ],
            text: ErrorOutput.harmless(text) + "\n"
        )
    }
}
