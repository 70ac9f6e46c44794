// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Geometry
internal import JSON
internal import PDFModel
internal import Workbench

extension ArgumentOption {
    static let outline = ArgumentOption(
        "--outline",
        .flag,
        "Show the outline too, and for machines the page labels and named destinations."
    )
    static let links = ArgumentOption(
        "--links",
        .flag,
        "Show the links of every page too: where they are, from the top left corner, and where "
            + "they lead. None is followed."
    )
    static let attachments = ArgumentOption(
        "--attachments",
        .flag,
        "Show the files inside the document too; inkstone attachments takes them out."
    )
}

/// The verb `inkstone info`.
struct InfoVerb: Verb {
    static var name: String { "info" }
    static let declaration = VerbDeclaration(
        name: name,
        summary: "Show pages, size, title, author, encryption, revisions and signatures.",
        options: [.outline, .links, .attachments, .boxes, .json, .password, .passwordFile],
        examples: [
            .init("info contract.pdf", "Look at one file"),
            .init("info book.pdf --outline", "Its chapters, with their pages"),
            .init("info --json *.pdf", "Look at many, for a program"),
        ]
    )

    let workbench: Workbench
    let arguments: Arguments

    func run() throws(Fault) -> Int32 {
        let opener = try DocumentOpener(workbench, arguments)
        return try ManyFiles.run(arguments.operands, asJSON: arguments.has(.json)) {
            file throws(Fault) in
            let opened = try opener.open(file)
            let summary = try workbench.inspect(opened, everyPage: arguments.has(.boxes))
            var answer =
                arguments.has(.json)
                ? ManyFiles.Answer(value: Self.json(summary, file))
                : ManyFiles.Answer(text: Self.text(summary, file))
            try addNavigation(of: opened, to: &answer)
            return answer
        }
    }

    /// Outline, links and attachments, where they were asked for.
    private func addNavigation(
        of opened: OpenDocument,
        to answer: inout ManyFiles.Answer
    ) throws(Fault) {
        var diagnostics: [Diagnostic] = []
        func add(_ key: String, _ value: JSONValue, _ lines: [String]) {
            answer.value?[key] = value
            if lines.isEmpty {
                answer.text += "  \(key): none\n"
            } else {
                answer.text += "  \(key)\n" + lines.joined(separator: "\n") + "\n"
            }
        }
        if arguments.has(.outline) || arguments.has(.links) {
            let navigation = try workbench.navigation(of: opened)
            let words = NavigationWords(navigation)
            if arguments.has(.outline) {
                let outline = try navigation.outline()
                diagnostics += outline.diagnostics
                add("outline", words.json(outline), words.lines(outline))
                let labels = navigation.pageLabels?.map { JSONValue($0) }
                answer.value?["pageLabels"] = labels.map(JSONValue.array) ?? .null
                answer.value?["destinations"] = words.json(try navigation.namedDestinations())
                answer.value?["opening"] = words.json(try navigation.opening())
            }
            if arguments.has(.links) {
                let links = try navigation.links(ofPages: Array(0..<navigation.pageCount))
                diagnostics += links.flatMap(\.diagnostics)
                add("links", words.json(links), words.lines(links))
            }
        }
        if arguments.has(.attachments) {
            let attachments = try workbench.attachments(of: opened)
            diagnostics += attachments.diagnostics
            add(
                "attachments",
                AttachmentWords.json(attachments.files),
                attachments.files.map { "    " + AttachmentWords.line($0) }
            )
        }
        for diagnostic in diagnostics {
            answer.text += "  note        \(ErrorOutput.harmless(diagnostic.description))\n"
        }
        if let told = answer.value?["diagnostics"], case .array(let before) = told {
            answer.value?["diagnostics"] = .array(before + diagnostics.map(ErrorOutput.json))
        }
    }

    private static func text(_ summary: DocumentSummary, _ file: String) -> String {
        var lines = [ErrorOutput.harmless(file)]
        func add(_ label: String, _ value: String?) {
            guard let value, !value.isEmpty else { return }
            let padding = String(repeating: " ", count: max(1, 12 - label.count))
            lines.append("  \(label)\(padding)\(ErrorOutput.harmless(value))")
        }
        add("pages", String(summary.pageCount))
        if let size = summary.firstPageSize {
            add("page 1", "\(points(size.width)) × \(points(size.height)) pt")
        }
        add("size", "\(summary.bytes) bytes")
        add("version", summary.info.version)
        add("title", summary.info.title)
        add("author", summary.info.author)
        add("subject", summary.info.subject)
        add("keywords", summary.info.keywords)
        add("creator", summary.info.creator)
        add("producer", summary.info.producer)
        add("created", summary.info.created.map(Self.date))
        add("modified", summary.info.modified.map(Self.date))
        add("tagged", summary.info.isTagged ? "yes" : nil)
        for line in EncryptionWords.lines(summary.encryption) { add(line.label, line.text) }
        add("revisions", String(summary.revisions.count))
        for signature in summary.signatures {
            add(
                "signature",
                [
                    signature.fieldName, signature.signer.map { "by \($0)" },
                    signature.subFilter, signature.certificationPermission.map(permission),
                ].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ", ")
            )
        }
        for (index, space) in summary.pageSpaces.enumerated() {
            add("box \(index + 1)", Self.box(space))
        }
        for diagnostic in summary.diagnostics { add("note", diagnostic.description) }
        return lines.joined(separator: "\n") + "\n"
    }

    /// A date for a person; the text itself where it is none.
    private static func date(_ text: String) -> String { DocumentDate(text)?.readable ?? text }

    /// What a certification permits, in words (12.8.2.2).
    private static func permission(_ level: Int) -> String {
        switch level {
        case 1: "certifies the document and permits no change"
        case 3: "certifies the document and permits forms, signatures and annotations"
        default: "certifies the document and permits forms and signatures"
        }
    }

    /// Corners in user space, and how the page is turned when it is shown.
    private static func box(_ space: PageSpace) -> String {
        let box = space.visibleBox
        var text = [box.minX, box.minY, box.maxX, box.maxY].map(points).joined(separator: " ")
        if space.rotation != 0 { text += ", turned by \(space.rotation)" }
        if space.userUnit != 1 { text += ", in units of \(space.userUnit)" }
        return text
    }

    private static func json(_ space: PageSpace) -> JSONValue {
        let box = space.visibleBox
        return [
            "box": .array([box.minX, box.minY, box.maxX, box.maxY].map { .number($0) }),
            "rotation": JSONValue(space.rotation), "userUnit": .number(space.userUnit),
        ]
    }

    private static func points(_ value: Double) -> String {
        let rounded = (value * 100).rounded() / 100
        return Int(exactly: rounded).map(String.init) ?? String(rounded)
    }

    private static func json(_ summary: DocumentSummary, _ file: String) -> JSONValue {
        func text(_ value: String?) -> JSONValue { value.map { JSONValue($0) } ?? .null }
        var size = JSONValue.null
        if let first = summary.firstPageSize {
            size = .array([.number(first.width), .number(first.height)])
        }
        let signatures = summary.signatures.map { signature -> JSONValue in
            [
                "field": JSONValue(signature.fieldName), "subFilter": text(signature.subFilter),
                "signer": text(signature.signer),
                "certificationPermission": signature.certificationPermission
                    .map { JSONValue($0) } ?? .null,
            ]
        }
        let value: JSONValue = [
            "file": JSONValue(file), "bytes": JSONValue(summary.bytes),
            "pages": JSONValue(summary.pageCount), "firstPageSize": size,
            "version": JSONValue(summary.info.version), "title": text(summary.info.title),
            "author": text(summary.info.author), "subject": text(summary.info.subject),
            "keywords": text(summary.info.keywords), "creator": text(summary.info.creator),
            "producer": text(summary.info.producer),
            "created": text(summary.info.created), "modified": text(summary.info.modified),
            "tagged": .bool(summary.info.isTagged), "encrypted": .bool(summary.encryption != nil),
            "encryption": EncryptionWords.json(summary.encryption),
            "revisions": JSONValue(summary.revisions.count), "signatures": .array(signatures),
            "repaired": .bool(summary.isRepaired),
            "diagnostics": .array(summary.diagnostics.map(ErrorOutput.json)),
        ]
        guard !summary.pageSpaces.isEmpty, case .object(var members) = value else { return value }
        members.append(.init(key: "boxes", value: .array(summary.pageSpaces.map(json))))
        return .object(members)
    }
}
