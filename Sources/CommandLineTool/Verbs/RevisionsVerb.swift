// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import JSON
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

/// `inkstone revisions`
struct RevisionsVerb: Verb {
    static let declaration = VerbDeclaration(
        name: "revisions",
        summary: "List the states of a file, or go back to one.",
        options: [.restore, .output, .inPlace, .force, .json],
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
        guard let number = try arguments.integer(.restore, in: 1...Int.max) else {
            var values: [JSONValue] = []
            let status = try ManyFiles.run(arguments.operands, asJSON: asJSON) {
                file throws(Fault) in
                values.append(try list(file))
                return 0
            }
            if asJSON {
                let value = arguments.operands.count == 1 ? values.first ?? .null : .array(values)
                try Output.standard.write(value.serialised(pretty: true) + "\n")
            }
            return status
        }
        let destination = try Destination(arguments)
        try destination.checkNames(arguments.operands)
        return try ManyFiles.run(arguments.operands, asJSON: asJSON) { file throws(Fault) in
            try restore(number, file, destination)
            return 0
        }
    }

    private func list(_ file: String) throws(Fault) -> JSONValue {
        let opened = try workbench.open(file)
        let revisions = try opened.document.base.revisions()
        if !arguments.has(.json) {
            var lines = [ErrorOutput.harmless(file)]
            for revision in revisions {
                let exact = revision.isRecorded || revision.number == revisions.count
                lines.append(
                    "  \(revision.number)  \(revision.length) bytes"
                        + (exact ? "" : ", end found by its marker")
                )
            }
            try Output.standard.write(lines.joined(separator: "\n") + "\n")
        }
        return [
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
    }

    private func restore(
        _ number: Int,
        _ file: String,
        _ destination: Destination
    ) throws(Fault) {
        let opened = try workbench.open(file)
        let revision = try workbench.revision(number, of: opened.document)
        switch destination.destination(for: file, replacing: arguments.has(.force)) {
        case nil:
            try Output.standard.write(source: try workbench.bytes(at: revision, of: opened))
        case .inPlace?:
            let restored = try opened.document.restoring(revision)
            let receipt = try workbench.save(
                restored,
                of: opened.file,
                to: .inPlace,
                force: arguments.has(.force),
                isCancelled: { Interruption.isRequested }
            )
            try tell(number, receipt)
        case .file(let path, let replacing)?:
            try tell(
                number,
                try workbench.write(revision, of: opened, to: path, replacing: replacing)
            )
        }
    }

    private func tell(_ number: Int, _ receipt: DocumentReceipt) throws(Fault) {
        if arguments.has(.json) {
            let value: JSONValue = [
                "revision": JSONValue(number), "output": JSONValue(receipt.path),
                "appendedBytes": JSONValue(receipt.appendedBytes),
            ]
            try Output.standard.write(value.serialised(pretty: true) + "\n")
        } else {
            try Output.standard.write(
                ErrorOutput.harmless("revision \(number) is back: \(receipt.path)") + "\n"
            )
        }
    }
}
