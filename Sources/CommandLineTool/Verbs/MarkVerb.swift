// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Geometry
internal import JSON
internal import Operations
internal import PDFModel
internal import PDFSyntax
internal import Rendering
internal import Workbench

extension ArgumentOption {
    static let mark = ArgumentOption(
        "--mark",
        .value("M"),
        required: true,
        "The mark: ink (JSON), SVG, PDF (its first page), PNG or JPEG."
    )
    static let rect = ArgumentOption(
        "--rect",
        .value("X,Y,W,H"),
        "Where on the page as seen: from its top left corner, in points, or with mm, cm or in. "
            + "W or H may be auto, which keeps the mark's shape. Needed unless --over is given."
    )
    static let over = ArgumentOption(
        "--over",
        .value("TEXT"),
        "Instead of --rect: put the mark's middle on these words, wherever the pages have them. "
            + "Words are compared as search does."
    )
    static let hit = ArgumentOption(
        "--hit",
        .value("N"),
        "With --over: only where the words are found for the Nth time on these pages."
    )
    static let anchorOffset = ArgumentOption(
        "--offset",
        .value("DX,DY"),
        "With --over: so far to the right and down from the words' middle."
    )
    static let markSize = ArgumentOption(
        "--size",
        .value("W,H"),
        "With --over: how large. W or H may be auto."
    )
    static let avoidText = ArgumentOption(
        "--avoid-text",
        .flag,
        "Refuse a mark that would lie on text (exit status 86); words of --over do not count."
    )
    static let markPages = ArgumentOption(
        "--page --pages",
        .value("P"),
        required: true,
        "The pages: 1 or 1,3,5-8 or 2-last, or all, odd, even, last."
    )
    static let kind = ArgumentOption(
        "--as",
        .choice(["content", "annotation"]),
        "content (the default) makes the mark part of the page; annotation lets it be moved and "
            + "removed later."
    )
    static let blend = ArgumentOption(
        "--blend",
        .choice(["normal", "multiply"]),
        "multiply lets the text show through the mark."
    )
    static let opacity = ArgumentOption("--opacity", .value("N"), "From 0 (invisible) to 1.")
    static let cleanPaper = ArgumentOption(
        "--clean-paper",
        .flag,
        "Make the white paper of a photographed signature or seal transparent."
    )
    static let fit = ArgumentOption(
        "--fit",
        .choice(["inside", "stretch"]),
        "inside (the default) keeps the mark's shape, centred in the rect; stretch fills it."
    )
    static let author = ArgumentOption(
        "--author",
        .value("NAME"),
        "Who places the mark, for an annotation."
    )
    static let record = ArgumentOption(
        "--record",
        .value("LOG"),
        "Append a line of JSON for each mark: file, digests before and after, page, rect, time."
    )

    static let verify = ArgumentOption(
        "--verify",
        .flag,
        "Draw the marked pages before and after, and write nothing unless the mark is where it was "
            + "put, with all its ink, and nothing else changed."
    )

    static let markOptions: [ArgumentOption] = [
        .mark, .markPages, .rect, .over, .hit, .anchorOffset, .markSize, .avoidText, .output,
        .inPlace, .kind, .blend, .opacity, .cleanPaper, .fit,
        .author, .record, .verify, .force, .json, .progress, .password, .passwordFile,
    ]
}

/// `inkstone sign`: the mark is handwriting.
struct SignVerb: Verb {
    static var name: String { "sign" }
    static let declaration = VerbDeclaration(
        name: name,
        summary: "Place a picture of handwriting on a page. This is no digital signature.",
        options: ArgumentOption.markOptions,
        notes: [
            "The original bytes of the file are kept as they are and the mark is appended, so "
                + "earlier digital signatures can still be checked. A mark that would break one "
                + "is refused unless --force is given.",
            MarkCall.coverNote,
        ],
        examples: [
            .init(
                "sign contract.pdf --mark signature.json --page last --rect 320,610,160,50 "
                    + "-o signed.pdf",
                "Sign the last page"
            ),
            .init(
                "sign *.pdf --mark photo.jpg --clean-paper --page 1 --rect 2cm,24cm,6cm,auto "
                    + "-o signed/",
                "Sign many files with a photographed signature"
            ),
        ]
    )

    let workbench: Workbench
    let arguments: Arguments

    func run() throws(Fault) -> Int32 {
        try MarkCall(workbench: workbench, arguments: arguments, past: "signed").run()
    }
}

/// `inkstone stamp`: the mark is a seal or a stamp.
struct StampVerb: Verb {
    static var name: String { "stamp" }
    static let declaration = VerbDeclaration(
        name: name,
        summary: "Place a seal or a stamp on pages.",
        options: ArgumentOption.markOptions,
        notes: [
            "The original bytes of the file are kept as they are and the mark is appended; its "
                + "picture is written once, however many pages bear it.",
            MarkCall.coverNote,
        ],
        examples: [
            .init(
                "stamp contract.pdf --mark seal.svg --page all --over 甲方（盖章） "
                    + "--size 42mm,42mm --blend multiply -o sealed.pdf",
                "Seal wherever the words are"
            ),
            .init(
                "stamp contract.pdf --mark seal.svg --page 5 --rect 90,600,42mm,42mm "
                    + "--blend multiply -o sealed.pdf",
                "Seal a page, the text showing through"
            ),
            .init(
                "stamp contract.pdf --mark draft.png --page all --rect 20,20,120,auto "
                    + "--opacity 0.5 --in-place",
                "Stamp all pages"
            ),
        ]
    )

    let workbench: Workbench
    let arguments: Arguments

    func run() throws(Fault) -> Int32 {
        try MarkCall(workbench: workbench, arguments: arguments, past: "stamped").run()
    }
}

/// What `sign` and `stamp` share.
private struct MarkCall {
    let workbench: Workbench
    let arguments: Arguments
    /// What was done, as a word.
    let past: String

    /// What help says of marks on text.
    static let coverNote =
        "A mark that lies on text is told (coversText in JSON, with the words) when it is on at "
        + "most \(Workbench.pagesLookedAt) pages; --avoid-text refuses it on any number of pages."

    func run() throws(Fault) -> Int32 {
        let destination = try Destination(arguments)
        let request = try request()
        workbench.prepare(for: request)
        if let log = arguments[.record] { try MarkRecord.prepare(log) }
        // A bad mark is one fault, not one for each file.
        if arguments.operands.count > 1 { _ = try request.mark.value() }
        let progress = ProgressDisplay(arguments)
        let opener = try DocumentOpener(workbench, arguments)
        return try ManyFiles.run(arguments.operands, asJSON: arguments.has(.json)) {
            file throws(Fault) in
            defer { progress.finish() }
            return try mark(file, request, destination, progress, opener)
        }
    }

    private func request() throws(Fault) -> MarkRequest {
        guard let path = arguments[.mark], let pages = try arguments.pages(.markPages) else {
            throw Fault(.usage, "--mark and --page are needed.")
        }
        let anchor = try anchor()
        let rect = try rect(isAnchored: anchor != nil)
        let style = MarkStyle(
            blendMode: arguments[.blend] == "multiply" ? .multiply : .normal,
            opacity: try arguments.number(.opacity, in: 0...1) ?? 1,
            fit: arguments[.fit] == "stretch" ? .stretch : .inside
        )
        var request = MarkRequest(
            mark: workbench.beginLoadingMark(path, cleanPaper: arguments.has(.cleanPaper)),
            pages: pages,
            style: style,
            kind: arguments[.kind].flatMap(MarkRequest.Kind.init) ?? .content,
            author: arguments[.author] ?? "Inkstone",
            breaksSignatures: arguments.has(.force),
            rect: rect
        )
        request.anchor = anchor
        request.avoidsText = arguments.has(.avoidText)
        return request
    }

    /// The words that the mark is put on; nil when it has a rect.
    private func anchor() throws(Fault) -> TextAnchor? {
        guard let words = arguments[.over] else {
            for option in [ArgumentOption.hit, .anchorOffset, .markSize]
            where arguments.has(option) {
                throw Fault(.usage, "\(option.name) belongs to --over.")
            }
            return nil
        }
        return TextAnchor(
            try SearchPattern(words),
            hit: try arguments.integer(.hit, in: 1...Int.max),
            offset: try arguments.offset(.anchorOffset) ?? .zero
        )
    }

    /// Where the mark goes; of one on words only the size counts.
    private func rect(isAnchored: Bool) throws(Fault) -> @Sendable (Size) -> Rect {
        switch (try arguments.rect(.rect), try arguments.size(.markSize)) {
        case (let rect?, _) where !isAnchored: return { rect.rect(for: $0) }
        case (nil, let size?) where isAnchored: return { Rect(size.size(for: $0)) }
        default:
            throw Fault(
                .usage,
                "Say where the mark goes: --rect X,Y,W,H, or --over TEXT with --size W,H."
            )
        }
    }

    private func mark(
        _ file: String,
        _ request: MarkRequest,
        _ destination: Destination,
        _ progress: ProgressDisplay,
        _ opener: DocumentOpener
    ) throws(Fault) -> ManyFiles.Answer {
        let opened = try opener.open(file)
        let operation = progress.operation(.pdfSave)
        var marked = try workbench.place(request, on: opened, operation: operation)
        let coverage = workbench.beginFindingCoveredText(by: marked, on: opened)
        if arguments.has(.verify) {
            marked.diagnostics += try workbench.prove(
                marked,
                of: request,
                on: opened,
                operation: operation
            )
        }
        let pages = marked.placements.map(\.pageIndex)
        guard let target = destination.destination(for: file, replacing: arguments.has(.force))
        else {
            let bytes = try workbench.savedBytes(marked.document, pages: pages)
            progress.finish()
            if !arguments.has(.json) {
                try ErrorOutput.write(marked.diagnostics, of: file)
                try tell(coverage?.value() ?? [], file)
            }
            try Output.standard.write(source: bytes)
            if let log = arguments[.record] {
                let before = try workbench.digest(of: opened.document.base.source)
                let after = try workbench.digest(of: bytes)
                try record(marked, request, file: "-", log, digests: (before, after))
            }
            return ManyFiles.Answer()
        }
        let receipt = try workbench.save(
            marked.document,
            of: opened.file,
            to: target,
            pages: pages,
            force: arguments.has(.force),
            wantsDigests: arguments[.record] != nil,
            operation: operation
        )
        progress.finish()
        if let log = arguments[.record], let digests = receipt.digests {
            try record(marked, request, file: receipt.path, log, digests: digests)
        }
        return try report(marked, coverage?.value() ?? [], receipt, file)
    }

    private func record(
        _ marked: MarkedDocument,
        _ request: MarkRequest,
        file: String,
        _ log: String,
        digests: (before: String, after: String)
    ) throws(Fault) {
        let mark = try request.mark.value().sha256
        let records = marked.placements.map { placement in
            MarkRecord(
                file: file,
                before: digests.before,
                after: digests.after,
                mark: mark,
                placement: placement,
                time: workbench.clock()
            )
        }
        try MarkRecord.append(records, to: log)
    }

    private func report(
        _ marked: MarkedDocument,
        _ covered: [CoveredText],
        _ receipt: DocumentReceipt,
        _ file: String
    ) throws(Fault) -> ManyFiles.Answer {
        let diagnostics = marked.diagnostics + receipt.diagnostics
        if !arguments.has(.json) {
            try ErrorOutput.write(diagnostics, of: file)
            try tell(covered, file)
        }
        let count = marked.placements.count
        let pages = count == 1 ? "page \(marked.placements[0].pageIndex + 1)" : "\(count) pages"
        let result = receipt.path == file ? "" : " into \(receipt.path)"
        let text = "\(past) \(pages) of \(file)\(result), \(receipt.appendedBytes) bytes appended"
        return ManyFiles.Answer(
            value: Self.json(
                marked,
                covered,
                receipt,
                file,
                diagnostics + covered.map(\.diagnostic),
                isVerified: arguments.has(.verify)
            ),
            text: ErrorOutput.harmless(text) + "\n"
        )
    }

    /// Tells which text the marks lie on.
    private func tell(_ covered: [CoveredText], _ file: String) throws(Fault) {
        for text in covered {
            var diagnostic = text.diagnostic
            diagnostic.place.file = file
            try Output.error.write(ErrorOutput.line(diagnostic))
        }
    }

    private static func json(
        _ marked: MarkedDocument,
        _ covered: [CoveredText],
        _ receipt: DocumentReceipt,
        _ file: String,
        _ diagnostics: [Diagnostic],
        isVerified: Bool
    ) -> JSONValue {
        func numbers(_ rect: Rect) -> JSONValue {
            .array(
                [rect.x, rect.y, rect.width, rect.height].map {
                    .number(($0 * 1e4).rounded() / 1e4)
                }
            )
        }
        let marks = marked.placements.map { placement -> JSONValue in
            var mark: JSONValue = [
                "page": JSONValue(placement.pageIndex + 1), "rect": numbers(placement.viewRect),
                "pageSpaceRect": numbers(placement.pageRect),
            ]
            let text = covered.first {
                $0.pageIndex == placement.pageIndex && $0.markRect == placement.viewRect
            }
            if let text {
                let words = text.words.map { JSONValue.array($0.map { JSONValue($0) }) }
                mark["coversText"] = words ?? .bool(true)
            }
            return mark
        }
        return [
            "file": JSONValue(file), "output": JSONValue(receipt.path),
            "appendedBytes": JSONValue(receipt.appendedBytes), "marks": .array(marks),
            "verified": JSONValue(isVerified),
            "diagnostics": .array(diagnostics.map(ErrorOutput.json)),
        ]
    }
}
