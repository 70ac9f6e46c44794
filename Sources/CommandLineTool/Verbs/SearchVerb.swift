// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Geometry
internal import JSON
internal import Operations
internal import Rendering
internal import Workbench

extension ArgumentOption {
    static let matchCase = ArgumentOption("--case", .flag, "A and a differ.")
    static let wholeWord = ArgumentOption(
        "--whole-word",
        .flag,
        "A hit is no part of a longer word. Chinese and Japanese text has no such words."
    )
    static let matchDiacritics = ArgumentOption("--diacritics", .flag, "é and e differ.")
    static let matchWidth = ArgumentOption(
        "--width",
        .flag,
        "Full-width and half-width forms differ, as ligatures and their letters do."
    )
    static let searchLimit = ArgumentOption("--limit", .value("N"), "Stop after N hits.")
    static let searchStart = ArgumentOption(
        "--start",
        .value("N"),
        "Begin at page N; the pages before it come after the last."
    )
}

/// The verb `inkstone search`.
struct SearchVerb: Verb {
    static var name: String { "search" }
    static let declaration = VerbDeclaration(
        name: name,
        summary: "Find words and where they stand.",
        operand: "FILE WORDS",
        operandCount: 2...2,
        options: [
            .textPages, .searchStart, .matchCase, .wholeWord, .matchDiacritics, .matchWidth,
            .searchLimit, .json, .progress, .password, .passwordFile,
        ],
        notes: [
            "Capitals, accents, full and half width do not count unless asked for. Words are "
                + "found across line ends and hyphens; in Chinese and Japanese text spaces do not "
                + "count.",
            "Each hit is a line: the page, the box x,y and width × height in points from the top "
                + "left of the page as seen, and the words with what stands around them, which "
                + "are left out when the document does not permit copying. With --json each hit "
                + "is a line of JSON with its quads, and the last line is a summary.",
            "The text is kept in the user's cache folder, so that the next search of the same "
                + "file is faster; that of encrypted files is not.",
        ],
        examples: [
            .init("search contract.pdf \"payment terms\"", "All hits"),
            .init("search contract.pdf 甲方（盖章） --limit 1 --json", "The first, for a program"),
        ]
    )

    let workbench: Workbench
    let arguments: Arguments

    func run() throws(Fault) -> Int32 {
        let file = arguments.operands[0]
        do { return try search(file) } catch { throw error.inFile(file) }
    }

    private func search(_ file: String) throws(Fault) -> Int32 {
        let options = SearchOptions(
            matchesCase: arguments.has(.matchCase),
            matchesDiacritics: arguments.has(.matchDiacritics),
            matchesWidth: arguments.has(.matchWidth),
            wholeWords: arguments.has(.wholeWord)
        )
        var request = SearchRequest(
            try SearchPattern(arguments.operands[1], options: options)
        )
        request.pages = try arguments.pages(.textPages) ?? .all
        request.firstPage = (try arguments.integer(.searchStart, in: 1...Int.max) ?? 1) - 1
        request.limit = try arguments.integer(.searchLimit, in: 1...Int.max)
        let opened = try DocumentOpener(workbench, arguments).open(file)
        let progress = ProgressDisplay(arguments)
        defer { progress.finish() }
        let asJSON = arguments.has(.json)
        let summary = try workbench.search(
            request,
            in: opened,
            operation: progress.operation(.pdfSearch)
        ) { hits throws(Fault) in
            progress.finish()
            let lines = hits.map { asJSON ? Self.json($0).serialised() : Self.line($0) }
            return try Output.standard.write(lines.map { $0 + "\n" }.joined()) == .written
        }
        progress.finish()
        if asJSON {
            try Output.standard.write(Self.json(summary, file).serialised() + "\n")
            return 0
        }
        try ErrorOutput.write(summary.diagnostics, of: file)
        if summary.hitCount == 0 {
            let line = "inkstone: note: the words are not found (\(file))"
            try Output.error.write(ErrorOutput.harmless(line) + "\n")
        }
        try TextNotes.tellWithoutText(summary.pagesWithoutText, of: file)
        return 0
    }

    /// A hit as a line, as in `page 3  72.1,400.5 36×12  …what stands around the words…`.
    private static func line(_ hit: SearchHit) -> String {
        let box = box(hit)
        var line = "page \(hit.pageIndex + 1)  \(brief(box.x)),\(brief(box.y)) "
        line += "\(brief(box.width))×\(brief(box.height))"
        if let snippet = hit.snippet {
            line += "  \(snippet.before)\(snippet.words)\(snippet.after)"
        }
        return ErrorOutput.harmless(line)
    }

    private static func json(_ hit: SearchHit) -> JSONValue {
        var value: JSONValue = [
            "page": JSONValue(hit.pageIndex + 1), "rect": TextNotes.json(box(hit)),
            "quads": .array(hit.quads.map { TextNotes.json($0) }),
        ]
        if let snippet = hit.snippet {
            value["snippet"] = [
                "before": JSONValue(snippet.before), "words": JSONValue(snippet.words),
                "after": JSONValue(snippet.after),
            ]
        }
        return value
    }

    private static func json(_ summary: SearchSummary, _ file: String) -> JSONValue {
        [
            "summary": [
                "file": JSONValue(file), "hits": JSONValue(summary.hitCount),
                "pagesWithHits": JSONValue(summary.hitPageCount),
                "pagesSearched": JSONValue(summary.pageCount),
                "pagesWithoutText": .array(summary.pagesWithoutText.map { JSONValue($0 + 1) }),
                "complete": .bool(summary.isComplete),
                "diagnostics": .array(summary.diagnostics.map(ErrorOutput.json)),
            ]
        ]
    }

    private static func box(_ hit: SearchHit) -> Rect {
        guard let first = hit.quads.first?.bounds else {
            return Rect(x: 0, y: 0, width: 0, height: 0)
        }
        return hit.quads.dropFirst().reduce(first) { $0.union($1.bounds) }
    }

    private static func brief(_ value: Double) -> String {
        let rounded = (value * 10).rounded() / 10
        return Int(exactly: rounded).map(String.init) ?? String(rounded)
    }
}
