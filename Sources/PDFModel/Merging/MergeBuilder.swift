// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import PDFSyntax

/// Joins documents: their page trees under one root, and structure by structure what their
/// catalogs name (ISO 32000-2, 7.7.2).
///
/// Each document is read through an import, so that what is changed here are the roots of its
/// structures; the rest stays where it is.
struct MergeBuilder {
    var document: Document
    private(set) var diagnostics: [Diagnostic] = []
    private var branches: [(id: ObjectID, count: Int)] = []
    private var pageCount = 0
    private var first: (catalog: COSDictionary, info: COSObject?)?
    /// The largest of all, as text.
    private var version = "1.4"

    var names = MergedNames()
    var labels = MergedLabels()
    var outline = MergedOutline()
    var form = MergedForm()
    var layers = MergedLayers()
    var tags = MergedTags()
    private var resources = EqualResources()
    private var threads: [COSObject] = []
    private var associated: [COSObject] = []

    init(_ document: Document) { self.document = document }

    mutating func note(_ severity: Diagnostic.Severity, _ message: String, in file: String) {
        diagnostics.append(Diagnostic(severity, message, at: Place(file: file)))
    }

    /// Adds a document with all its pages.
    mutating func add(_ source: MergeSource) throws(Fault) {
        var source = source
        try source.document.tidyPageTree()
        let tree = try PageTree(source.document)
        let count = try tree.count()
        guard count > 0 else {
            note(.lost, "The file has no pages.", in: source.name)
            return
        }
        var imported = try document.importing(source.document)
        let catalog = try imported.catalog(in: document)
        if first == nil {
            first = (
                catalog,
                try source.document.trailer["Info"].map { info throws(Fault) in
                    try imported.translated(info)
                }
            )
        }
        version = max(version, try DocumentInfo(source.document).version)
        let branch = try join(tree, count, imported)
        var part = MergePart(
            name: source.name,
            title: try DocumentInfo(source.document).title,
            catalog: catalog,
            firstPage: pageCount,
            pageCount: count,
            opening: try tree.pages(at: [0]).first?.location.objectID.flatMap(imported.shifted),
            isFirst: branches.isEmpty
        )
        // First what changes how the document is read, then what is read.
        try names.add(part, &imported, &document)
        try tags.reserve(part, &imported, document)
        try form.addResources(part, &imported, &document)
        try resources.add(source.document, try tree.roster(), &imported)
        document.update(imported)
        part.catalog = try imported.catalog(in: document)
        try addStructures(of: part, PageLabels(source.document))
        branches.append((branch, count))
        pageCount += count
    }

    /// Adds what a document's catalog names, but its pages.
    mutating func addStructures(of part: MergePart, _ pageLabels: PageLabels?) throws(Fault) {
        labels.add(pageLabels, of: part)
        try outline.add(part, &document)
        try form.add(part, &document, &diagnostics)
        try layers.add(part, document)
        try tags.add(part, document)
        threads += try document.value("Threads", in: part.catalog).array ?? []
        associated += try document.value("AF", in: part.catalog).array ?? []
        if !part.isFirst,
            try document.value("Names", in: part.catalog).dictionary?["JavaScript"] != nil
        {
            note(.lost, "The scripts of this file are not kept.", in: part.name)
        }
        if part.catalog["Perms"] != nil {
            note(.lost, "The file's certification does not hold for the new one.", in: part.name)
        }
        if part.catalog["Collection"] != nil {
            note(.note, "The portfolio's files are kept as attachments.", in: part.name)
        }
    }

    /// Begins with the structures of the document itself, into which others come.
    mutating func addTarget() throws(Fault) {
        let catalog = try document.catalog()
        let part = MergePart(
            name: "",
            title: nil,
            catalog: catalog,
            firstPage: 0,
            pageCount: 0,
            opening: nil,
            isFirst: true
        )
        try names.addTarget(catalog, document)
        try form.addTarget(catalog, document)
        try layers.addTarget(part, document)
        try tags.addTarget(catalog, document)
    }

    /// Joins the structures of a document to those of the target.
    mutating func addJoined(_ part: MergePart) throws(Fault) {
        if try MergedOutline.isThere(part, document) { try outline.add(part, &document) }
        try form.add(part, &document, &diagnostics)
        try layers.add(part, document)
        try tags.add(part, document)
        try names.write(into: &document)
        try outline.write(into: &document)
        try form.write(into: &document)
        try layers.write(into: &document)
        try tags.write(into: &document)
    }

    /// Makes the root of a document's page tree a branch of the merged tree.
    private mutating func join(
        _ tree: PageTree,
        _ count: Int,
        _ imported: ImportedDocument
    ) throws(Fault) -> ObjectID {
        var old = tree.root.dictionary
        if try tree.document.value("Count", in: old).integer != count,
            let kids = try tree.kids(of: tree.root)
        {
            // By a /Count that is right, kids that lead nowhere may become as many as it says, and
            // then they are pages (`PageTree.missingPage`).
            var counted: [COSObject] = []
            for index in kids.indices where try tree.kid(index, kids, of: tree.root) != nil {
                counted.append(kids[index])
            }
            old["Kids"] = .array(counted)
        }
        var root = try imported.translated(.dictionary(old)).dictionary ?? [:]
        root["Count"] = .integer(count)
        root["Type"] = .name("Pages")
        if tree.root.location.isIndirect, let id = imported.shifted(tree.root.location.holder) {
            document.set(id, .dictionary(root))
            return id
        }
        return try document.add(.dictionary(root))
    }

    /// Writes what was gathered.
    mutating func finish(metadata: MergedMetadata) throws(Fault) -> MergedDocument {
        guard let first else {
            throw Fault(.invalidDocument, "None of the files has a page.")
        }
        guard let root = try document.catalog()["Pages"]?.reference else {
            throw Fault(.internal, "The merged document has no page tree.")
        }
        try PageTreeMaker.write(branches, root: root, into: &document)
        let (version, threads, associated) = (version, threads, associated)
        try document.changeCatalog { catalog in
            for key in Self.keysOfFirst { catalog[key] = first.catalog[key] }
            if metadata == .none { catalog["Metadata"] = nil }
            if version > "1.4" { catalog["Version"] = .name(COSName(version)) }
            if !threads.isEmpty { catalog["Threads"] = .array(threads) }
            if !associated.isEmpty { catalog["AF"] = .array(associated) }
        }
        if metadata == .first, let info = first.info { document.setTrailer("Info", info) }
        try writeStructures()
        return MergedDocument(document: document, diagnostics: diagnostics)
    }

    /// Writes the structures, without pages and the catalog's other entries.
    mutating func writeStructures() throws(Fault) {
        try names.write(into: &document)
        try labels.write(into: &document)
        try outline.write(into: &document)
        try form.write(into: &document)
        try layers.write(into: &document)
        try tags.write(into: &document)
    }

    /// Entries of the catalog that speak of the whole document and cannot be joined.
    private static let keysOfFirst: [COSName] = [
        "Lang", "ViewerPreferences", "PageLayout", "PageMode", "OpenAction", "URI", "Metadata",
        "OutputIntents", "Extensions", "SpiderInfo", "PieceInfo",
    ]
}

/// One of the merged documents, as it stands among the others.
struct MergePart {
    /// The name of its file.
    var name: String
    var title: String?
    /// Its catalog, with numbers of the merged document.
    var catalog: COSDictionary
    /// The index of its first page.
    var firstPage: Int
    var pageCount: Int
    /// Its first page.
    var opening: ObjectID?
    /// Whether no other comes before.
    var isFirst: Bool
}

extension ImportedDocument {
    /// The catalog, with numbers of the importing document.
    func catalog(in document: Document) throws(Fault) -> COSDictionary {
        try translated(.dictionary(try self.document.catalog())).dictionary ?? [:]
    }
}

extension Page.Location {
    /// The page's own object, also where it stands more than once.
    var objectID: ObjectID? { isIndirect ? holder : shared }
}
