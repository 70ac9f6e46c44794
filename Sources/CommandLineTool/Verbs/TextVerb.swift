// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Geometry
internal import JSON
internal import Operations
internal import Rendering
internal import Workbench

extension ArgumentOption {
    static let textPages = ArgumentOption(
        "--pages --page",
        .value("P"),
        "The pages: 1 or 1,3,5-8 or 2-last, or all (the default), odd, even, last."
    )
}

/// The verb `inkstone text`.
struct TextVerb: Verb {
    static var name: String { "text" }
    static let declaration = VerbDeclaration(
        name: name,
        summary: "Show the text of pages in reading order.",
        operandCount: 1...1,
        options: [.textPages, .json, .progress, .password, .passwordFile],
        notes: [
            "Lines are lines of the page, blocks have an empty line between them, and a form feed "
                + "stands between pages. Words that are broken at the end of a line are put "
                + "together. A page without a text layer, such as a scan, is told on standard "
                + "error.",
            "With --json every line, word and character comes with its quad: four corners x,y in "
                + "points from the top left of the page as seen, from the start of the text at "
                + "its top and round.",
            "A document that does not permit copying is refused unless the owner's password is "
                + "given.",
        ],
        examples: [
            .init("text contract.pdf", "All pages"),
            .init("text contract.pdf --pages last --json", "The last page with all places"),
        ]
    )

    let workbench: Workbench
    let arguments: Arguments

    func run() throws(Fault) -> Int32 {
        let file = arguments.operands[0]
        do { return try show(file) } catch { throw error.inFile(file) }
    }

    private func show(_ file: String) throws(Fault) -> Int32 {
        let pages = try arguments.pages(.textPages) ?? .all
        workbench.prepareForPages()
        let opened = try DocumentOpener(workbench, arguments).open(file)
        let asJSON = arguments.has(.json)
        let progress = ProgressDisplay(arguments)
        defer { progress.finish() }
        var writer = PageWriter(asJSON: asJSON, file: file)
        var withoutText: [Int] = []
        let diagnostics = try workbench.readText(
            pages,
            of: opened,
            operation: progress.operation(.pdfText)
        ) { page throws(Fault) in
            progress.finish()
            if page.text.isEmpty { withoutText.append(page.pageIndex) }
            try writer.write(page)
        }
        progress.finish()
        try writer.end(diagnostics)
        if !asJSON {
            try ErrorOutput.write(diagnostics, of: file)
            try TextNotes.tellWithoutText(withoutText, of: file)
        }
        return 0
    }
}

/// Writes pages as they come, so that a long document is never in memory as a whole.
private struct PageWriter {
    let asJSON: Bool
    let file: String
    private var count = 0
    private var isWanted = true

    init(asJSON: Bool, file: String) {
        self.asJSON = asJSON
        self.file = file
    }

    mutating func write(_ page: ReadPage) throws(Fault) {
        let text: String
        if asJSON {
            let start = "{\"file\":\(JSONValue(file).serialised()),\"pages\":[\n"
            text = (count == 0 ? start : ",\n") + Self.json(page).serialised()
        } else {
            text =
                (count == 0 ? "" : "\u{0C}") + page.text.string
                + (page.text.isEmpty ? "" : "\n")
        }
        count += 1
        if isWanted, try Output.standard.write(text) == .readerGone { isWanted = false }
    }

    func end(_ diagnostics: [Diagnostic]) throws(Fault) {
        guard asJSON, isWanted else { return }
        let start = count == 0 ? "{\"file\":\(JSONValue(file).serialised()),\"pages\":[" : ""
        let told = JSONValue.array(diagnostics.map(ErrorOutput.json)).serialised()
        try Output.standard.write("\(start)\n],\"diagnostics\":\(told)}\n")
    }

    private static func json(_ page: ReadPage) -> JSONValue {
        let text = page.text
        func json(_ word: PageText.Word) -> JSONValue {
            let characters = word.range.map { position -> JSONValue in
                [
                    "text": JSONValue(String(text.characters[position].scalar)),
                    "quad": TextNotes.json(text.characters[position].quad),
                ]
            }
            return [
                "text": JSONValue(text.string(of: word)), "quad": TextNotes.json(word.quad),
                "characters": .array(characters),
            ]
        }
        let blocks = text.blocks.map { block -> JSONValue in
            let lines = text.lines[block.lines].map { line -> JSONValue in
                [
                    "text": JSONValue(
                        text.words[line.words].map { text.string(of: $0) }.joined(separator: " ")
                    ),
                    "quad": TextNotes.json(line.quad), "vertical": .bool(line.isVertical),
                    "rightToLeft": .bool(line.isRightToLeft),
                    "words": .array(text.words[line.words].map(json)),
                ]
            }
            return ["quad": TextNotes.json(block.quad), "lines": .array(lines)]
        }
        return [
            "page": JSONValue(page.pageIndex + 1),
            "size": .array([.number(page.size.width), .number(page.size.height)]),
            "hasText": .bool(!text.isEmpty), "text": JSONValue(text.string),
            "blocks": .array(blocks),
        ]
    }
}

/// What `text` and `search` say alike.
enum TextNotes {
    /// Four corners, in thousandths of a point.
    static func json(_ quad: Quad) -> JSONValue {
        .array([quad.p0, quad.p1, quad.p2, quad.p3].map { .array([number($0.x), number($0.y)]) })
    }

    static func json(_ rect: Rect) -> JSONValue {
        .array([rect.x, rect.y, rect.width, rect.height].map(number))
    }

    private static func number(_ value: Double) -> JSONValue {
        value.isFinite ? .number((value * 1e3).rounded() / 1e3) : .null
    }

    /// Tells on standard error which pages have no text layer.
    static func tellWithoutText(_ pages: [Int], of file: String) throws(Fault) {
        guard !pages.isEmpty else { return }
        let which =
            pages.count == 1
            ? "page \(pages[0] + 1) has" : "\(pages.count) pages (\(ranges(pages))) have"
        let line = "inkstone: note: \(which) no text layer, as scans have none (\(file))"
        try Output.error.write(ErrorOutput.harmless(line) + "\n")
    }

    /// More would be a line that nobody reads.
    private static let mostRanges = 12

    /// Page numbers as in 1-3, 7.
    private static func ranges(_ pages: [Int]) -> String {
        var ranges: [(first: Int, last: Int)] = []
        for page in pages {
            if let last = ranges.last, last.last + 1 == page {
                ranges[ranges.count - 1].last = page
            } else {
                ranges.append((page, page))
            }
        }
        let words = ranges.prefix(mostRanges).map { range in
            range.first == range.last
                ? "\(range.first + 1)" : "\(range.first + 1)-\(range.last + 1)"
        }
        return words.joined(separator: ", ") + (ranges.count > mostRanges ? ", …" : "")
    }
}
