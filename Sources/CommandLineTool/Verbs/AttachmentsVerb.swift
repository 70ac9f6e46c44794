// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import JSON
internal import Operations
internal import PDFModel
internal import Workbench

extension ArgumentOption {
    static let extractFiles = ArgumentOption(
        "--extract",
        .repeated("NAME"),
        "Take out the file of this name, or all of them: all. They go to -o: a file, a folder "
            + "that exists, or - for standard output. May be given several times."
    )
}

/// The verb `inkstone attachments`.
struct AttachmentsVerb: Verb {
    static var name: String { "attachments" }
    static let declaration = VerbDeclaration(
        name: name,
        summary: "List the files inside a document, or take them out.",
        options: [
            .extractFiles, .output, .force, .json, .progress, .password, .passwordFile,
        ],
        notes: [
            "Files get names that are safe for the disk: without folders, and each once. Nothing "
                + "is opened or run; be careful with files from documents you did not expect."
        ],
        examples: [
            .init("attachments invoice.pdf", "List them"),
            .init("attachments invoice.pdf --extract factur-x.xml -o bill.xml", "Take out one"),
            .init("attachments invoice.pdf --extract all -o files/", "Take out all"),
        ]
    )

    let workbench: Workbench
    let arguments: Arguments

    func run() throws(Fault) -> Int32 {
        let opener = try DocumentOpener(workbench, arguments)
        let names = arguments.all(.extractFiles)
        let asJSON = arguments.has(.json)
        guard !names.isEmpty else {
            guard arguments[.output] == nil else {
                throw Fault(.usage, "Say which files to take out: --extract NAME.")
            }
            return try ManyFiles.run(arguments.operands, asJSON: asJSON) { file throws(Fault) in
                try list(try opener.open(file), file)
            }
        }
        guard arguments.operands.count == 1, let path = arguments[.output] else {
            throw Fault(.usage, "Take files out of one document at a time, and say where: -o OUT.")
        }
        let progress = ProgressDisplay(arguments)
        return try ManyFiles.run(arguments.operands, asJSON: asJSON) { file throws(Fault) in
            defer { progress.finish() }
            let opened = try opener.open(file)
            let files = try chosen(names, among: workbench.attachments(of: opened).files)
            return try extract(files, of: opened, file, to: path, progress)
        }
    }

    private func list(
        _ opened: OpenDocument,
        _ file: String
    ) throws(Fault) -> ManyFiles.Answer {
        let (files, diagnostics) = try workbench.attachments(of: opened)
        var lines = [ErrorOutput.harmless(file)]
        lines += files.map { "  " + AttachmentWords.line($0) }
        if files.isEmpty { lines.append("  no attachments") }
        if !arguments.has(.json) { try ErrorOutput.write(diagnostics, of: file) }
        return ManyFiles.Answer(
            value: [
                "file": JSONValue(file), "attachments": AttachmentWords.json(files),
                "diagnostics": .array(diagnostics.map(ErrorOutput.json)),
            ],
            text: lines.joined(separator: "\n") + "\n"
        )
    }

    private func chosen(
        _ names: [String],
        among files: [Attachment]
    ) throws(Fault) -> [Attachment] {
        var chosen: [Attachment] = []
        for name in names {
            if name == "all", !files.isEmpty, !files.contains(where: { $0.fileName == name }) {
                return files
            }
            let file = try Workbench.attachment(named: name, among: files)
            if !chosen.contains(file) { chosen.append(file) }
        }
        return chosen
    }

    private func extract(
        _ files: [Attachment],
        of opened: OpenDocument,
        _ file: String,
        to path: String,
        _ progress: ProgressDisplay
    ) throws(Fault) -> ManyFiles.Answer {
        let folder: String
        var names: [String]?
        switch try Destination.output(path, for: files.map(\.fileName)) {
        case .standardOutput:
            let sink = OutputSink(.standard)
            for each in files {
                try tell(workbench.write(each, of: opened, to: sink), file)
            }
            try sink.flush()
            return ManyFiles.Answer()
        case .folder(let path): folder = path
        case .file(let path):
            let slash = path.lastIndex(of: "/")
            folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
            names = [slash.map { String(path[path.index(after: $0)...]) } ?? path]
        case .inPlace: throw Fault(.usage, "An attachment is not put in the place of its document.")
        }
        let receipt = try workbench.extract(
            files,
            of: opened,
            into: folder,
            names: names,
            replacing: arguments.has(.force),
            operation: progress.operation(.pdfExtract)
        )
        progress.finish()
        try tell(receipt.diagnostics, file)
        let output = names == nil ? receipt.files.map(\.path) : [path]
        return ManyFiles.Answer(
            value: [
                "file": JSONValue(file),
                "files": .array(
                    zip(output, receipt.files).map { path, written in
                        ["output": JSONValue(path), "bytes": JSONValue(written.byteCount)]
                    }
                ),
                "diagnostics": .array(receipt.diagnostics.map(ErrorOutput.json)),
            ],
            text: zip(output, receipt.files).map { path, written in
                ErrorOutput.harmless("\(path): \(written.byteCount) bytes") + "\n"
            }.joined()
        )
    }

    private func tell(_ diagnostics: [Diagnostic], _ file: String) throws(Fault) {
        if !arguments.has(.json) { try ErrorOutput.write(diagnostics, of: file) }
    }
}
