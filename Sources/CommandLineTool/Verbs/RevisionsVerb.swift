// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import JSON
internal import Operations
internal import PDFModel
internal import PDFSyntax
internal import Workbench

extension ArgumentOption {
    static let restore = ArgumentOption(
        "--restore",
        .value("N"),
        "Go back to revision N. With -o the first bytes of the file that are that revision are "
            + "written; with --in-place an update is appended that brings its objects back."
    )
}

/// The verb `inkstone revisions`.
struct RevisionsVerb: Verb {
    static var name: String { "revisions" }
    static let declaration = VerbDeclaration(
        name: name,
        summary: "List the states of a file, or go back to one.",
        options: [
            .restore, .output, .inPlace, .force, .json, .password, .passwordFile,
        ],
        notes: [
            "Every save that appends makes a revision, and the earlier ones stay inside the file. "
                + "A linearized or hybrid file is one revision."
        ],
        examples: [
            .init("revisions contract.pdf", "List them"),
            .init("revisions contract.pdf --restore 1 -o original.pdf", "Take out the first"),
            .init("revisions contract.pdf --restore 1 --in-place", "Go back, keeping all inside"),
        ]
    )

    let workbench: Workbench
    let arguments: Arguments

    func run() throws(Fault) -> Int32 {
        let asJSON = arguments.has(.json)
        let opener = try DocumentOpener(workbench, arguments)
        guard let number = try arguments.integer(.restore, in: 1...Int.max) else {
            guard arguments[.output] == nil, !arguments.has(.inPlace) else {
                throw Fault(.usage, "Say which revision to restore: --restore N.")
            }
            return try ManyFiles.run(arguments.operands, asJSON: asJSON) { file throws(Fault) in
                try list(file, opener)
            }
        }
        let destination = try Destination(arguments)
        return try ManyFiles.run(arguments.operands, asJSON: asJSON) { file throws(Fault) in
            try restore(number, file, destination, opener)
        }
    }

    private func list(
        _ file: String,
        _ opener: DocumentOpener
    ) throws(Fault) -> ManyFiles.Answer {
        let opened = try opener.open(file)
        let revisions = try opened.document.base.revisions()
        var lines = [ErrorOutput.harmless(file)]
        for revision in revisions {
            let isSure = revision.isRecorded || revision.number == revisions.count
            lines.append(
                "  revision \(revision.number): the first \(revision.length) bytes"
                    + (isSure ? "" : ", as its end-of-file marker says")
            )
        }
        let value: JSONValue = [
            "file": JSONValue(file),
            "revisions": .array(
                revisions.map { revision in
                    [
                        "number": JSONValue(revision.number), "bytes": JSONValue(revision.length),
                        "recorded": .bool(revision.isRecorded),
                    ]
                }
            ),
        ]
        return ManyFiles.Answer(value: value, text: lines.joined(separator: "\n") + "\n")
    }

    private func restore(
        _ number: Int,
        _ file: String,
        _ destination: Destination,
        _ opener: DocumentOpener
    ) throws(Fault) -> ManyFiles.Answer {
        let opened = try opener.open(file)
        let revision = try workbench.revision(number, of: opened.document)
        switch destination.destination(for: file, replacing: arguments.has(.force)) {
        case nil:
            try Output.standard.write(source: try workbench.bytes(at: revision, of: opened))
            return ManyFiles.Answer()
        case .inPlace?:
            try opened.document.base.require(.changeContent)
            let restored = try opened.document.restoring(revision)
            let receipt = try workbench.save(
                restored,
                of: opened.file,
                to: .inPlace,
                force: arguments.has(.force),
                operation: ProgressDisplay(arguments).operation(.pdfSave)
            )
            return try tell(number, file, receipt)
        case .file(let path, let replacing)?:
            let receipt = try workbench.write(
                revision,
                of: opened,
                to: path,
                replacing: replacing
            )
            return try tell(number, file, receipt)
        }
    }

    private func tell(
        _ number: Int,
        _ file: String,
        _ receipt: DocumentReceipt
    ) throws(Fault) -> ManyFiles.Answer {
        if !arguments.has(.json) { try ErrorOutput.write(receipt.diagnostics, of: file) }
        let what =
            receipt.path == file
            ? "revision \(number) is back in \(file)"
            : "revision \(number) of \(file) is now in \(receipt.path)"
        return ManyFiles.Answer(
            value: [
                "file": JSONValue(file), "revision": JSONValue(number),
                "output": JSONValue(receipt.path),
                "appendedBytes": JSONValue(receipt.appendedBytes),
                "diagnostics": .array(receipt.diagnostics.map(ErrorOutput.json)),
            ],
            text: ErrorOutput.harmless(what) + "\n"
        )
    }
}
