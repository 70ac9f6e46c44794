// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Geometry
internal import PDFSyntax

/// Changes the annotations of one page.
struct AnnotationEditor {
    private(set) var document: Document
    private let original: Document
    private var isChanged = false
    private let page: Page
    private let pageID: ObjectID
    private var pageDictionary: COSDictionary
    private var list: AnnotationList
    private var isListChanged = false
    private let shaper: any FontShaper

    init(
        _ document: Document,
        page index: Int,
        _ shaper: any FontShaper
    ) throws(Fault) {
        self.document = document
        original = document
        self.shaper = shaper
        guard index >= 0, let found = try document.foundPages(at: [index]).first else {
            throw Fault(.notFound, "There is no page \(index &+ 1).")
        }
        var page = found
        if !page.location.isIndirect {
            page.location = try self.document.makeIndirect(page)
        }
        self.page = page
        pageID = page.location.holder
        pageDictionary = try self.document.object(pageID).dictionary ?? page.dictionary
        list = try AnnotationList(pageDictionary, of: self.document)
    }

    /// The document with the changes.
    func finished() -> Document {
        guard isChanged else { return original }
        guard isListChanged else { return document }
        var document = document
        var dictionary = pageDictionary
        // An array object of its own may be shared by pages, so the page gets its own list.
        dictionary["Annots"] = list.elements.isEmpty ? nil : .array(list.elements)
        document.set(pageID, .dictionary(dictionary))
        return document
    }

    private var place: Place { Place(pageIndex: page.index) }

    private func slot(_ id: String) throws(Fault) -> AnnotationSlot {
        guard let slot = list.slots.first(where: { $0.id == id && $0.isAnnotation }) else {
            throw Fault(.notFound, "There is no annotation “\(id)” on the page.", at: place)
        }
        return slot
    }

    // MARK: Adding

    mutating func add(_ annotation: Annotation) throws(Fault) -> Annotation {
        var annotation = annotation
        annotation.kind = annotation.kind.asWritten(on: page.space)
        annotation.fitRect()
        if case .other = annotation.kind {
            throw Fault(
                .unsupported,
                "An annotation of the kind “\(annotation.subtype)” can be kept and not made.",
                at: place
            )
        }
        try annotation.check(on: page)
        if case .freeText(let text) = annotation.kind {
            annotation.rect = try text.grown(annotation, shaper)
        }
        if list.slots.contains(where: { $0.id == annotation.id }) {
            throw Fault(
                .usage,
                "The page has an annotation “\(annotation.id)” already; give another id.",
                at: place
            )
        }
        isChanged = true
        let id = try document.add(.null)
        if annotation.id.isEmpty { annotation.id = "object-\(id.number)" }
        var dictionary: COSDictionary = ["Type": .name("Annot")]
        try annotation.write(into: &dictionary, replacing: nil, on: page.space, document)
        dictionary["P"] = .reference(pageID)
        try setReply(annotation.reply, in: &dictionary)
        try draw(annotation, into: &dictionary)
        insert(id, dictionary, annotation.id)
        if let popup = annotation.popup { try addPopup(popup, to: id, &dictionary) }
        document.set(id, .dictionary(dictionary))
        return annotation
    }

    private mutating func insert(_ id: ObjectID, _ dictionary: COSDictionary, _ name: String) {
        list.slots.append(
            AnnotationSlot(
                place: list.elements.count,
                object: id,
                dictionary: dictionary,
                id: name
            )
        )
        list.elements.append(.reference(id))
        isListChanged = true
    }

    /// 12.5.6.2: what it answers, by reference.
    private mutating func setReply(
        _ reply: AnnotationReply?,
        in dictionary: inout COSDictionary
    ) throws(Fault) {
        guard let reply else {
            dictionary["IRT"] = nil
            dictionary["RT"] = nil
            return
        }
        let other = try indirect(try slot(reply.to))
        dictionary["IRT"] = .reference(other)
        dictionary["RT"] = reply.isGrouped ? .name("Group") : nil
    }

    /// An object for an annotation that stands in the list itself.
    private mutating func indirect(_ slot: AnnotationSlot) throws(Fault) -> ObjectID {
        if let id = slot.object { return id }
        var dictionary = slot.dictionary
        dictionary["NM"] = .string(TextString.encode(slot.id))
        let id = try document.add(.dictionary(dictionary))
        list.elements[slot.place] = .reference(id)
        for index in list.slots.indices where list.slots[index].place == slot.place {
            list.slots[index].object = id
            list.slots[index].dictionary = dictionary
        }
        isListChanged = true
        return id
    }

    private mutating func draw(
        _ annotation: Annotation,
        into dictionary: inout COSDictionary
    ) throws(Fault) {
        guard
            let appearance = try annotation.appearance(
                on: page.space,
                shaper,
                knowing: try knownFonts(for: annotation),
                &document
            )
        else { return }
        let form = try document.addForm(appearance)
        dictionary["AP"] = .dictionary(["N": .reference(form)])
        dictionary["AS"] = nil
    }

    /// The fonts of the page's free text, when there is more of it.
    private func knownFonts(for annotation: Annotation) throws(Fault) -> [ObjectID] {
        guard case .freeText = annotation.kind else { return [] }
        var known: [ObjectID] = []
        for slot in list.slots where slot.subtype == "FreeText" {
            guard let form = try AppearanceStream(slot.dictionary, of: document)?.form else {
                continue
            }
            known += try document.fonts(ofForm: form, depth: 1)
            if known.count > Self.fontLimit { break }
        }
        return known
    }

    /// More fonts are on no page that people made.
    private static let fontLimit = 256

    // MARK: Windows (12.5.6.14)

    /// Printed never, of one size on the screen, upright.
    private static let popupFlags = AnnotationFlags([.print, .noZoom, .noRotate])

    private mutating func addPopup(
        _ popup: AnnotationPopup,
        to parent: ObjectID,
        _ dictionary: inout COSDictionary
    ) throws(Fault) {
        let window: COSDictionary = [
            "Type": .name("Annot"), "Subtype": .name("Popup"),
            "Rect": page.space.pageRect(of: popup.rect).cosArray, "Parent": .reference(parent),
            "Open": .boolean(popup.isOpen), "F": .integer(Self.popupFlags.rawValue),
            "P": .reference(pageID),
        ]
        let id = try document.add(.dictionary(window))
        dictionary["Popup"] = .reference(id)
        insert(id, window, "object-\(id.number)")
    }

    private mutating func setPopup(
        _ new: AnnotationPopup?,
        _ old: AnnotationPopup?,
        of parent: ObjectID,
        _ dictionary: inout COSDictionary
    ) throws(Fault) {
        guard new != old else { return }
        guard let new else {
            if let id = dictionary["Popup"]?.reference { takeOut([id]) }
            dictionary["Popup"] = nil
            return
        }
        guard var window = try document.value("Popup", in: dictionary).dictionary else {
            return try addPopup(new, to: parent, &dictionary)
        }
        window["Rect"] = page.space.pageRect(of: new.rect).cosArray
        window["Open"] = .boolean(new.isOpen)
        if let id = dictionary["Popup"]?.reference {
            document.set(id, .dictionary(window))
        } else {
            dictionary["Popup"] = .dictionary(window)
        }
    }

    // MARK: Replacing

    mutating func replace(_ annotation: Annotation) throws(Fault) -> Annotation {
        var new = annotation
        let slot = try slot(annotation.id)
        var reader = AnnotationReader(document, page.space)
        let old = try Annotation(
            reading: slot,
            pageIndex: page.index,
            names: list.names,
            &reader,
            PageNumbers(document)
        )
        new.pageIndex = old.pageIndex
        guard new != old else { return old }
        guard new.canReplace(old) else {
            throw Fault(
                .usage,
                "An annotation of the kind “\(old.subtype)” cannot become “\(new.subtype)”; remove "
                    + "it and add another.",
                at: place
            )
        }
        let difference = new.difference(from: old, on: page.space)
        if difference == .redrawn {
            new.kind = new.kind.asWritten(on: page.space)
            new.fitRect()
        } else if difference == .moved {
            new.rect = old.rect.offsetBy(dx: new.rect.x - old.rect.x, dy: new.rect.y - old.rect.y)
            if let first = new.kind.points.first, let before = old.kind.points.first {
                let shift = first - before
                new.rect = old.rect.offsetBy(dx: shift.x, dy: shift.y)
            }
        }
        // What another program made without all that a kind needs can still be moved.
        try new.check(on: page, isDrawn: difference == .redrawn)
        if difference == .redrawn, case .freeText(let text) = new.kind {
            new.rect = try text.grown(new, shaper)
        }
        isChanged = true
        let id = try indirect(slot)
        var dictionary = try document.object(id).dictionary ?? slot.dictionary
        try new.write(
            into: &dictionary,
            replacing: old,
            isMoved: difference == .moved,
            on: page.space,
            document
        )
        if new.reply != old.reply { try setReply(new.reply, in: &dictionary) }
        if difference == .redrawn, new.isDrawnAnew(after: old) {
            try draw(new, into: &dictionary)
        }
        try setPopup(new.popup, old.popup, of: id, &dictionary)
        document.set(id, .dictionary(dictionary))
        return new
    }

    // MARK: Removing

    mutating func remove(_ ids: [String]) throws(Fault) -> [String] {
        let left = try takeOff(ids)
        // Pages share annotations, though 12.5.2 forbids it: another page may still show what was
        // in the file, and to look at all pages would cost what the file costs.
        let isOnlyPage = try PageTree(document).count() == 1
        for object in left.compactMap(\.object) {
            // What still names it finds nothing, and a full rewriting leaves it out.
            var isGone = isOnlyPage
            if !isGone { isGone = try document.isNew(object) }
            if isGone { document.set(object, .null) }
        }
        return left.filter(\.isAnnotation).map(\.id)
    }

    /// Takes annotations off the list, with what belongs to them; their objects stay, since other
    /// pages may show them too.
    ///
    /// - Returns: all that left, windows as well.
    mutating func takeOff(_ ids: [String]) throws(Fault) -> [AnnotationSlot] {
        var gone: Set<Int> = []
        for id in ids { gone.insert(try slot(id).place) }
        gone = try withFollowers(gone)
        isChanged = isChanged || !gone.isEmpty
        let leaving = list.slots.filter { gone.contains($0.place) }
        for place in gone.sorted(by: >) { list.elements.remove(at: place) }
        try refresh()
        return leaving
    }

    private mutating func takeOut(_ objects: Set<ObjectID>) {
        list.elements.removeAll { $0.reference.map(objects.contains) ?? false }
        for object in objects { document.set(object, .null) }
        list.slots.removeAll { $0.object.map(objects.contains) ?? false }
        renumber()
        isListChanged = true
    }

    /// Places have changed; names must not.
    private mutating func renumber() {
        let places = Dictionary(
            list.elements.enumerated().compactMap { place, element in
                element.reference.map { ($0, place) }
            },
            uniquingKeysWith: { first, _ in first }
        )
        for index in list.slots.indices {
            if let id = list.slots[index].object, let place = places[id] {
                list.slots[index].place = place
            }
        }
    }

    private mutating func refresh() throws(Fault) {
        var dictionary = pageDictionary
        dictionary["Annots"] = .array(list.elements)
        list = try AnnotationList(dictionary, of: document)
        isListChanged = true
    }

    /// With the windows of what leaves, and with all that answers it, directly or not.
    private func withFollowers(_ places: Set<Int>) throws(Fault) -> Set<Int> {
        var followers: [ObjectID: [AnnotationSlot]] = [:]
        for slot in list.slots {
            if let other = slot.dictionary["IRT"]?.reference {
                followers[other, default: []].append(slot)
            }
            if slot.subtype == "Popup", let parent = slot.dictionary["Parent"]?.reference {
                followers[parent, default: []].append(slot)
            }
        }
        let byObject = Dictionary(
            list.slots.compactMap { slot in slot.object.map { ($0, slot) } },
            uniquingKeysWith: { first, _ in first }
        )
        var gone = places
        var waiting = list.slots.filter { places.contains($0.place) }
        while let slot = waiting.popLast() {
            var next = slot.object.flatMap { followers[$0] } ?? []
            if let window = slot.dictionary["Popup"]?.reference.flatMap({ byObject[$0] }),
                window.subtype == "Popup"
            {
                next.append(window)
            }
            for follower in next where gone.insert(follower.place).inserted {
                waiting.append(follower)
            }
        }
        return gone
    }
}
