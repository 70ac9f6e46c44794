// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import JSON
internal import PDFModel
internal import Workbench

extension ArgumentOption {
    static let annotationID = ArgumentOption(
        "--id",
        .repeated("ID"),
        "Only this annotation; `annotations` lists the ids. May be given several times."
    )
}

/// The verb `inkstone finish`.
struct FinishVerb: Verb {
    static var name: String { "finish" }
    static let declaration = VerbDeclaration(
        name: name,
        summary: "Make annotations part of the pages, so that nobody can move them.",
        options: [.pages, .annotationID] + AnnotationCall.options,
        notes: [
            "They look exactly as before. Links and form fields stay what they are, and so do "
                + "annotations that are hidden. The original bytes of the file are kept as they "
                + "are; the annotations can be found in the earlier revision."
        ],
        examples: [
            .init("finish contract.pdf -o final.pdf", "Finish all pages"),
            .init("finish contract.pdf --pages last --in-place", "Finish the last page"),
        ]
    )

    let workbench: Workbench
    let arguments: Arguments

    func run() throws(Fault) -> Int32 {
        let ids = arguments.all(.annotationID)
        let pages = try arguments.pages(.pages) ?? .all
        return try AnnotationCall(workbench: workbench, arguments: arguments).run {
            opened,
            operation throws(Fault) in
            let finished = try workbench.finish(
                opened.document,
                pages: pages,
                ids: ids.isEmpty ? nil : Set(ids),
                breaksSignatures: arguments.has(.force),
                operation: operation
            )
            let changed = finished.finished.keys.sorted()
            return AnnotationCall.Change(
                document: finished.document,
                pages: changed,
                diagnostics: finished.diagnostics,
                words: "finished \(AnnotationCall.words(finished.count, changed))",
                value: [
                    "finished": .array(
                        changed.map { page in
                            [
                                "page": JSONValue(page + 1),
                                "ids": .array(
                                    (finished.finished[page] ?? []).map { JSONValue($0) }
                                ),
                            ]
                        }
                    )
                ]
            )
        }
    }
}
