// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Geometry
internal import Ink
internal import PDFSyntax

extension Annotation {
    /// Writes what differs from an annotation as it was read; all when there was none.
    ///
    /// Keys that are not ours stay. What refers to other annotations (/IRT, /Popup) and the
    /// appearance are written elsewhere.
    ///
    /// One that shows the same as the old one, elsewhere, is moved as it stands.
    ///
    /// - Throws: `readFailed`, `notFound` for a page that a link leads to.
    func write(
        into dictionary: inout COSDictionary,
        replacing old: Annotation?,
        isMoved: Bool = false,
        on page: PageSpace,
        _ document: Document
    ) throws(Fault) {
        let space = space(on: page)
        // What stays upright is written anew as a whole where its corner is another.
        let isElsewhere = old.map { $0.space(on: page) != space } ?? true
        func differs<Value: Equatable>(_ key: KeyPath<Annotation, Value>) -> Bool {
            old.map { $0[keyPath: key] != self[keyPath: key] } ?? true
        }
        func text(_ value: String?) -> COSObject? {
            value.map { .string(TextString.encode($0)) }
        }
        // Files lack it, or have something else in its place.
        let hasRect = try document.rect(try document.value("Rect", in: dictionary)) != nil
        if differs(\.subtype) { dictionary["Subtype"] = .name(COSName(subtype)) }
        if isMoved, let old {
            let way = page.viewToPage.apply(anchor) - page.viewToPage.apply(old.anchor)
            try Self.move(&dictionary, by: way, document)
            if differs(\.kind.withoutPoints) {
                try writeKind(into: &dictionary, space, document)
            }
            if !hasRect { dictionary["Rect"] = space.pageRect(of: outerRect).cosArray }
        } else {
            if isElsewhere || differs(\.outerRect) || !hasRect {
                dictionary["Rect"] = space.pageRect(of: outerRect).cosArray
            }
            if isElsewhere || differs(\.kind) || differs(\.rect) || needsText(old) {
                try writeKind(into: &dictionary, space, document)
            }
        }
        if differs(\.color) { dictionary["C"] = color?.cosArray }
        if differs(\.interiorColor) { dictionary["IC"] = interiorColor?.cosArray }
        if differs(\.opacity) { dictionary["CA"] = opacity < 1 ? .length(opacity) : nil }
        if differs(\.width) || differs(\.dash) {
            try writeBorder(into: &dictionary, space, document)
        }
        if differs(\.cloudiness) {
            dictionary["BE"] =
                cloudiness > 0
                ? .dictionary(["S": .name("C"), "I": .length(cloudiness)]) : nil
        }
        if differs(\.author) { dictionary["T"] = text(author) }
        if differs(\.subject) { dictionary["Subj"] = text(subject) }
        if differs(\.created) { dictionary["CreationDate"] = created?.cosString }
        if differs(\.modified) { dictionary["M"] = modified?.cosString }
        if differs(\.contents) {
            dictionary["Contents"] = contents.isEmpty && old == nil ? nil : text(contents)
        }
        if differs(\.flags) { dictionary["F"] = .integer(flags.rawValue) }
        dictionary["NM"] = text(id)
    }

    /// The space that its coordinates are written in: one that stays upright hangs from its upper
    /// left corner (table 167).
    func space(on page: PageSpace) -> PageSpace {
        guard flags.contains(.noRotate), page.rotation != 0 else { return page }
        let corner = Point(x: outerRect.minX, y: outerRect.minY)
        return page.unturned(about: page.viewToPage.apply(corner))
    }

    /// Whether the text that stands in keys of the kind has changed.
    private func needsText(_ old: Annotation?) -> Bool {
        if case .freeText = kind { old?.contents != contents } else { false }
    }

    private func writeKind(
        into dictionary: inout COSDictionary,
        _ space: PageSpace,
        _ document: Document
    ) throws(Fault) {
        switch kind {
        case .textMarkup(let markup):
            dictionary["QuadPoints"] = TextMarkup.write(markup.quads, space)
        case .ink(let ink): ink.write(into: &dictionary, space)
        case .freeText(let text): text.write(into: &dictionary, self, space)
        case .note(let note): note.write(into: &dictionary)
        case .link(let link): try link.write(into: &dictionary, space, document)
        case .stamp(let stamp):
            dictionary["Name"] = stamp.name.isEmpty ? nil : .name(COSName(stamp.name))
        case .line(let line): line.write(into: &dictionary, space)
        case .rectangle, .ellipse:
            dictionary["RD"] = Self.differences(outerRect, rect, space)
        case .polygon(let vertices):
            vertices.write(into: &dictionary, isClosed: true, space)
        case .polyline(let vertices):
            vertices.write(into: &dictionary, isClosed: false, space)
        case .caret(let caret): caret.write(into: &dictionary)
        case .other: break
        }
    }

    /// 12.5.4: /BS; links have /Border too, which older readers look at.
    private func writeBorder(
        into dictionary: inout COSDictionary,
        _ space: PageSpace,
        _ document: Document
    ) throws(Fault) {
        var style = try document.value("BS", in: dictionary).dictionary ?? [:]
        style["W"] = space.cos(length: width)
        if dash.isEmpty {
            if style["S"]?.name == "D" || style["S"] == nil { style["S"] = .name("S") }
            style["D"] = nil
        } else {
            style["S"] = .name("D")
            style["D"] = .array(dash.map { space.cos(length: $0) })
        }
        dictionary["BS"] = .dictionary(style)
        guard subtype == "Link" || dictionary["Border"] != nil else { return }
        let corners = [COSObject.integer(0), .integer(0), space.cos(length: width)]
        let dashes = dash.isEmpty ? [] : [COSObject.array(dash.map { space.cos(length: $0) })]
        dictionary["Border"] = .array(corners + dashes)
    }

    /// How this annotation shows other than an old one.
    enum Difference {
        /// The same in the same place.
        case none
        /// The same elsewhere.
        case moved
        /// Otherwise.
        case redrawn
    }

    /// Compares what two annotations of a page show.
    func difference(from old: Annotation, on page: PageSpace) -> Difference {
        let isTurned = flags.contains(.noRotate) != old.flags.contains(.noRotate)
        if page.rotation != 0, isTurned { return .redrawn }
        let (new, old) = (shown, old.shown)
        if new == old { return .none }
        let shift = new.anchor - old.anchor
        let back = new.moved(x: -shift.x, y: -shift.y)
        return back.isClose(to: old) ? .moved : .redrawn
    }

    /// The annotation without what its appearance does not show.
    private var shown: Annotation {
        var result = self
        result.id = ""
        (result.author, result.subject, result.created, result.modified) = (nil, nil, nil, nil)
        result.flags = []
        result.reply = nil
        result.popup = nil
        switch kind {
        case .freeText: break
        case .note(let note):
            result.kind = .note(Note(icon: note.icon))
            result.contents = ""
        case .link:
            result.kind = .link(Link(.other))
            result.contents = ""
        default: result.contents = ""
        }
        return result
    }

    /// The first point, by which a move is told.
    private var anchor: Point {
        kind.points.first ?? Point(x: rect.minX, y: rect.minY)
    }

    /// Whether nothing differs but by rounding; kinds with points are compared by these.
    private func isClose(to other: Annotation) -> Bool {
        let (mine, others) = (kind.points, other.kind.points)
        guard mine.count == others.count,
            zip(mine, others).allSatisfy({ $0.distance(to: $1) < Self.rounding })
        else { return false }
        let isPlaced = mine.isEmpty || subtype == "FreeText" || subtype == "Link"
        if isPlaced,
            zip(Quad(rect).corners, Quad(other.rect).corners)
                .contains(where: { $0.distance(to: $1) >= Self.rounding })
        {
            return false
        }
        var (a, b) = (self, other)
        a.rect = b.rect
        a.kind = a.kind.withoutPoints
        b.kind = b.kind.withoutPoints
        return a == b
    }

    /// Coordinates in files are rounded; in points.
    private static let rounding = 1e-4
}

extension Annotation.Kind {
    /// All points of the kind, in order.
    var points: [Point] {
        switch self {
        case .textMarkup(let markup): markup.quads.flatMap(\.corners)
        case .ink(let ink): ink.strokes.joined().map(\.position)
        case .freeText(let text): text.callout
        case .link(let link): link.quads.flatMap(\.corners)
        case .line(let line): [line.from, line.to]
        case .polygon(let vertices), .polyline(let vertices): vertices.points
        case .note, .stamp, .rectangle, .ellipse, .caret, .other: []
        }
    }

    /// The kind as it is read back from where it is written.
    func asWritten(on space: PageSpace) -> Self {
        if case .ink(let ink) = self { .ink(ink.asWritten(on: space)) } else { self }
    }

    /// The kind with all its points at the origin.
    fileprivate var withoutPoints: Self {
        let nowhere = Point.zero
        switch self {
        case .textMarkup(var markup):
            markup.quads = []
            return .textMarkup(markup)
        case .ink(var ink):
            for stroke in ink.strokes.indices {
                for point in ink.strokes[stroke].indices {
                    ink.strokes[stroke][point].x = 0
                    ink.strokes[stroke][point].y = 0
                }
            }
            return .ink(ink)
        case .freeText(var text):
            text.callout = []
            return .freeText(text)
        case .link(var link):
            link.quads = []
            return .link(link)
        case .line(var line):
            (line.from, line.to) = (nowhere, nowhere)
            return .line(line)
        case .polygon(var vertices):
            vertices.points = []
            return .polygon(vertices)
        case .polyline(var vertices):
            vertices.points = []
            return .polyline(vertices)
        case .note, .stamp, .rectangle, .ellipse, .caret, .other: return self
        }
    }
}

extension DocumentDate {
    /// As a string of the file.
    var cosString: COSObject { .string(Array(pdfText.utf8)) }
}
