// SPDX-License-Identifier: Apache-2.0
internal import ByteSource
public import Faults

/// Puts the changes of a document on a newer state of its file, which another program made by
/// appending to it.
///
/// An object that only one side changed is taken from that side; new objects that met under one
/// number get another. Of a page that both changed, each entry may be changed by one side, and
/// annotations that either added or took away come together. Anything else that both changed
/// differently is a conflict, as is an annotation that one side changed and the other took off
/// its page, and nothing is replayed.
public struct DocumentReplay {
    private let mine: Document
    private let newer: BaseFile
    private var result: Document
    /// New numbers of new objects whose own are taken.
    private var renumbered: [Int: ObjectID] = [:]
    /// The other way round.
    private var origins: [Int: Int] = [:]

    /// Deeper nesting is no object of ours.
    private static let depth = 64

    /// Replays.
    ///
    /// - Parameters:
    ///   - document: changes over an earlier state.
    ///   - newer: a file that begins with all bytes of that state.
    /// - Returns: the newer state with the changes.
    /// - Throws: `conflict` naming the object that both changed, `limitExceeded`, `readFailed`.
    public static func replay(
        _ document: Document,
        on newer: BaseFile
    ) throws(Fault) -> Document {
        guard newer.source.count >= document.base.source.count, !document.needsRewriting else {
            throw conflict(nil)
        }
        var replay = DocumentReplay(document, newer)
        try replay.run()
        return replay.result
    }

    private init(_ document: Document, _ newer: BaseFile) {
        mine = document
        self.newer = newer
        result = Document(newer)
    }

    private static func conflict(_ number: Int?) -> Fault {
        Fault(
            .conflict,
            "The file was changed elsewhere in the same place; save a copy, or open it again.",
            at: Place(object: number.map { "\($0)" })
        )
    }

    private mutating func run() throws(Fault) {
        let numbers = mine.overlay.keys.sorted()
        for number in numbers {
            // A number that the earlier state left out is a new object's.
            guard case .set? = mine.overlay[number], try mine.base.entry(number) == nil,
                try newer.entry(number) != nil
            else { continue }
            if try isSame(try newer.object(ObjectID(number)), changed(number)) { continue }
            var fresh = try result.add(.null)
            // Numbers that the newer file has not, and I have, are mine and get their objects below.
            while mine.overlay[fresh.number] != nil { fresh = try result.add(.null) }
            renumbered[number] = fresh
            origins[fresh.number] = number
        }
        for number in numbers {
            try checkAnnotations(number)
            try replay(number)
        }
        for (key, value) in mine.trailerChanges {
            let (before, now) = (mine.base.trailer[key], newer.trailer[key])
            if now ?? .null == value { continue }
            guard before == now else { throw Self.conflict(nil) }
            result.setTrailer(key, moved(value, 0))
        }
    }

    private func changed(_ number: Int) -> COSObject {
        if case .set(let object, _)? = mine.overlay[number] { object } else { .null }
    }

    private mutating func replay(_ number: Int) throws(Fault) {
        guard let change = mine.overlay[number] else { return }
        if let id = renumbered[number] {
            result.set(id, moved(changed(number), 0))
            return
        }
        let id = ObjectID(number)
        let (before, now) = (try mine.base.object(id), try newer.object(id))
        let wanted = moved(changed(number), 0)
        if try isSame(now, wanted) { return }
        switch change {
        case .freed:
            guard now == before else { throw Self.conflict(number) }
            result.free(id)
        case .set(_, let generation):
            let id = ObjectID(number, generation)
            if now == before { return result.set(id, wanted) }
            guard let merged = try merge(before, wanted, now) else { throw Self.conflict(number) }
            result.set(id, merged)
        }
    }

    /// Whether an object of the newer file is what I made: a stream is told by its bytes, whose
    /// number the file has written down.
    private func isSame(_ theirs: COSObject, _ own: COSObject) throws(Fault) -> Bool {
        guard case .stream(let left) = theirs, case .stream(let right) = own else {
            return theirs == own
        }
        var (leftWords, rightWords) = (left.dictionary, right.dictionary)
        leftWords["Length"] = nil
        rightWords["Length"] = nil
        guard leftWords == rightWords else { return false }
        return try Document(newer).encodedBytes(of: left) == mine.encodedBytes(of: right)
    }

    /// The object with the references to renumbered ones put right.
    private func moved(_ object: COSObject, _ depth: Int) -> COSObject {
        if renumbered.isEmpty || depth > Self.depth { return object }
        switch object {
        case .reference(let id): return .reference(renumbered[id.number] ?? id)
        case .array(let elements): return .array(elements.map { moved($0, depth + 1) })
        case .dictionary(let dictionary): return .dictionary(moved(dictionary, depth))
        case .stream(var stream):
            stream.dictionary = moved(stream.dictionary, depth)
            return .stream(stream)
        case .null, .boolean, .integer, .real, .string, .name: return object
        }
    }

    private func moved(_ dictionary: COSDictionary, _ depth: Int) -> COSDictionary {
        COSDictionary(
            entries: dictionary.entries.map {
                .init(key: $0.key, value: moved($0.value, depth + 1))
            }
        )
    }

    // MARK: Annotations that one side took away

    /// Refuses to lose a change of an annotation that the other side took off its page; its object
    /// may be left as it was, since other pages may show it.
    private func checkAnnotations(_ number: Int) throws(Fault) {
        guard case .dictionary(let own) = changed(number), renumbered[number] == nil else { return }
        let (before, now) = (Document(mine.base), Document(newer))
        if own["Subtype"] != nil {
            guard let page = own["P"]?.reference else { return }
            let element = COSObject.reference(ObjectID(number))
            if try annotations(page, in: before).contains(element),
                try annotations(page, in: mine).contains(element),
                try !annotations(page, in: now).contains(element)
            {
                throw Self.conflict(number)
            }
            return
        }
        let page = ObjectID(number)
        let old = try annotations(page, in: before)
        guard !old.isEmpty else { return }
        let gone = old.subtracting(try annotations(page, in: mine))
        guard !gone.isEmpty else { return }
        for case .reference(let id) in gone.intersection(try annotations(page, in: now))
        where try mine.base.object(id) != newer.object(id) {
            throw Self.conflict(id.number)
        }
    }

    /// The elements of a page's /Annots (12.5.2).
    private func annotations(
        _ page: ObjectID,
        in document: Document
    ) throws(Fault) -> Set<COSObject> {
        guard let page = try document.object(page).dictionary else { return [] }
        return Set(try document.value("Annots", in: page).array ?? [])
    }

    // MARK: What both changed

    private func merge(
        _ before: COSObject,
        _ mine: COSObject,
        _ theirs: COSObject
    ) throws(Fault) -> COSObject? {
        switch (before, mine, theirs) {
        case (.dictionary(let before), .dictionary(let mine), .dictionary(let theirs)):
            // Entries of other dictionaries may depend on each other.
            guard mine["Type"]?.name == "Page", theirs["Type"]?.name == "Page" else { return nil }
            return try merge(before, mine, theirs).map { .dictionary($0) }
        case (.array(let before), .array(let mine), .array(let theirs)):
            guard try areAnnotations(mine + theirs) else { return nil }
            return .array(merge(before, mine, theirs))
        case (.null, .array(let mine), .array(let theirs)):
            guard try areAnnotations(mine + theirs) else { return nil }
            return .array(merge([], mine, theirs))
        default: return nil
        }
    }

    private func merge(
        _ before: COSDictionary,
        _ mine: COSDictionary,
        _ theirs: COSDictionary
    ) throws(Fault) -> COSDictionary? {
        var merged = theirs
        for key in Set((before.entries + mine.entries).map(\.key)) {
            let (old, own, other) = (before[key], mine[key], theirs[key])
            if own == old || own == other { continue }
            if other == old {
                merged[key] = own
            } else if key == "Annots",
                let both = try merge(old ?? .null, own ?? .null, other ?? .null)
            {
                merged[key] = both
            } else {
                return nil
            }
        }
        return merged
    }

    /// Theirs without what I took away, and with what I added.
    private func merge(
        _ before: [COSObject],
        _ mine: [COSObject],
        _ theirs: [COSObject]
    ) -> [COSObject] {
        let (old, own, other) = (Set(before), Set(mine), Set(theirs))
        return theirs.filter { own.contains($0) || !old.contains($0) }
            + mine.filter { !old.contains($0) && !other.contains($0) }
    }

    /// Whether all elements are references to annotations (12.5.2), whose order says only what
    /// lies on top.
    private func areAnnotations(_ elements: [COSObject]) throws(Fault) -> Bool {
        for element in elements {
            guard case .reference(let id) = element else { return false }
            var object = try newer.object(id)
            if object == .null { object = changed(origins[id.number] ?? id.number) }
            guard let dictionary = object.dictionary, dictionary["Subtype"] != nil,
                dictionary["Rect"] != nil
            else { return false }
        }
        return true
    }
}
