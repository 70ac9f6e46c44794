// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import PDFSyntax

/// Finds fonts, images and colour spaces that several documents have alike, so that the merged one
/// has them once.
///
/// They are first told apart by their shape: what their dictionaries say and how long their
/// streams are. Bytes are read only where two have the same shape.
struct EqualResources {
    private var byShape: [Int: [Candidate]] = [:]
    private var documents: [Document] = []

    private struct Candidate {
        /// The place of its document.
        var place: Int
        var own: ObjectID
        /// In the merged document.
        var id: ObjectID
        /// Of its content; `nil` while nothing of its shape was seen.
        var digest: [UInt8]?
    }

    /// Form XObjects in each other; deeper ones are written as they are.
    private static let depthLimit = 8
    /// More resources of a document than this are written as they are.
    private static let candidateLimit = 100_000
    /// The categories of table 34 that hold what is worth it.
    private static let categories: [COSName] = ["Font", "XObject", "ColorSpace"]

    /// Lets a document use what those before it have alike.
    ///
    /// - Throws: `readFailed`, `limitExceeded`.
    mutating func add(
        _ document: Document,
        _ roster: PageTree.Roster,
        _ imported: inout ImportedDocument
    ) throws(Fault) {
        let place = documents.count
        documents.append(document)
        var finder = Finder(document: document)
        for id in roster.nodes { try finder.visit(try document.object(id).dictionary ?? [:]) }
        for id in roster.pages {
            guard let id else { continue }
            try finder.visit(try document.object(id).dictionary ?? [:])
        }
        var shapes = ResourceShape(document)
        for own in finder.found {
            guard let shape = try shapes.shape(of: own), let id = imported.shifted(own) else {
                continue
            }
            let candidate = Candidate(place: place, own: own, id: id)
            if let first = try firstAlike(candidate, shape) {
                imported.changes.aliases[id.number] = first
            }
        }
    }

    /// What was there before and has the same content; the candidate is noted where there is none.
    private mutating func firstAlike(
        _ candidate: Candidate,
        _ shape: Int
    ) throws(Fault) -> ObjectID? {
        guard var known = byShape[shape] else {
            byShape[shape] = [candidate]
            return nil
        }
        var candidate = candidate
        candidate.digest = try digest(candidate)
        for index in known.indices {
            if known[index].digest == nil { known[index].digest = try digest(known[index]) }
            if known[index].digest == candidate.digest {
                byShape[shape] = known
                return known[index].id
            }
        }
        byShape[shape] = known + [candidate]
        return nil
    }

    private func digest(_ candidate: Candidate) throws(Fault) -> [UInt8] {
        var digest = ResourceDigest(documents[candidate.place])
        return try digest.digest(of: candidate.own)
    }

    /// Collects what pages use.
    private struct Finder {
        let document: Document
        var found: [ObjectID] = []
        private var seen: Set<ObjectID> = []

        init(document: Document) { self.document = document }

        /// Takes the resources of a page, a node or a form.
        mutating func visit(_ holder: COSDictionary, depth: Int = 0) throws(Fault) {
            guard let resources = holder["Resources"] else { return }
            if let id = resources.reference, !seen.insert(id).inserted { return }
            guard let dictionary = try document.resolve(resources).dictionary else { return }
            for category in EqualResources.categories {
                guard let list = dictionary[category] else { continue }
                if let id = list.reference, !seen.insert(id).inserted { continue }
                for entry in (try document.resolve(list).dictionary ?? [:]).entries {
                    guard let id = entry.value.reference, seen.insert(id).inserted,
                        found.count < EqualResources.candidateLimit
                    else { continue }
                    found.append(id)
                    guard category == "XObject", depth < EqualResources.depthLimit else { continue }
                    try visit(try document.object(id).dictionary ?? [:], depth: depth + 1)
                }
            }
        }
    }
}
