// SPDX-License-Identifier: Apache-2.0
public import Faults
public import PDFSyntax

extension Document {
    /// The annotations of a page, in the order in which they are painted (ISO 32000-2, 12.5).
    ///
    /// Form fields are left out; windows are told with what they belong to. One of a kind that is
    /// not known is told as `other`.
    ///
    /// - Throws: `readFailed`, `limitExceeded`.
    public func annotations(of page: Page) throws(Fault) -> [Annotation] {
        try annotations(in: try currentDictionary(of: page), of: page, PageNumbers(self))
    }

    /// The names of the annotations of a page, in order; what they are is not read.
    ///
    /// - Throws: `readFailed`, `limitExceeded`.
    public func annotationNames(of page: Page) throws(Fault) -> [String] {
        try AnnotationList(try currentDictionary(of: page), of: self).slots
            .filter(\.isAnnotation).map(\.id)
    }

    /// The annotations of pages, one list for each.
    ///
    /// - Throws: `readFailed`, `limitExceeded`.
    public func annotations(of pages: [Page]) throws(Fault) -> [[Annotation]] {
        let numbers = PageNumbers(self)
        return try pages.map { page throws(Fault) in
            try annotations(in: try currentDictionary(of: page), of: page, numbers)
        }
    }

    /// The annotations of pages that were just found in this very document, in order; so no page
    /// is read again.
    ///
    /// - Parameters:
    ///   - pages: as this document has them.
    ///   - numbers: for links, shared by whoever asks for the pages in parts.
    /// - Returns: those of all the pages, in order.
    /// - Throws: `readFailed`, `limitExceeded`.
    package func annotations(
        ofFound pages: some Sequence<Page>,
        _ numbers: PageNumbers
    ) throws(Fault) -> [Annotation] {
        var found: [Annotation] = []
        for page in pages {
            found += try annotations(in: page.dictionary, of: page, numbers)
        }
        return found
    }

    private func annotations(
        in dictionary: COSDictionary,
        of page: Page,
        _ numbers: PageNumbers
    ) throws(Fault) -> [Annotation] {
        guard dictionary["Annots"] != nil else { return [] }
        let list = try AnnotationList(dictionary, of: self)
        guard !list.slots.isEmpty else { return [] }
        var reader = AnnotationReader(self, page.space)
        let names = list.names
        var annotations: [Annotation] = []
        for slot in list.slots where slot.isAnnotation {
            annotations.append(
                try Annotation(
                    reading: slot,
                    pageIndex: page.index,
                    names: names,
                    &reader,
                    numbers
                )
            )
        }
        return annotations
    }

    /// The page's entries as they are now.
    func currentDictionary(of page: Page) throws(Fault) -> COSDictionary {
        guard page.location.isIndirect else { return page.dictionary }
        return try object(page.location.holder).dictionary ?? page.dictionary
    }

    /// Puts an annotation on its page, above the others.
    ///
    /// A free text whose box is too low for its words gets a higher one.
    ///
    /// - Parameters:
    ///   - annotation: one without an `id` gets one.
    ///   - shaper: has the fonts for free text.
    /// - Returns: the annotation as it is on the page.
    /// - Throws: `usage` for what cannot be drawn or has a name that is taken, `outsidePage`,
    ///   `notFound` for a page or an annotation that is not there, `unsupported` for letters that
    ///   no font has, `readFailed`, `limitExceeded`.
    @discardableResult
    public mutating func add(
        _ annotation: Annotation,
        shaper: any FontShaper = StandardFontShaper()
    ) throws(Fault) -> Annotation {
        var editor = try AnnotationEditor(self, page: annotation.pageIndex, shaper)
        let added = try editor.add(annotation)
        self = editor.finished()
        return added
    }

    /// Puts annotations on their pages, in order; one may answer another that comes before it.
    ///
    /// - Returns: the annotations as they are on the pages.
    /// - Throws: as `add(_:shaper:)`; nothing is added then.
    @discardableResult
    public mutating func add(
        _ annotations: [Annotation],
        shaper: any FontShaper = StandardFontShaper()
    ) throws(Fault) -> [Annotation] {
        var document = self
        var result = annotations
        let byPage = Dictionary(grouping: annotations.indices) { annotations[$0].pageIndex }
        for (page, places) in byPage.sorted(by: { $0.key < $1.key }) {
            var editor = try AnnotationEditor(document, page: page, shaper)
            for place in places { result[place] = try editor.add(annotations[place]) }
            document = editor.finished()
        }
        self = document
        return result
    }

    /// Gives an annotation other values.
    ///
    /// Only the keys of what changed are written; what is not understood stays. The appearance is
    /// kept where it shows the same, be it elsewhere on the page.
    ///
    /// - Parameters:
    ///   - annotation: its `id` and `pageIndex` say which.
    ///   - shaper: has the fonts for free text.
    /// - Returns: the annotation as it is on the page.
    /// - Throws: `notFound`, `usage` for another kind, and as `add(_:shaper:)`.
    @discardableResult
    public mutating func replace(
        _ annotation: Annotation,
        shaper: any FontShaper = StandardFontShaper()
    ) throws(Fault) -> Annotation {
        var editor = try AnnotationEditor(self, page: annotation.pageIndex, shaper)
        let replaced = try editor.replace(annotation)
        self = editor.finished()
        return replaced
    }

    /// Takes annotations off a page, with their windows and with what answers them.
    ///
    /// Files let pages share an annotation, though 12.5.2 forbids it. It leaves the page that is
    /// named, and every other page shows it as before.
    ///
    /// - Parameters:
    ///   - ids: of annotations of that page.
    ///   - pageIndex: counted from 0.
    /// - Returns: the ids of all that left, in the order of the page.
    /// - Throws: `notFound`, `readFailed`, `limitExceeded`.
    @discardableResult
    public mutating func remove(_ ids: [String], onPage pageIndex: Int) throws(Fault) -> [String] {
        var editor = try AnnotationEditor(self, page: pageIndex, StandardFontShaper())
        let removed = try editor.remove(ids)
        self = editor.finished()
        return removed
    }

    /// Takes an annotation off its page, with its window and with what answers it.
    ///
    /// - Returns: the ids of all that left.
    /// - Throws: as `remove(_:onPage:)`.
    @discardableResult
    public mutating func remove(_ annotation: Annotation) throws(Fault) -> [String] {
        try remove([annotation.id], onPage: annotation.pageIndex)
    }
}

extension AnnotationSlot {
    /// Whether it is told as an annotation: form fields and windows are not.
    var isAnnotation: Bool {
        subtype != "Popup" && subtype != "Widget"
    }
}
