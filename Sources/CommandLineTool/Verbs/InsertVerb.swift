// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Geometry
internal import PDFModel
internal import Workbench

extension ArgumentOption {
    static let from = ArgumentOption(
        "--from",
        .value("OTHER[:P]"),
        "The file that the pages come from, and which: other.pdf or other.pdf:2-5."
    )
    static let blank = ArgumentOption(
        "--blank",
        .value("SIZE"),
        "An empty page: a4, letter, same (as the page it comes before), or a size such as "
            + "210mmx297mm."
    )
}

/// The verb `inkstone insert`.
struct InsertVerb: Verb {
    static var name: String { "insert" }
    static let declaration = VerbDeclaration(
        name: name,
        summary: "Put pages of another file, or an empty page, into a file.",
        options: [.from, .blank, .before] + PageCall.options,
        notes: [
            "What belongs to the pages comes along: their part of the outline, links, form "
                + "fields, layers. The original bytes of the file are kept as they are; the "
                + "change is appended."
        ],
        examples: [
            .init("insert report.pdf --from cover.pdf:1 --before 1 --in-place", "Add a cover"),
            .init("insert report.pdf --blank a4 --before end -o padded.pdf", "Add an empty page"),
        ]
    )

    let workbench: Workbench
    let arguments: Arguments

    func run() throws(Fault) -> Int32 {
        guard let place = arguments[.before] else {
            throw Fault(.usage, "Say where: --before N, or --before end.")
        }
        let position = try PagePosition.parse(place)
        let change: PageChange
        switch (arguments[.from], arguments[.blank]) {
        case (let file?, nil):
            let opener = try DocumentOpener(workbench, arguments)
            let other = try workbench.openPages(file, opener: opener.open)
            change = .insert(other.source, other.pages, at: position)
        case (nil, let size?): change = .insertBlank(try Self.blank(size), at: position)
        default: throw Fault(.usage, "Say what: --from OTHER, or --blank SIZE.")
        }
        return try PageCall(workbench: workbench, arguments: arguments, past: "inserted")
            .run(change)
    }

    /// `a4`, `letter`, `same` or `210mmx297mm`.
    static func blank(_ text: String) throws(Fault) -> BlankPage {
        switch text.lowercased() {
        case "a4": return .a4
        case "letter": return .letter
        case "same": return .likeNeighbour
        default: break
        }
        let sides = text.split(separator: "x", omittingEmptySubsequences: false)
        guard sides.count == 2 else {
            throw Fault(
                .usage,
                "--blank is a4, letter, same, or a size such as 210mmx297mm, not \"\(text)\"."
            )
        }
        return .size(
            Size(
                width: try Lengths.parseExtent(sides[0], of: "--blank"),
                height: try Lengths.parseExtent(sides[1], of: "--blank")
            )
        )
    }
}
