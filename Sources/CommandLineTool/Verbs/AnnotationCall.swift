// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import JSON
internal import Operations
internal import PDFModel
internal import PDFSyntax
internal import Workbench

/// What the verbs share that change annotations.
struct AnnotationCall {
    let workbench: Workbench
    let arguments: Arguments

    static let options: [ArgumentOption] = [
        .output, .inPlace, .force, .json, .progress, .password, .passwordFile,
    ]

    /// A document with the change, and what is to be said of it.
    struct Change {
        var document: Document
        var pages: [Int]
        var diagnostics: [Diagnostic]
        /// What was done, in words.
        var words: String
        /// The same for machines.
        var value: JSONValue
    }

    /// Changes each file and saves it.
    func run(
        _ body: (OpenDocument, Operation) throws(Fault) -> Change
    ) throws(Fault) -> Int32 {
        let destination = try Destination(arguments)
        let progress = ProgressDisplay(arguments)
        let opener = try DocumentOpener(workbench, arguments)
        return try ManyFiles.run(arguments.operands, asJSON: arguments.has(.json)) {
            file throws(Fault) in
            defer { progress.finish() }
            let opened = try opener.open(file)
            let operation = progress.operation(.pdfSave)
            let change = try body(opened, operation)
            return try save(change, opened, file, destination, progress, operation)
        }
    }

    private func save(
        _ change: Change,
        _ opened: OpenDocument,
        _ file: String,
        _ destination: Destination,
        _ progress: ProgressDisplay,
        _ operation: Operation
    ) throws(Fault) -> ManyFiles.Answer {
        let force = arguments.has(.force)
        guard let target = destination.destination(for: file, replacing: force) else {
            let bytes = try workbench.savedBytes(change.document, pages: change.pages)
            progress.finish()
            if !arguments.has(.json) { try ErrorOutput.write(change.diagnostics, of: file) }
            try Output.standard.write(source: bytes)
            return ManyFiles.Answer()
        }
        let receipt = try workbench.save(
            change.document,
            of: opened.file,
            to: target,
            pages: change.pages,
            force: force,
            operation: operation
        )
        progress.finish()
        let diagnostics = change.diagnostics + receipt.diagnostics
        if !arguments.has(.json) { try ErrorOutput.write(diagnostics, of: file) }
        let result = receipt.path == file ? "" : " into \(receipt.path)"
        var value: JSONValue = [
            "file": JSONValue(file), "output": JSONValue(receipt.path),
            "appendedBytes": JSONValue(receipt.appendedBytes),
        ]
        for member in change.value.object ?? [] { value[member.key] = member.value }
        value["diagnostics"] = .array(diagnostics.map(ErrorOutput.json))
        let text = "\(change.words) of \(file)\(result), \(receipt.appendedBytes) bytes appended"
        return ManyFiles.Answer(value: value, text: ErrorOutput.harmless(text) + "\n")
    }

    /// As in "2 annotations on page 3".
    static func words(_ count: Int, _ pages: [Int]) -> String {
        let things = count == 1 ? "1 annotation" : "\(count) annotations"
        let places = pages.count == 1 ? "page \(pages[0] + 1)" : "\(pages.count) pages"
        return "\(things) on \(places)"
    }

    static func change(_ annotated: AnnotatedDocument, _ past: String) -> Change {
        Change(
            document: annotated.document,
            pages: annotated.pages,
            diagnostics: annotated.diagnostics,
            words: "\(past) \(words(annotated.annotations.count, annotated.pages))",
            value: ["annotations": .array(annotated.annotations.map(AnnotationJSON.value))]
        )
    }
}
