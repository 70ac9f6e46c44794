// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Operations
internal import PDFSyntax
internal import Workbench

extension ArgumentOption {
    static let classic = ArgumentOption(
        "--classic",
        .flag,
        "Write every object for itself and a cross-reference table, for old readers."
    )
    static let objectStreams = ArgumentOption(
        "--object-streams",
        .flag,
        "Pack small objects into object streams (PDF 1.5); this is the usual form."
    )
}

/// The verb `inkstone rewrite`.
struct RewriteVerb: Verb {
    static var name: String { "rewrite" }
    static let declaration = VerbDeclaration(
        name: name,
        summary: "Write a file anew: packed, in order, without what earlier revisions left.",
        options: [
            .output, .inPlace, .objectStreams, .classic, .force, .json, .progress, .password,
            .passwordFile,
        ],
        notes: [
            "Only what can be reached from the document is kept; streams are copied as they are. "
                + "Earlier revisions are gone afterwards, and digital signatures are valid no "
                + "longer, so a signed file is refused unless --force is given."
        ],
        examples: [
            .init("rewrite contract.pdf -o small.pdf", "Pack a file"),
            .init("rewrite contract.pdf --in-place", "Leave the earlier revisions out"),
            .init("rewrite contract.pdf --classic -o old.pdf", "For readers before PDF 1.5"),
        ]
    )

    let workbench: Workbench
    let arguments: Arguments

    func run() throws(Fault) -> Int32 {
        guard !(arguments.has(.classic) && arguments.has(.objectStreams)) else {
            throw Fault(.usage, "Give --classic or --object-streams, not both.")
        }
        let form: FileWritingOptions.Form = arguments.has(.classic) ? .classic : .streams
        return try NewFileCall(workbench, arguments, .pdfRewrite, past: "rewrote") {
            written,
            bytesBefore in
            ", \(written.objectCount) objects, \(bytesBefore) bytes before and "
                + "\(written.byteCount) now"
        }
        .run { _ throws(Fault) in FileWritingOptions(form: form) }
    }
}
