// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import JSON
internal import Operations
internal import PDFSyntax
internal import Workbench

extension ArgumentOption {
    static let every = ArgumentOption(
        "--every",
        .value("N"),
        "A new part after every N pages; --every 1 gives single pages."
    )
    static let splitAt = ArgumentOption(
        "--at",
        .value("P"),
        "A part begins at each of these pages."
    )
    static let splitBy = ArgumentOption(
        "--by",
        .choice(["outline"]),
        "A part begins where an outline item (bookmark) leads."
    )
    static let level = ArgumentOption(
        "--level",
        .value("N"),
        "With --by outline: take the items of the first N levels; 1 when not given."
    )
    static let maximumSize = ArgumentOption(
        "--max-size",
        .value("N"),
        "A new part where the next page would make it larger than N bytes; kB, MB and GB may be "
            + "appended."
    )
    static let partName = ArgumentOption(
        "--name",
        .value("PATTERN"),
        "What the parts are called: {name} is the file's name, {part} the number of the part, "
            + "{first} and {last} its pages. {name}-{part}.pdf when not given."
    )
    static let outputFolder = ArgumentOption(
        "-o --output",
        .value("DIR"),
        required: true,
        "The folder for the parts; it is made where it is missing."
    )
}

/// The verb `inkstone split`.
struct SplitVerb: Verb {
    static var name: String { "split" }
    static let declaration = VerbDeclaration(
        name: name,
        summary: "Cut a file into parts, each a new file.",
        operandCount: 1...1,
        options: [
            .every, .splitAt, .splitBy, .level, .maximumSize, .outputFolder, .partName, .classic,
            .force, .json, .progress, .password, .passwordFile,
        ],
        notes: [
            "What belongs to the pages of a part comes along, as with extract. The parts get their "
                + "names when all are complete; a folder that is made anew appears with all of "
                + "them at once. The file itself stays as it is."
        ],
        examples: [
            .init("split scan.pdf --every 1 -o pages/", "Single pages, pages/scan-001.pdf and on"),
            .init("split book.pdf --by outline -o chapters/", "A file for each chapter"),
            .init("split book.pdf --at 5,20 -o parts/", "Pages 1-4, 5-19 and the rest"),
            .init("split big.pdf --max-size 10MB -o mail/", "Parts that a mail can carry"),
        ]
    )

    let workbench: Workbench
    let arguments: Arguments

    func run() throws(Fault) -> Int32 {
        let rule = try rule()
        guard let folder = arguments[.outputFolder] else {
            throw Fault(.usage, "Say where the parts go: -o DIR.")
        }
        let naming = try arguments[.partName].map { text throws(Fault) in try PartNaming(text) }
        let progress = ProgressDisplay(arguments)
        let opener = try DocumentOpener(workbench, arguments)
        return try ManyFiles.run(arguments.operands, asJSON: arguments.has(.json)) {
            file throws(Fault) in
            defer { progress.finish() }
            let receipt = try workbench.split(
                try opener.open(file),
                by: rule,
                into: folder,
                naming: naming ?? .usual,
                form: arguments.has(.classic) ? .classic : .streams,
                replacing: arguments.has(.force),
                operation: progress.operation(.pdfSplit)
            )
            progress.finish()
            return try tell(receipt, file, folder)
        }
    }

    private func rule() throws(Fault) -> SplitRule {
        var rules: [SplitRule] = []
        if let step = try arguments.integer(.every, in: 1...Int.max) { rules.append(.every(step)) }
        if let pages = try arguments.pages(.splitAt) { rules.append(.at(pages)) }
        let level = try arguments.integer(.level, in: 1...Int.max)
        if arguments.has(.splitBy) {
            rules.append(.outline(level: level ?? 1))
        } else if level != nil {
            throw Fault(.usage, "--level belongs to --by outline.")
        }
        if let text = arguments[.maximumSize] {
            rules.append(.size(bytes: try ByteCounts.parse(text, of: "--max-size")))
        }
        guard rules.count == 1 else {
            throw Fault(
                .usage,
                "Say where to cut with one of --every N, --at P, --by outline and --max-size N."
            )
        }
        return rules[0]
    }

    private func tell(
        _ receipt: SplitReceipt,
        _ file: String,
        _ folder: String
    ) throws(Fault) -> ManyFiles.Answer {
        if !arguments.has(.json) { try ErrorOutput.write(receipt.diagnostics, of: file) }
        let count = receipt.parts.count == 1 ? "1 part" : "\(receipt.parts.count) parts"
        let parts = receipt.parts.map { part -> JSONValue in
            [
                "output": JSONValue(part.path), "firstPage": JSONValue(part.pages.lowerBound + 1),
                "lastPage": JSONValue(part.pages.upperBound), "bytes": JSONValue(part.byteCount),
            ]
        }
        return ManyFiles.Answer(
            value: [
                "file": JSONValue(file), "parts": .array(parts),
                "diagnostics": .array(receipt.diagnostics.map(ErrorOutput.json)),
            ],
            text: ErrorOutput.harmless("split \(file) into \(count) in \(folder)") + "\n"
        )
    }
}
