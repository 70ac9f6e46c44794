// SPDX-License-Identifier: Apache-2.0
internal import Faults

/// Finds the catalog and the pages of a file that was scanned, and makes what is missing of them
/// (ISO 32000-2, 7.7.2 and 7.7.3).
///
/// From the most to the least trusted: a trailer whose /Root has pages, a catalog that says it is
/// one, a dictionary that could be one; at last a page tree is made of the pages that are there.
struct DocumentSearch {
    /// Where reading begins.
    struct Beginning {
        var trailer = COSDictionary()
        /// Objects that are not in the file.
        var made: [Int: COSObject] = [:]
        var diagnostics: [Diagnostic] = []
    }

    private let objects: ScannedObjects
    private let findings: FileScanner.Findings
    private let highestNumber: Int

    init(objects: ScannedObjects, findings: FileScanner.Findings) {
        self.objects = objects
        self.findings = findings
        highestNumber = objects.entries.keys.max() ?? 0
    }

    /// Pages of a tree that is made; each of its branches has this many kids at most, so that none
    /// of them becomes long to read.
    private static let mostKids = 1000
    /// Catalogs that are tried, as each of them could be as long as the file.
    private static let mostCatalogs = 64

    func trailer() throws(Fault) -> Beginning {
        var beginning = Beginning()
        var tried: Set<Int> = []
        for trailer in findings.trailers.reversed() {
            guard let root = trailer["Root"]?.reference, tried.count < Self.mostCatalogs,
                tried.insert(root.number).inserted, try hasPages(root.number)
            else { continue }
            beginning.trailer = trailer
            return beginning
        }
        for candidate in findings.trailers.reversed() {
            for key in ["Info", "ID", "Encrypt"] as [COSName]
            where beginning.trailer[key] == nil {
                beginning.trailer[key] = candidate[key]
            }
        }
        for catalog in findings.catalogs.reversed().prefix(Self.mostCatalogs)
        where try hasPages(catalog.number) {
            beginning.trailer["Root"] = .reference(catalog)
            return beginning
        }
        try search(&beginning)
        return beginning
    }

    private func hasPages(_ catalog: Int) throws(Fault) -> Bool {
        guard let pages = try objects.object(catalog)?.dictionary?["Pages"] else { return false }
        return try objects.resolve(pages)?.dictionary != nil
    }

    // MARK: Looking at every object

    private struct Found {
        var catalogs: [Int] = []
        /// Dictionaries with /Pages that do not say what they are.
        var likeCatalogs: [Int] = []
        /// Nodes and pages, in the order of the file.
        var nodes: [(number: Int, isPage: Bool)] = []
        /// What some node has in its /Kids.
        var kids: Set<Int> = []
    }

    private func search(_ beginning: inout Beginning) throws(Fault) {
        let found = try look()
        // The last of a kind is the newest.
        for catalog in (found.likeCatalogs + found.catalogs).reversed().prefix(Self.mostCatalogs)
        where try hasPages(catalog) {
            beginning.trailer["Root"] = .reference(id(catalog))
            beginning.diagnostics.append(
                Diagnostic(
                    .repaired,
                    "The trailer names no catalog; this one was found.",
                    at: Place(object: id(catalog).description)
                )
            )
            return
        }
        let pages = try pageTree(found, &beginning)
        let known = found.catalogs.last ?? trailerRoot
        var catalog = COSDictionary()
        if let known { catalog = try objects.object(known)?.dictionary ?? [:] }
        catalog["Type"] = .name("Catalog")
        catalog["Pages"] = .reference(pages)
        let number = if let known { known } else { try unusedNumber(beginning) }
        beginning.made[number] = .dictionary(catalog)
        beginning.trailer["Root"] = .reference(known.map(id) ?? ObjectID(number))
        beginning.diagnostics.append(
            Diagnostic(
                .repaired,
                "The catalog or its page tree was not found; they were made anew.",
                at: Place(object: pages.description)
            )
        )
    }

    /// The catalog that the newest trailer names, when it is a dictionary without pages.
    ///
    /// A stream is left alone: it may hold other objects.
    private var trailerRoot: Int? {
        for trailer in findings.trailers.reversed() {
            if let root = trailer["Root"]?.reference?.number,
                case .dictionary(let dictionary)? = try? objects.object(root),
                dictionary["Kids"] == nil, dictionary["Type"]?.name != "Page"
            {
                return root
            }
        }
        return nil
    }

    private func look() throws(Fault) -> Found {
        var found = Found()
        for (number, end) in inOrderOfFile() {
            let limit = end.map { $0 + objects.shift }
            let object = try objects.object(number, before: limit)
            guard case .dictionary(let dictionary)? = object else { continue }
            let type = dictionary["Type"]?.name
            let kids = try objects.resolve(dictionary["Kids"])?.array
            switch type {
            case "Catalog": found.catalogs.append(number)
            case "Page": found.nodes.append((number, true))
            case "Pages" where kids?.isEmpty == false, nil where isNode(dictionary, kids):
                found.nodes.append((number, false))
                for case .reference(let id) in kids ?? [] { found.kids.insert(id.number) }
            case nil where dictionary["Pages"]?.reference != nil:
                found.likeCatalogs.append(number)
            case _?
            where dictionary["Pages"]?.reference != nil && type?.latin1.hasPrefix("Cat") == true:
                found.likeCatalogs.append(number)
            default: break
            }
        }
        return found
    }

    /// Whether a dictionary without /Type is a node of a page tree; name and number trees have
    /// /Kids too, but never /Count.
    private func isNode(_ dictionary: COSDictionary, _ kids: [COSObject]?) -> Bool {
        kids?.isEmpty == false && dictionary["Count"] != nil && dictionary["T"] == nil
            && dictionary["FT"] == nil && dictionary["First"] == nil
    }

    /// All objects, each with the offset of the next one: so all together are read once.
    private func inOrderOfFile() -> [(number: Int, end: Int?)] {
        var places: [(offset: Int, index: Int, number: Int)] = []
        for (number, entry) in objects.entries {
            switch entry {
            case .inUse(let offset, _): places.append((offset, 0, number))
            case .compressed(let stream, let index):
                guard case .inUse(let offset, _)? = objects.entries[stream] else { continue }
                places.append((offset, index, number))
            case .free: break
            }
        }
        places.sort { ($0.offset, $0.index) < ($1.offset, $1.index) }
        var ordered: [(number: Int, end: Int?)] = []
        ordered.reserveCapacity(places.count)
        var next: Int?
        for (index, place) in places.enumerated().reversed() {
            if index + 1 < places.count, places[index + 1].offset > place.offset {
                next = places[index + 1].offset
            }
            ordered.append((place.number, next))
        }
        return ordered.reversed()
    }

    // MARK: A tree of what is there

    /// The root of a tree of all nodes and pages that stand in no other node.
    private func pageTree(_ found: Found, _ beginning: inout Beginning) throws(Fault) -> ObjectID {
        var tops = found.nodes.filter { !found.kids.contains($0.number) }
        if tops.isEmpty { tops = found.nodes.filter(\.isPage) }
        guard !tops.isEmpty else {
            throw Fault(
                .invalidDocument,
                "The file is damaged beyond repair: neither a document catalog nor a page was found."
            )
        }
        if tops.count == 1, let only = tops.first, !only.isPage { return id(only.number) }
        let pages = Set(tops.filter(\.isPage).map(\.number))
        var level = tops.map { id($0.number) }
        repeat {
            var above: [ObjectID] = []
            var rest = level[...]
            while !rest.isEmpty {
                let kids = rest.prefix(Self.mostKids)
                rest = rest.dropFirst(Self.mostKids)
                above.append(try makeNode(Array(kids), pages, &beginning))
            }
            level = above
        } while level.count > 1
        return level[0]
    }

    private func makeNode(
        _ kids: [ObjectID],
        _ pages: Set<Int>,
        _ beginning: inout Beginning
    ) throws(Fault) -> ObjectID {
        let number = try unusedNumber(beginning)
        var node: COSDictionary = [
            "Type": .name("Pages"), "Kids": .array(kids.map { .reference($0) }),
        ]
        // /Count is a promise that is not given where there are nodes among the kids.
        if kids.allSatisfy({ pages.contains($0.number) }) { node["Count"] = .integer(kids.count) }
        beginning.made[number] = .dictionary(node)
        return ObjectID(number)
    }

    private func unusedNumber(_ beginning: Beginning) throws(Fault) -> Int {
        let number = max(highestNumber, findings.highestReference) + 1 + beginning.made.count
        guard number <= Limits.objectNumber else {
            throw Fault(.limitExceeded, "The file uses every object number there is.")
        }
        return number
    }

    private func id(_ number: Int) -> ObjectID {
        if case .inUse(_, let generation)? = objects.entries[number] {
            return ObjectID(number, generation)
        }
        return ObjectID(number)
    }
}
