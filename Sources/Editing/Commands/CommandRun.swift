// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Geometry
internal import PDFModel
internal import PDFSyntax

/// Does commands in a document, one after the other.
struct CommandRun {
    /// What the session knows and no command says.
    struct Terms {
        /// Written into what is made and changed.
        var date: DocumentDate?
        /// Written into what is made and has no author.
        var author: String?
        /// Has the fonts for free text.
        var shaper: any FontShaper
    }

    private(set) var document: Document
    private(set) var outcome: EditOutcome
    private let terms: Terms
    /// The annotations of pages as they are now.
    private var known: [Int: [Annotation]] = [:]

    /// Groups in groups beyond this are no person's doing.
    private static let deepestGroup = 16

    init(_ document: Document, name: String, terms: Terms) {
        self.document = document
        self.terms = terms
        outcome = EditOutcome(name: name)
    }

    mutating func run(_ command: EditCommand, depth: Int = 0) throws(Fault) {
        switch command {
        case .add(let annotations):
            try add(annotations)
        case .remove(let ids): try remove(ids)
        case .replace(let annotations):
            try replace(annotations)
        case .move(let ids, let x, let y):
            try change(ids, moving: true) { $0.moved(x: x, y: y) }
        case .resize(let ids, let from, let to): try resize(ids, from, to)
        case .rotate(let ids, let rotation):
            try change(ids, moving: true) { $0.turned(rotation) }
        case .restyle(let ids, let style): try change(ids) { style.applied(to: $0) }
        case .editText(let id, let text): try editText(id, text)
        case .duplicate(let ids, let x, let y):
            try copy(ids) { [$0.moved(x: x, y: y)] }
        case .copy(let ids, let pages):
            try copy(ids) { annotation in
                pages.map { page in
                    var copy = annotation
                    copy.pageIndex = page
                    return copy
                }
            }
        case .group(_, let commands):
            guard depth < Self.deepestGroup else {
                throw Fault(.limitExceeded, "The commands are grouped too deeply.")
            }
            for command in commands { try run(command, depth: depth + 1) }
        case .finish(let pages, let ids):
            let finished = try document.finishingAnnotations(
                onPages: pages,
                ids: ids,
                shaper: terms.shaper
            )
            document = finished.document
            known = [:]
            for page in finished.finished.keys { outcome.changed(page) }
        case .restore(let number): try restore(number)
        case .rotatePages, .deletePages, .movePages, .insertBlankPages, .insertPages:
            try changePages(command)
        }
    }

    private mutating func changePages(_ command: EditCommand) throws(Fault) {
        switch command {
        case .rotatePages(let pages, let degrees):
            document = try document.rotatingPages(at: pages, by: degrees)
            for page in pages { outcome.changed(page) }
            known = [:]
            return
        case .deletePages(let pages): document = try document.deletingPages(at: pages)
        case .movePages(let pages, let target):
            document = try document.movingPages(at: pages, before: target)
        case .insertBlankPages(let blank, let count, let target):
            document = try document.insertingBlankPages(blank, count: count, before: target)
        case .insertPages(let pages, let source, let target):
            document = try document.insertingPages(pages, of: source, before: target).document
        default: return
        }
        known = [:]
        outcome.changedPages = nil
        outcome.annotations = []
    }

    private mutating func restore(_ number: Int) throws(Fault) {
        guard let revision = try document.base.revisions().first(where: { $0.number == number })
        else {
            throw Fault(.notFound, "There is no revision \(number) in the file.")
        }
        document = try document.restoring(revision)
        known = [:]
        outcome.changedPages = nil
        outcome.annotations = []
    }

    // MARK: Annotations

    private mutating func annotations(on page: Int) throws(Fault) -> [Annotation] {
        if let annotations = known[page] { return annotations }
        let annotations = try document.annotations(onPage: page)
        known[page] = annotations
        return annotations
    }

    /// The annotations of these names, in this order.
    private mutating func find(_ ids: [AnnotationReference]) throws(Fault) -> [Annotation] {
        var found: [Annotation] = []
        for id in ids {
            guard
                let annotation = try annotations(on: id.pageIndex).first(where: { $0.id == id.id })
            else {
                throw Fault(
                    .notFound,
                    "The annotation is not there any more.",
                    at: Place(pageIndex: id.pageIndex)
                )
            }
            found.append(annotation)
        }
        return found
    }

    private mutating func add(_ annotations: [Annotation]) throws(Fault) {
        let dated = annotations.map { annotation in
            var annotation = annotation
            annotation.author = annotation.author ?? terms.author
            annotation.created = annotation.created ?? terms.date
            annotation.modified = annotation.modified ?? terms.date
            return annotation
        }
        for added in try document.add(dated, shaper: terms.shaper) {
            note(AnnotationReference(added))
        }
    }

    private mutating func replace(_ annotations: [Annotation]) throws(Fault) {
        let dated = annotations.map { annotation in
            var annotation = annotation
            annotation.modified = terms.date ?? annotation.modified
            return annotation
        }
        for replaced in try document.replace(dated, shaper: terms.shaper) {
            note(AnnotationReference(replaced))
        }
    }

    private mutating func note(_ id: AnnotationReference) {
        known[id.pageIndex] = nil
        outcome.changed(id.pageIndex)
        if !outcome.annotations.contains(id) { outcome.annotations.append(id) }
    }

    private mutating func remove(_ ids: [AnnotationReference]) throws(Fault) {
        for annotation in try find(ids) where annotation.isFixed {
            throw Self.locked(annotation)
        }
        let byPage = Dictionary(grouping: Set(ids)) { $0.pageIndex }
        for (page, ids) in byPage.sorted(by: { $0.key < $1.key }) {
            try document.remove(ids.map(\.id).sorted(), onPage: page)
            known[page] = nil
            outcome.changed(page)
        }
        outcome.annotations.removeAll { ids.contains($0) }
    }

    private static func locked(_ annotation: Annotation) -> Fault {
        Fault(
            .permissionDenied,
            "The annotation is locked; unlock it first.",
            at: Place(pageIndex: annotation.pageIndex)
        )
    }

    private mutating func change(
        _ ids: [AnnotationReference],
        moving: Bool = false,
        _ body: (Annotation) -> Annotation
    ) throws(Fault) {
        var changed: [Annotation] = []
        for annotation in try find(ids) {
            if annotation.flags.contains(.readOnly) || moving && annotation.isFixed {
                throw Self.locked(annotation)
            }
            let new = body(annotation)
            if new != annotation { changed.append(new) }
        }
        try replace(changed)
    }

    private mutating func editText(_ id: AnnotationReference, _ text: String) throws(Fault) {
        for annotation in try find([id])
        where annotation.flags.contains(.lockedContents) || annotation.flags.contains(.readOnly) {
            throw Self.locked(annotation)
        }
        try change([id]) { annotation in
            var changed = annotation
            changed.contents = text
            return changed
        }
    }

    private mutating func resize(
        _ ids: [AnnotationReference],
        _ from: Rect,
        _ to: Rect
    ) throws(Fault) {
        guard from.isFinite, to.isFinite else {
            throw Fault(.usage, "A rectangle has a number that is none.")
        }
        // A side without length has nothing to be stretched; it moves.
        let scaleX = from.width > 0 ? to.width / from.width : 1
        let scaleY = from.height > 0 ? to.height / from.height : 1
        let transform = AffineTransform(
            a: scaleX,
            b: 0,
            c: 0,
            d: scaleY,
            tx: to.minX - scaleX * from.minX,
            ty: to.minY - scaleY * from.minY
        )
        try change(ids, moving: true) { $0.stretched(transform) }
    }

    /// Adds copies; those that answer each other go on doing so on the same page.
    private mutating func copy(
        _ ids: [AnnotationReference],
        _ copies: (Annotation) -> [Annotation]
    ) throws(Fault) {
        var names: [AnnotationReference: String] = [:]
        for original in try find(ids) {
            for copy in copies(original) {
                var copy = copy
                copy.id = ""
                copy.created = terms.date
                copy.modified = terms.date
                copy.reply = original.reply.flatMap { reply in
                    let answered = AnnotationReference(pageIndex: copy.pageIndex, id: reply.to)
                    return names[answered].map {
                        AnnotationReply(to: $0, isGrouped: reply.isGrouped)
                    }
                }
                let id = AnnotationReference(try document.add(copy, shaper: terms.shaper))
                names[AnnotationReference(pageIndex: copy.pageIndex, id: original.id)] = id.id
                note(id)
            }
        }
    }
}

extension Annotation {
    /// Whether a person may neither move nor delete it.
    fileprivate var isFixed: Bool { isLocked || flags.contains(.readOnly) }

    /// Kinds that stand upright whatever they are turned by, and keep their size.
    private var isUpright: Bool {
        switch kind {
        case .note, .caret, .stamp, .freeText, .rectangle, .ellipse, .other: true
        case .textMarkup, .ink, .link, .line, .polygon, .polyline: false
        }
    }

    /// The annotation turned; what stands upright goes round with its middle.
    fileprivate func turned(_ rotation: Rotation) -> Annotation {
        guard isUpright, !rotation.isByQuarters || keepsItsSize else {
            return applying(rotation.transform)
        }
        let way = rotation.transform.apply(rect.center) - rect.center
        return moved(x: way.x, y: way.y)
    }

    /// Icons have one size.
    private var keepsItsSize: Bool {
        switch kind {
        case .note, .caret: true
        default: false
        }
    }

    fileprivate func stretched(_ transform: AffineTransform) -> Annotation {
        guard keepsItsSize else { return applying(transform) }
        let way = transform.apply(rect.center) - rect.center
        return moved(x: way.x, y: way.y)
    }
}
