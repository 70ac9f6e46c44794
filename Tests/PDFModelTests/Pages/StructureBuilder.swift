// SPDX-License-Identifier: Apache-2.0
import PDFSyntax

@testable import PDFModel

extension FileBuilder {
    /// A document of three pages (3, 4, 5) with everything that can point at a page.
    ///
    /// Outline: “one” → page 1 with “two” → page 2 below; “three” → page 3 by name.
    static func everything(catalog: String = "") -> FileBuilder {
        var file = FileBuilder(
            """
            << /Type /Catalog /Pages 2 0 R /Outlines 6 0 R /PageMode /UseOutlines
            /Names << /Dests 10 0 R /EmbeddedFiles << /Names [(a) 20 0 R] >> >>
            /Dests << /old [4 0 R /Fit] >>
            /PageLabels << /Nums [0 << /S /r >> 1 << /S /D /P (A-) >>] >>
            /OpenAction [5 0 R /Fit] /AcroForm 11 0 R /StructTreeRoot 15 0 R
            /MarkInfo << /Marked true >> /Threads [21 0 R] \(catalog) >>
            """,
            "<< /Type /Pages /Kids [3 0 R 4 0 R 5 0 R] /Count 3 /MediaBox [0 0 200 100] >>",
            """
            << /Type /Page /Parent 2 0 R /Tag 0 /StructParents 0 /B [22 0 R]
            /Annots [12 0 R << /Subtype /Link /Rect [0 0 1 1] /Dest (two) >>
            << /Subtype /Link /Rect [0 0 1 1] /Dest [5 0 R /Fit] >>] >>
            """,
            """
            << /Type /Page /Parent 2 0 R /Tag 1 /StructParents 1 /B [23 0 R]
            /Annots [13 0 R 14 0 R] >>
            """,
            """
            << /Type /Page /Parent 2 0 R /Tag 2 /StructParents 2 /B [24 0 R]
            /Annots [<< /Subtype /Link /Rect [0 0 1 1] /A << /S /GoTo /D [3 0 R /Fit]
            /Next << /S /URI /URI (x:) >> >> >>] >>
            """
        )
        file.objects += [
            "<< /Type /Outlines /First 7 0 R /Last 9 0 R /Count 3 >>",
            "<< /Title (one) /Parent 6 0 R /Next 9 0 R /First 8 0 R /Last 8 0 R /Count 1 "
                + "/Dest [3 0 R /Fit] >>",
            "<< /Title (two) /Parent 7 0 R /A << /S /GoTo /D [4 0 R /Fit] >> >>",
            "<< /Title (three) /Parent 6 0 R /Prev 7 0 R /Dest (three) >>",
            "<< /Names [(three) [5 0 R /Fit] (two) << /D [4 0 R /Fit] >>] >>",
            "<< /Fields [16 0 R 14 0 R] /CO [14 0 R] /DA (/Helv 10 Tf) "
                + "/DR << /Font << /Helv 25 0 R >> >> >>",
            "<< /Subtype /Widget /Rect [0 0 1 1] /Parent 16 0 R >>",
            "<< /Subtype /Widget /Rect [0 0 1 1] /Parent 16 0 R >>",
            "<< /Subtype /Widget /Rect [0 0 1 1] /FT /Tx /T (alone) >>",
            "<< /Type /StructTreeRoot /K [17 0 R] /ParentTree << /Nums [0 [18 0 R] 1 [19 0 R] "
                + "2 [18 0 R]] >> /IDTree << /Names [(id) 19 0 R] >> >>",
            "<< /FT /Tx /T (both) /Kids [12 0 R 13 0 R] >>",
            "<< /S /Document /P 15 0 R /K [18 0 R 19 0 R] >>",
            "<< /S /P /P 17 0 R /K [<< /Type /MCR /Pg 3 0 R /MCID 0 >> "
                + "<< /Type /MCR /Pg 5 0 R /MCID 0 >>] >>",
            "<< /S /P /P 17 0 R /Pg 4 0 R /K 0 /ID (id) >>",
            "<< /Type /Filespec /F (a) >>",
            "<< /Type /Thread /F 22 0 R >>",
            "<< /T 21 0 R /N 23 0 R /V 24 0 R /P 3 0 R /R [0 0 1 1] >>",
            "<< /N 24 0 R /V 22 0 R /P 4 0 R /R [0 0 1 1] >>",
            "<< /N 22 0 R /V 23 0 R /P 5 0 R /R [0 0 1 1] >>",
            "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        ]
        return file
    }
}

/// What a person and a program find in a document beside its pages.
struct SeenStructure: Equatable {
    /// Titles with the tag of the page, two spaces for each level.
    var outline: [String] = []
    var names: [String] = []
    var labels: [String] = []
    /// Full names, with the tags of the pages of the widgets.
    var fields: [String] = []
    /// Elements with the tags of the pages of their content.
    var tags: [String] = []
    var links: [String] = []
    var attachments: [String] = []

    init(_ document: Document) throws {
        let pages = try PageTree(document).roster().pages.compactMap { $0 }
        let tagOf = try Dictionary(
            pages.map { ($0, "\(try document.object($0).dictionary?["Tag"]?.integer ?? -1)") },
            uniquingKeysWith: { first, _ in first }
        )
        let destinations = try Destinations(document)
        func page(_ target: Destinations.Target?) -> String {
            guard case .page(let id)? = target else { return "-" }
            return tagOf[id] ?? "lost"
        }
        let all = try Outline(document, destinations)
        for item in all?.items ?? [] {
            var level = 0
            var above = item.parent
            while let place = above { (level, above) = (level + 1, all?.items[place].parent) }
            let title = try document.object(item.id).dictionary?["Title"]?.string ?? []
            outline.append(
                String(repeating: "  ", count: level) + TextString.decode(title) + " "
                    + page(item.target)
            )
        }
        names =
            try destinations.entries.map { entry in
                "\(TextString.decode(entry.name)) \(page(try destinations.target(of: entry.value)))"
            }
            + destinations.dictionary.entries.map { entry in
                "/\(entry.key.latin1) \(page(try destinations.target(of: entry.value)))"
            }
        labels =
            try PageLabels(document)?.runs.map { run in
                "\(run.first): \(run.style["P"]?.string.map(TextString.decode) ?? "")"
                    + "\(run.style["S"]?.name?.latin1 ?? "") \(run.start)"
            } ?? []
        let tree = try document.value("Names", in: document.catalog()).dictionary ?? [:]
        attachments = try NameTree.entries(tree["EmbeddedFiles"], of: document).map {
            TextString.decode($0.name)
        }
        try readFields(document, pages, tagOf)
        try readTags(document, tagOf)
        for id in pages {
            for annotation in try document.annotations(of: id) {
                let link = try document.resolve(annotation).dictionary ?? [:]
                guard link["Subtype"]?.name == "Link" else { continue }
                let action = link["A"]?.dictionary?["S"]?.name?.latin1 ?? ""
                links.append(
                    "\(tagOf[id] ?? "") → \(page(try destinations.target(from: link)))\(action)"
                )
            }
        }
    }

    private mutating func readFields(
        _ document: Document,
        _ pages: [ObjectID],
        _ tagOf: [ObjectID: String]
    ) throws {
        var pageOf: [ObjectID: String] = [:]
        for page in pages {
            for id in try document.annotations(of: page).compactMap(\.reference) {
                pageOf[id] = tagOf[page]
            }
        }
        func visit(_ field: COSObject, _ prefix: String) throws {
            let entries = try document.resolve(field).dictionary ?? [:]
            let name = prefix + TextString.decode(entries["T"]?.string ?? [])
            guard let kids = entries["Kids"]?.array else {
                return fields.append(
                    "\(name) \(field.reference.flatMap { pageOf[$0] } ?? "lost")"
                )
            }
            for kid in kids { try visit(kid, name) }
        }
        let form = try document.value("AcroForm", in: document.catalog()).dictionary ?? [:]
        for field in form["Fields"]?.array ?? [] { try visit(field, "") }
    }

    private mutating func readTags(_ document: Document, _ tagOf: [ObjectID: String]) throws {
        let index = try StructureIndex(document)
        for (place, element) in (index?.elements ?? []).enumerated() {
            let kind = try document.object(element.id).dictionary?["S"]?.name?.latin1 ?? ""
            let content = (index?.elementsByPage ?? [:]).filter { $0.value.contains(place) }
                .map { tagOf[$0.key] ?? "lost" }.sorted()
            tags.append(([kind] + content).joined(separator: " "))
        }
    }
}
