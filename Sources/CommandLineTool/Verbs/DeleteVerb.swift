// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Workbench

/// The verb `inkstone delete`.
struct DeleteVerb: Verb {
    static var name: String { "delete" }
    static let declaration = VerbDeclaration(
        name: name,
        summary: "Take pages out of a file.",
        options: [.chosenPages] + PageCall.options,
        notes: [
            "Outline items, named destinations, links, form fields and tags that lead to the "
                + "pages go with them.",
            "With --in-place the change is appended, so the pages can still be recovered from the "
                + "file. With -o a new file is written that does not hold them.",
        ],
        examples: [
            .init("delete report.pdf --pages 2,5-7 -o short.pdf", "Leave four pages out"),
            .init("delete report.pdf --pages last --in-place", "Drop the last page"),
        ]
    )

    let workbench: Workbench
    let arguments: Arguments

    func run() throws(Fault) -> Int32 {
        guard let pages = try arguments.pages(.chosenPages) else {
            throw Fault(.usage, "Say which pages: --pages P.")
        }
        return try PageCall(workbench: workbench, arguments: arguments, past: "deleted")
            .run(.delete(pages))
    }
}
