// SPDX-License-Identifier: Apache-2.0
public import Faults
internal import Geometry
public import PDFSyntax

/// A document whose annotations have become part of what its pages draw.
public struct FinishedDocument: Sendable {
    /// The document.
    public var document: Document
    /// The annotations that are content now, by page.
    public var finished: [Int: [String]]
    /// What could not be finished, and stays an annotation.
    public var diagnostics: [Diagnostic]

    /// How many annotations are content now.
    public var count: Int { finished.values.reduce(0) { $0 + $1.count } }
}

extension Document {
    /// The document with annotations drawn into the content of their pages, exactly as they show,
    /// and taken off them.
    ///
    /// Links and form fields stay as they are, and so do annotations that are hidden. What answers
    /// a finished annotation goes with it; so does its window.
    ///
    /// - Parameters:
    ///   - pages: indexes counted from 0, in any order.
    ///   - ids: the annotations that are meant; `nil` for all.
    ///   - shaper: has the fonts for free text without an appearance.
    ///   - step: told the pages done; stops by throwing.
    /// - Returns: the document, and what became of the annotations.
    /// - Throws: `notFound`, `readFailed`, `limitExceeded`, `invalidDocument`, what `step` throws.
    public func finishingAnnotations(
        onPages pages: [Int],
        ids: Set<String>? = nil,
        shaper: any FontShaper = StandardFontShaper(),
        step: (Int) throws(Fault) -> Void = { _ in }
    ) throws(Fault) -> FinishedDocument {
        var result = FinishedDocument(document: self, finished: [:], diagnostics: [])
        var placer = try MarkPlacer(self)
        let found = try foundPages(at: pages)
        var gone: Set<ObjectID> = []
        for (done, page) in found.enumerated() {
            try step(done)
            var finisher = PageFinisher(page: page, ids: ids, shaper: shaper)
            try finisher.run(&placer)
            if !finisher.finished.isEmpty { result.finished[page.index] = finisher.finished }
            result.diagnostics += finisher.diagnostics
            gone.formUnion(finisher.gone)
        }
        try step(found.count)
        // Pages share annotations, though 12.5.2 forbids it: another page may still show them,
        // also where they were not chosen under the name that they have there.
        let count = try PageTree(self).count()
        if found.count == count, ids == nil || count == 1 {
            var document = placer.document
            for object in gone { document.set(object, .null) }
            placer.replaceDocument(document)
        }
        result.document = placer.document
        return result
    }
}

/// Draws the annotations of one page into its content.
private struct PageFinisher {
    let page: Page
    let ids: Set<String>?
    let shaper: any FontShaper
    var finished: [String] = []
    /// The objects that left the page.
    var gone: [ObjectID] = []
    var diagnostics: [Diagnostic] = []

    init(page: Page, ids: Set<String>?, shaper: any FontShaper) {
        self.page = page
        self.ids = ids
        self.shaper = shaper
    }

    mutating func run(_ placer: inout MarkPlacer) throws(Fault) {
        var document = placer.document
        let list = try AnnotationList(try document.currentDictionary(of: page), of: document)
        let chosen = list.slots.filter { slot in
            slot.isAnnotation && slot.subtype != "Link" && ids.map { $0.contains(slot.id) } ?? true
        }
        guard !chosen.isEmpty else { return }
        let numbers = PageNumbers(document)
        var reader = AnnotationReader(document, page.space)
        var drawing = FinishedDrawing()
        var leaving: [String] = []
        for slot in chosen {
            let flags = AnnotationFlags(
                rawValue: try document.value("F", in: slot.dictionary).integer ?? 0
            )
            guard flags.isDisjoint(with: [.hidden, .noView]) else { continue }
            if let shown = try AppearanceStream(slot.dictionary, of: document) {
                try drawing.add(shown, flags, on: page, slot.dictionary["OC"], &document)
                leaving.append(slot.id)
                continue
            }
            let annotation = try Annotation(
                reading: slot,
                pageIndex: page.index,
                names: [:],
                &reader,
                numbers
            )
            guard let made = try appearance(of: annotation, &document) else { continue }
            try drawing.add(made, flags, on: page, slot.dictionary["OC"], &document)
            leaving.append(slot.id)
        }
        guard !leaving.isEmpty else { return }
        placer.replaceDocument(document)
        if let form = try drawing.form(&document) {
            placer.replaceDocument(document)
            try placer.addContent(form: form, on: page)
            document = placer.document
        }
        var editor = try AnnotationEditor(document, page: page.index, StandardFontShaper())
        let left = try editor.takeOff(leaving)
        finished = left.filter(\.isAnnotation).map(\.id)
        gone = left.compactMap(\.object)
        placer.replaceDocument(editor.finished())
    }

    /// An appearance for an annotation that has none.
    private mutating func appearance(
        of annotation: Annotation,
        _ document: inout Document
    ) throws(Fault) -> AppearanceStream? {
        do {
            guard
                let appearance = try annotation.appearance(
                    on: page.space,
                    shaper,
                    &document
                )
            else {
                diagnostics.append(kept(annotation, "it shows nothing of its own"))
                return nil
            }
            return AppearanceStream(
                form: try document.addForm(appearance),
                box: appearance.box,
                matrix: appearance.matrix,
                rect: annotation.space(on: page.space).pageRect(of: annotation.outerRect)
            )
        } catch {
            guard error.code == .unsupported else { throw error }
            diagnostics.append(kept(annotation, "it has no appearance, and none can be made"))
            return nil
        }
    }

    private func kept(_ annotation: Annotation, _ reason: String) -> Diagnostic {
        Diagnostic(
            .note,
            "The annotation “\(annotation.id)” (\(annotation.subtype)) stays: \(reason).",
            at: Place(pageIndex: page.index)
        )
    }
}
