// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Workbench

extension ArgumentOption {
    static let turn = ArgumentOption(
        "--by",
        .value("DEGREES"),
        required: true,
        "Clockwise: 90, 180, 270, or -90 for counter-clockwise."
    )
}

/// The verb `inkstone rotate`.
struct RotateVerb: Verb {
    static var name: String { "rotate" }
    static let declaration = VerbDeclaration(
        name: name,
        summary: "Turn pages.",
        options: [.chosenPages, .turn] + PageCall.options,
        notes: ["The original bytes of the file are kept as they are; the change is appended."],
        examples: [
            .init("rotate scan.pdf --pages all --by 90 --in-place", "Turn all pages right"),
            .init("rotate scan.pdf --pages even --by 180 -o upright.pdf", "Turn every other page"),
        ]
    )

    let workbench: Workbench
    let arguments: Arguments

    func run() throws(Fault) -> Int32 {
        let degrees = try arguments.integer(.turn, in: -3600...3600) ?? 0
        guard degrees.isMultiple(of: 90) else {
            throw Fault(.usage, "--by is 90, 180, 270 or -90, not \(degrees).")
        }
        let pages = try arguments.pages(.chosenPages) ?? .all
        return try PageCall(workbench: workbench, arguments: arguments, past: "turned")
            .run(.rotate(pages, degrees: degrees))
    }
}
