// SPDX-License-Identifier: Apache-2.0
public import Faults
public import Geometry
public import PDFSyntax

/// Places marks on pages of one document, many in one go.
///
/// What pages share is written once: the mark, the streams around their content, the resources
/// that several pages use.
public struct MarkPlacer: Sendable {
    /// The document with the marks placed so far.
    public private(set) var document: Document
    private var sharedStreams: [[UInt8]: ObjectID] = [:]
    private var lastEnding: (key: EndingKey, stream: ObjectID)?
    private var sharedResources: [ResourceKey: NamedResources] = [:]
    private var turnedForms: [TurnKey: EmbeddedMark] = [:]
    private let isTagged: Bool

    private struct ResourceKey: Hashable {
        var form: ObjectID
        var owner: Page.Location
        /// Whether `owner` is the dictionary itself, not the node that holds it.
        var isDictionary: Bool
    }

    private struct NamedResources {
        var resources: COSObject
        var name: COSName
    }

    /// What decides the bytes of the stream after the page's content.
    private struct EndingKey: Hashable {
        var matrix: AffineTransform
        var name: COSName
        var isWrapped: Bool
        var closing: [UInt8]
    }

    private struct TurnKey: Hashable {
        var form: ObjectID
        var rotation: Int
    }

    /// Begins with a document.
    ///
    /// - Throws: `readFailed`, `invalidDocument`.
    public init(_ document: Document) throws(Fault) {
        self.document = document
        let info = try document.value("MarkInfo", in: try document.catalog()).dictionary
        isTagged =
            try info.map { info throws(Fault) in
                try document.value("Marked", in: info).boolean ?? false
            } ?? false
    }

    /// Writes the mark into the document.
    ///
    /// - Throws: as `Document.embed`.
    public mutating func embed(
        _ mark: Mark,
        blendMode: MarkStyle.BlendMode = .normal,
        opacity: Double = 1
    ) throws(Fault) -> EmbeddedMark {
        try document.embed(mark, blendMode: blendMode, opacity: opacity)
    }

    /// Where a mark lies.
    public struct Placement: Sendable, Hashable {
        /// The page, counted from 0.
        public var pageIndex: Int
        /// The mark's box in view space, after fitting.
        public var viewRect: Rect
        /// The mark's box in page space.
        public var pageRect: Rect
    }

    /// Checks that the rect is on the page and fits the mark into it.
    ///
    /// - Throws: `outsidePage`, `usage` for a rect without area.
    public func placement(
        of mark: EmbeddedMark,
        on page: Page,
        in viewRect: Rect,
        fit: Rect.FitMode
    ) throws(Fault) -> Placement {
        let size = page.space.size
        let place = Place(pageIndex: page.index)
        guard !viewRect.isEmpty else {
            throw Fault(.usage, "The rect has no area.", at: place)
        }
        guard Rect(size).contains(viewRect, tolerance: 0.01) else {
            throw Fault(
                .outsidePage,
                "The rect reaches from \(Self.words(viewRect.minX, viewRect.minY, ",")) to "
                    + "\(Self.words(viewRect.maxX, viewRect.maxY, ",")) points, but the page as seen is "
                    + "\(Self.words(size.width, size.height, " × ")).",
                at: place
            )
        }
        let fitted = viewRect.fitting(mark.size, mode: fit)
        return Placement(
            pageIndex: page.index,
            viewRect: fitted,
            pageRect: page.space.pageRect(of: fitted)
        )
    }

    /// Two lengths for a person.
    private static func words(_ first: Double, _ second: Double, _ between: String) -> String {
        [first, second].map { value in
            let rounded = (value * 100).rounded() / 100
            return Int(exactly: rounded).map(String.init) ?? String(rounded)
        }.joined(separator: between)
    }

    // MARK: As content

    /// Makes the mark part of what the page draws.
    ///
    /// The page's own streams are not touched: what they leave open is closed before the mark's
    /// stream.
    ///
    /// - Parameters:
    ///   - mark: was embedded into this document.
    ///   - page: one of this document.
    ///   - viewRect: in view space, in points.
    ///   - fit: how the mark fills the rect.
    ///   - prepared: what `prepareContent` of the page gave before any mark was placed.
    /// - Returns: where the mark lies.
    /// - Throws: `outsidePage`, `readFailed`, `limitExceeded`.
    public mutating func addContent(
        _ mark: EmbeddedMark,
        on page: Page,
        in viewRect: Rect,
        fit: Rect.FitMode = .inside,
        prepared: PreparedContent? = nil
    ) throws(Fault) -> Placement {
        let placement = try placement(of: mark, on: page, in: viewRect, fit: fit)
        let matrix = page.space.transform(placing: mark.box, into: placement.viewRect)
        try addContent(mark, matrix, on: page, prepared)
        return placement
    }

    /// Makes a form in the page's own coordinates part of what the page draws.
    ///
    /// - Throws: `readFailed`, `limitExceeded`.
    mutating func addContent(form: ObjectID, on page: Page) throws(Fault) {
        let mark = EmbeddedMark(form: form, box: page.space.visibleBox)
        try addContent(mark, .identity, on: page, nil)
    }

    /// Takes up a document that was changed elsewhere; what was shared in the old one is in it.
    mutating func replaceDocument(_ document: Document) { self.document = document }

    private mutating func addContent(
        _ mark: EmbeddedMark,
        _ matrix: AffineTransform,
        on page: Page,
        _ prepared: PreparedContent?
    ) throws(Fault) {
        // A page that was changed since draws something else.
        let known = document.overlay[page.location.holder.number] == nil
        let (page, id) = try current(page)
        var dictionary = page.dictionary
        let named = try resources(of: page, adding: mark)
        dictionary["Resources"] = named.resources
        dictionary["Contents"] = .array(
            try contents(of: page, known ? prepared : nil, matrix, named.name)
        )
        document.set(id, .dictionary(dictionary))
    }

    /// The page as it is now, since an earlier mark may have changed it, and its number.
    private mutating func current(_ page: Page) throws(Fault) -> (Page, ObjectID) {
        var page = page
        if !page.location.isIndirect { page.location = try document.makeIndirect(page) }
        let id = page.location.holder
        if case .set(let object, _)? = document.overlay[id.number],
            let dictionary = object.dictionary
        {
            page.dictionary = dictionary
        }
        return (page, id)
    }

    private mutating func contents(
        of page: Page,
        _ prepared: PreparedContent?,
        _ matrix: AffineTransform,
        _ name: COSName
    ) throws(Fault) -> [COSObject] {
        let content: PreparedContent
        if let prepared {
            content = prepared
        } else {
            content = try document.prepareContent(of: page)
        }
        let scan = content.scan
        var streams = content.streams
        for (id, stream) in content.mended where document.overlay[id.number] == nil {
            document.set(id, .stream(stream))
        }
        if let cleaned = content.cleaned {
            // What nothing around it can mend is left out, and the content written again.
            streams = [.reference(try document.add(.stream(.deflated([:], cleaned))))]
        }
        let isWrapped = !scan.isClean || !content.isComplete
        if isWrapped {
            let opening = scan.opening.isEmpty ? Array("q\n".utf8) : scan.opening
            streams.insert(.reference(try shared(opening)), at: 0)
        }
        let key = EndingKey(
            matrix: matrix,
            name: name,
            isWrapped: isWrapped,
            closing: scan.closing
        )
        streams.append(.reference(try ending(key)))
        return streams
    }

    /// The stream after the page's content.
    ///
    /// Pages of one size follow each other, so the last one is kept at hand.
    private mutating func ending(_ key: EndingKey) throws(Fault) -> ObjectID {
        if let lastEnding, lastEnding.key == key { return lastEnding.stream }
        var content = ContentWriter()
        if key.isWrapped {
            if !key.closing.isEmpty { content.raw(key.closing) }
            content.operation("Q")
        }
        if isTagged { content.operation("/Artifact BMC") }
        content.operation("q")
        content.concatenate(key.matrix)
        content.operation("\(Self.written(key.name)) Do")
        content.operation("Q")
        if isTagged { content.operation("EMC") }
        let stream = try shared(content.bytes)
        lastEnding = (key, stream)
        return stream
    }

    private static func written(_ name: COSName) -> String {
        var writer = ObjectWriter()
        writer.write(.name(name))
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// One stream for all pages that need the same operators.
    private mutating func shared(_ bytes: [UInt8]) throws(Fault) -> ObjectID {
        if let id = sharedStreams[bytes] { return id }
        let id = try document.add(.stream(COSStream([:], data: bytes)))
        sharedStreams[bytes] = id
        return id
    }

    // MARK: Resources (7.8.3)

    /// The page's resources with the mark among them.
    ///
    /// Dictionaries that other pages may use are not altered; pages that share one share the new
    /// one.
    private mutating func resources(
        of page: Page,
        adding mark: EmbeddedMark
    ) throws(Fault) -> NamedResources {
        if case .reference(let id)? = page.attribute("Resources") {
            let key = ResourceKey(
                form: mark.form,
                owner: Page.Location(holder: id),
                isDictionary: true
            )
            if let known = sharedResources[key] { return known }
            let found = try extended(.reference(id), mark)
            // The page may bear the mark already.
            let named = found.resources.reference == nil ? try indirect(found) : found
            sharedResources[key] = named
            return named
        }
        if let own = page.dictionary["Resources"] { return try extended(own, mark) }
        guard let inherited = page.inherited.attributes["Resources"] else {
            return try extended(.dictionary([:]), mark)
        }
        let key = ResourceKey(form: mark.form, owner: inherited.owner, isDictionary: false)
        if let known = sharedResources[key] { return known }
        let named = try indirect(try extended(inherited.value, mark))
        sharedResources[key] = named
        return named
    }

    private mutating func indirect(_ named: NamedResources) throws(Fault) -> NamedResources {
        NamedResources(resources: .reference(try document.add(named.resources)), name: named.name)
    }

    private func extended(
        _ resources: COSObject,
        _ mark: EmbeddedMark
    ) throws(Fault) -> NamedResources {
        var dictionary = try document.resolve(resources).dictionary ?? [:]
        var objects = try document.value("XObject", in: dictionary).dictionary ?? [:]
        let form = COSObject.reference(mark.form)
        if let known = objects.entries.first(where: { $0.value == form }) {
            return NamedResources(resources: resources, name: known.key)
        }
        var number = objects.count
        while objects[COSName("Mark\(number)")] != nil { number += 1 }
        let name = COSName("Mark\(number)")
        objects[name] = form
        dictionary["XObject"] = .dictionary(objects)
        return NamedResources(resources: .dictionary(dictionary), name: name)
    }

    // MARK: As annotation (12.5.6.12)

    /// What a stamp annotation says of itself.
    public struct AnnotationDetails: Sendable, Hashable {
        /// Unique on its page (/NM).
        public var name: String
        /// The author (/T).
        public var author: String
        /// The date of the change, as in `D:20260131120000Z` (/M).
        public var modified: String

        /// Makes the details.
        public init(name: String, author: String, modified: String) {
            self.name = name
            self.author = author
            self.modified = modified
        }
    }

    /// Puts the mark on the page as a /Stamp annotation, which can still be moved or removed;
    /// it is printed, and upright on a page that is displayed turned.
    ///
    /// - Throws: `outsidePage`, `readFailed`, `limitExceeded`.
    public mutating func addAnnotation(
        _ mark: EmbeddedMark,
        on page: Page,
        in viewRect: Rect,
        fit: Rect.FitMode = .inside,
        details: AnnotationDetails
    ) throws(Fault) -> Placement {
        let placement = try placement(of: mark, on: page, in: viewRect, fit: fit)
        let (page, id) = try current(page)
        let appearance = try turned(mark, page.space)
        let printFlag = 4
        let annotation: COSDictionary = [
            "Type": .name("Annot"), "Subtype": .name("Stamp"),
            "Rect": placement.pageRect.cosArray,
            "AP": .dictionary(["N": .reference(appearance.form)]),
            "F": .integer(printFlag), "NM": .string(TextString.encode(details.name)),
            "M": .string(Array(details.modified.utf8)),
            "T": .string(TextString.encode(details.author)), "P": .reference(id),
        ]
        let added = try document.add(.dictionary(annotation))
        var dictionary = page.dictionary
        // An array object of its own may be shared by pages, so the page gets its own list.
        let others = try document.value("Annots", in: dictionary).array ?? []
        dictionary["Annots"] = .array(others + [.reference(added)])
        document.set(id, .dictionary(dictionary))
        return placement
    }

    /// 12.5.5: the appearance's matrix turns its box, which then fills the annotation's rect.
    private mutating func turned(
        _ mark: EmbeddedMark,
        _ space: PageSpace
    ) throws(Fault) -> EmbeddedMark {
        let key = TurnKey(form: mark.form, rotation: space.rotation)
        guard space.rotation != 0 else { return mark }
        if let known = turnedForms[key] { return known }
        let matrix: AffineTransform =
            switch space.rotation {
            case 90: AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0)
            case 180: AffineTransform(a: -1, b: 0, c: 0, d: -1, tx: 0, ty: 0)
            default: AffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: 0)
            }
        let form = try document.addForm(
            box: mark.box,
            matrix: matrix,
            content: Array("/M Do".utf8),
            resources: ["XObject": .dictionary(["M": .reference(mark.form)])]
        )
        let turned = EmbeddedMark(form: form, box: mark.box)
        turnedForms[key] = turned
        return turned
    }
}
