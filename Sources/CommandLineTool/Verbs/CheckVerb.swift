// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import JSON
internal import Operations
internal import Workbench

/// The verb `inkstone check`.
struct CheckVerb: Verb {
    static var name: String { "check" }
    static let declaration = VerbDeclaration(
        name: name,
        summary: "Name every fault of a file with its place.",
        options: [.json, .progress, .password, .passwordFile],
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
        let opener = try DocumentOpener(workbench, arguments)
        return try ManyFiles.run(arguments.operands, asJSON: asJSON) { file throws(Fault) in
            defer { progress.finish() }
            let report = try workbench.check(
                try opener.open(file),
                operation: progress.operation(.pdfCheck)
            )
            return ManyFiles.Answer(
                status: report.isClean ? 0 : Self.repairedStatus,
                value: Self.json(report, file),
                text: Self.text(report, file)
            )
        }
    }

    private static func text(_ report: CheckReport, _ file: String) -> String {
        var lines = report.diagnostics.map { "  \(ErrorOutput.harmless($0.description))" }
        let faults = report.diagnostics.filter { $0.severity != .note }.count
        let verdict =
            report.isClean
            ? "no faults" : counted(faults, "fault")
        lines.insert(
            "\(ErrorOutput.harmless(file)): \(verdict) in \(counted(report.objectCount, "object")) "
                + "and \(counted(report.pageCount, "page"))",
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

    private static func counted(_ count: Int, _ thing: String) -> String {
        count == 1 ? "1 \(thing)" : "\(count) \(thing)s"
    }
}
