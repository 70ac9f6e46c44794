// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Workbench

/// The verb `inkstone move`.
struct MoveVerb: Verb {
    static var name: String { "move" }
    static let declaration = VerbDeclaration(
        name: name,
        summary: "Put pages somewhere else in their file.",
        options: [.chosenPages, .before] + PageCall.options,
        notes: [
            "The pages stay together and in their order. N counts the pages as they are before "
                + "the move. Links and the outline follow them."
        ],
        examples: [
            .init(
                "move report.pdf --pages last --before 1 --in-place",
                "Bring the last to the front"
            ),
            .init("move report.pdf --pages 2-4 --before end -o sorted.pdf", "Put three at the end"),
        ]
    )

    let workbench: Workbench
    let arguments: Arguments

    func run() throws(Fault) -> Int32 {
        guard let pages = try arguments.pages(.chosenPages), let before = arguments[.before] else {
            throw Fault(.usage, "Say which pages and where: --pages P --before N.")
        }
        return try PageCall(workbench: workbench, arguments: arguments, past: "moved")
            .run(.move(pages, to: try .parse(before)))
    }
}
