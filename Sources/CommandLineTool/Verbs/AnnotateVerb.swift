// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import PDFModel
internal import Workbench

extension ArgumentOption {
    static let add = ArgumentOption(
        "--add",
        .repeated("JSON"),
        required: true,
        "An annotation or a list of them as JSON, a file with these, or - for standard input."
    )
    static let annotator = ArgumentOption(
        "--author",
        .value("NAME"),
        "Who makes the annotations, where they do not say."
    )
}

/// The verb `inkstone annotate`.
struct AnnotateVerb: Verb {
    static var name: String { "annotate" }
    static let declaration = VerbDeclaration(
        name: name,
        summary: "Add annotations: highlights, notes, ink, text, shapes, links.",
        options: [.add, .annotator] + AnnotationCall.options,
        notes: [
            "\"type\" is highlight, underline, strikeout, squiggly, ink, freeText, note, link, "
                + "stamp, line, arrow, rectangle, ellipse, polygon, polyline or caret. Places are "
                + "in points from the top left corner of the page as seen: \"rect\":[x,y,width,"
                + "height]; \"rects\" or \"quads\" for marked text; \"strokes\":[[[x,y,pressure],"
                + "…],…] for ink; \"from\" and \"to\" for a line; \"points\" for other rows of "
                + "lines. \"page\" counts from 1.",
            "All take \"color\", \"fill\" (#RRGGBB), \"opacity\" (0 to 1), \"width\", \"dash\", "
                + "\"contents\", \"author\", \"subject\", \"flags\", \"id\", \"replyTo\", \"popup\".",
            "The original bytes of the file are kept as they are; the annotations are appended.",
        ],
        examples: [
            .init(
                #"annotate draft.pdf --add '{"type":"highlight","page":2,"rects":[[72,90,200,14]]}' "#
                    + "--in-place",
                "Highlight a line"
            ),
            .init(
                #"annotate draft.pdf --add '{"type":"note","rect":[500,40,20,20],"#
                    + #""contents":"Why?"}' -o asked.pdf"#,
                "Put a note on page 1"
            ),
            .init("annotate draft.pdf --add marks.json -o marked.pdf", "Add what a file holds"),
        ]
    )

    let workbench: Workbench
    let arguments: Arguments

    func run() throws(Fault) -> Int32 {
        var annotations: [Annotation] = []
        for text in arguments.all(.add) { annotations += try read(text) }
        return try AnnotationCall(workbench: workbench, arguments: arguments).run {
            opened,
            _ throws(Fault) in
            AnnotationCall.change(
                try workbench.annotate(
                    opened.document,
                    adding: annotations,
                    author: arguments[.annotator] ?? "Inkstone",
                    breaksSignatures: arguments.has(.force)
                ),
                "added"
            )
        }
    }

    /// JSON itself, a file of it, or standard input.
    private func read(_ text: String) throws(Fault) -> [Annotation] {
        let first = text.utf8.first { $0 > 0x20 }
        if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
            return try Workbench.annotations(json: Array(text.utf8))
        }
        do {
            return try Workbench.annotations(
                json: try AnnotationsVerb.bytes(of: text, workbench)
            )
        } catch { throw text == "-" ? error : error.inFile(text) }
    }
}
