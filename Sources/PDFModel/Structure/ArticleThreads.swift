// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import PDFSyntax

/// Article threads (ISO 32000-2, 12.4.3): rings of beads across pages.
enum ArticleThreads {
    /// More beads than any document has.
    private static let beadLimit = 1_000_000

    /// Takes the beads of lost pages out of their threads.
    ///
    /// - Throws: `readFailed`, `limitExceeded`, `invalidDocument`.
    static func remove(pages fate: PageFate, from document: inout Document) throws(Fault) {
        guard let threads = try document.value("Threads", in: try document.catalog()).array else {
            return
        }
        var seen: Set<ObjectID> = []
        var kept: [COSObject] = []
        for thread in threads {
            if try shorten(thread, fate, &document, &seen) { kept.append(thread) }
        }
        guard kept.count < threads.count else { return }
        try document.changeCatalog { $0["Threads"] = kept.isEmpty ? nil : .array(kept) }
    }

    /// Says whether anything of the thread is left.
    private static func shorten(
        _ thread: COSObject,
        _ fate: PageFate,
        _ document: inout Document,
        _ seen: inout Set<ObjectID>
    ) throws(Fault) -> Bool {
        guard var dictionary = try document.resolve(thread).dictionary else { return true }
        var kept: [ObjectID] = []
        var next = dictionary["F"]?.reference
        var count = 0
        while let bead = next, seen.insert(bead).inserted {
            guard seen.count <= beadLimit else {
                throw Fault(.limitExceeded, "The articles have more than \(beadLimit) beads.")
            }
            guard let entries = try document.object(bead).dictionary else { break }
            count += 1
            if entries["P"]?.reference.map(fate.stays) ?? true { kept.append(bead) }
            next = entries["N"]?.reference
        }
        guard kept.count < count else { return true }
        guard let first = kept.first else { return false }
        for (place, bead) in kept.enumerated() {
            guard var entries = try document.object(bead).dictionary else { continue }
            entries["N"] = .reference(kept[(place + 1) % kept.count])
            entries["V"] = .reference(kept[(place + kept.count - 1) % kept.count])
            // Table 162: the first bead names the thread.
            if place == 0 { entries["T"] = thread.reference.map(COSObject.reference) }
            document.set(bead, .dictionary(entries))
        }
        if dictionary["F"]?.reference != first {
            dictionary["F"] = .reference(first)
            if let id = thread.reference { document.set(id, .dictionary(dictionary)) }
        }
        return true
    }
}
