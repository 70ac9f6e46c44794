// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import JSON
internal import Workbench

/// `inkstone check`
struct CheckVerb: Verb {
    static let declaration = VerbDeclaration(
        name: "check",
        summary: "Name every fault of a file with its place.",
        options: [.json, .progress],
        notes: [
            "Reads every object, decodes every stream and looks at every page. The exit status "
                + "is 0 for a clean file, 3 for one with faults that were repaired or passed "
                + "over, 65 for one beyond repair."
        ],
        examples: [.init("check contract.pdf", "Check one file")]
    )

    let workbench: Workbench
    let arguments: Arguments

    /// A file with faults that do not keep it from being used.
    private static let repairedStatus: Int32 = 3

    func run() throws(Fault) -> Int32 {
        let asJSON = arguments.has(.json)
        let progress = ProgressDisplay(arguments)
        var values: [JSONValue] = []
        let status = try ManyFiles.run(arguments.operands, asJSON: asJSON) {
            file throws(Fault) in
            defer { progress.finish() }
            let report = try workbench.check(try workbench.open(file)) {
                done,
                count throws(Fault) in
                try Interruption.check()
                progress.report(
                    ProgressReport(kind: "pdfCheck", stage: .processing, done: done, of: count)
                )
            }
            progress.finish()
            if asJSON {
                values.append(Self.json(report, file))
            } else {
                try Output.standard.write(Self.text(report, file))
            }
            return report.isClean ? 0 : Self.repairedStatus
        }
        if asJSON {
            let value = arguments.operands.count == 1 ? values.first ?? .null : .array(values)
            try Output.standard.write(value.serialised(pretty: true) + "\n")
        }
        return status
    }

    private static func text(_ report: CheckReport, _ file: String) -> String {
        var lines = report.diagnostics.map { "  \(ErrorOutput.harmless($0.description))" }
        let faults = report.diagnostics.filter { $0.severity != .note }.count
        let verdict =
            report.isClean
            ? "no faults" : faults == 1 ? "1 fault" : "\(faults) faults"
        lines.insert(
            "\(file): \(verdict) in \(report.objectCount) objects and \(report.pageCount) pages",
            at: 0
        )
        return lines.joined(separator: "\n") + "\n"
    }

    private static func json(_ report: CheckReport, _ file: String) -> JSONValue {
        [
            "file": JSONValue(file), "clean": .bool(report.isClean),
            "objects": JSONValue(report.objectCount), "pages": JSONValue(report.pageCount),
            "diagnostics": .array(report.diagnostics.map(ErrorOutput.json)),
        ]
    }
}
