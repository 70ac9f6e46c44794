// SPDX-License-Identifier: Apache-2.0
public import Faults
internal import Geometry
internal import Imaging
internal import Ink
public import PDFSyntax

extension Document {
    /// Writes a mark into the document as a form XObject.
    ///
    /// - Throws: `usage` when the mark shows nothing, `unsupported` when a page's content cannot
    ///   be taken over, `readFailed`.
    public mutating func embed(
        _ mark: Mark,
        blendMode: MarkStyle.BlendMode = .normal,
        opacity: Double = 1
    ) throws(Fault) -> EmbeddedMark {
        let isPlain = blendMode == .normal && opacity >= 1
        let plain: EmbeddedMark
        switch mark {
        case .ink(let drawing): plain = try embed(drawing, asGroup: !isPlain)
        case .image(let image): plain = try embed(PackedImage(image), asGroup: !isPlain)
        case .packedImage(let image): plain = try embed(image, asGroup: !isPlain)
        case .page(let page, let other): plain = try embed(page, of: other, asGroup: !isPlain)
        }
        guard !isPlain else { return plain }
        // The group is painted as one thing with the state set around it (11.6.6), so that
        // strokes that cross do not darken each other.
        let state: COSDictionary = [
            "Type": .name("ExtGState"), "ca": .real(opacity), "CA": .real(opacity),
            "BM": .name(COSName(blendMode.rawValue)),
        ]
        let form = try addForm(
            box: plain.box,
            content: Array("/G gs /M Do".utf8),
            resources: [
                "ExtGState": .dictionary(["G": .dictionary(state)]),
                "XObject": .dictionary(["M": .reference(plain.form)]),
            ]
        )
        return EmbeddedMark(form: form, box: plain.box)
    }

    /// Adds a form XObject (8.10.2).
    mutating func addForm(
        box: Rect,
        matrix: AffineTransform = .identity,
        content: [UInt8],
        resources: COSDictionary,
        group: COSDictionary? = nil
    ) throws(Fault) -> ObjectID {
        var dictionary: COSDictionary = [
            "Type": .name("XObject"), "Subtype": .name("Form"), "BBox": box.cosArray,
        ]
        if matrix != .identity { dictionary["Matrix"] = matrix.cosArray }
        dictionary["Resources"] = .dictionary(resources)
        dictionary["Group"] = group.map { .dictionary($0) }
        return try add(.stream(.deflated(dictionary, content)))
    }

    static var transparencyGroup: COSDictionary {
        ["S": .name("Transparency")]
    }

    // MARK: Ink

    private mutating func embed(_ drawing: Drawing, asGroup: Bool) throws(Fault) -> EmbeddedMark {
        let drawing = try drawing.inOrdinaryUnits()
        let outline = drawing.outline
        guard let bounds = drawing.bounds, !outline.isEmpty, !bounds.isEmpty else {
            throw Fault(.usage, "The ink has no strokes that could be drawn.")
        }
        // Ink has y down; a form has y up.
        let upright = AffineTransform(
            a: 1,
            b: 0,
            c: 0,
            d: -1,
            tx: -bounds.minX,
            ty: bounds.maxY
        )
        var content = ContentWriter()
        var colour: InkColor?
        for (path, ink) in outline {
            if ink != colour {
                content.fillColour(ink)
                colour = ink
            }
            content.path(path.applying(upright))
            content.operation("f")
        }
        let box = Rect(bounds.size)
        let form = try addForm(
            box: box,
            content: content.bytes,
            resources: [:],
            group: asGroup ? Self.transparencyGroup : nil
        )
        return EmbeddedMark(form: form, box: box)
    }

    // MARK: Pictures

    /// A picture without a resolution is taken at 72 pixels an inch; only the aspect matters,
    /// since a mark is fitted into a rect.
    private mutating func embed(_ packed: PackedImage, asGroup: Bool) throws(Fault) -> EmbeddedMark
    {
        let picture = try addImage(packed)
        let image = packed.image
        let box = Rect(
            x: 0,
            y: 0,
            width: image.displaySize.width,
            height: image.displaySize.height
        )
        let place = image.uprighting.concatenating(
            AffineTransform(a: box.width, b: 0, c: 0, d: box.height, tx: 0, ty: 0)
        )
        var content = ContentWriter()
        content.concatenate(place)
        content.operation("/I Do")
        let form = try addForm(
            box: box,
            content: content.bytes,
            resources: ["XObject": .dictionary(["I": .reference(picture)])],
            group: asGroup ? Self.transparencyGroup : nil
        )
        return EmbeddedMark(form: form, box: box)
    }

    // MARK: Pages

    /// A page as a form: what it shows within its visible box, upright.
    private mutating func embed(
        _ page: Page,
        of other: Document,
        asGroup: Bool
    ) throws(Fault) -> EmbeddedMark {
        let visible = page.space.visibleBox
        // View space has y down; the form's own box has y up.
        let size = page.space.size
        let flip = AffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: size.height)
        let matrix = page.space.pageToView.concatenating(flip)
        var copier = ObjectCopier(from: other)
        let resources = try copier.copy(
            try other.resolve(page.attribute("Resources")),
            into: &self
        )
        var group = try other.value("Group", in: page.dictionary).dictionary
        if let given = group {
            group = try copier.copy(.dictionary(given), into: &self).dictionary
        }
        if asGroup, group == nil { group = Self.transparencyGroup }
        let inner = try addPageForm(
            page,
            of: other,
            box: visible,
            matrix: matrix,
            resources: resources.dictionary ?? [:],
            group: group
        )
        let box = Rect(x: 0, y: 0, width: size.width, height: size.height)
        guard matrix != .identity else { return EmbeddedMark(form: inner, box: box) }
        let form = try addForm(
            box: box,
            content: Array("/P Do".utf8),
            resources: ["XObject": .dictionary(["P": .reference(inner)])],
            group: asGroup ? Self.transparencyGroup : nil
        )
        return EmbeddedMark(form: form, box: box)
    }

    private mutating func addPageForm(
        _ page: Page,
        of other: Document,
        box: Rect,
        matrix: AffineTransform,
        resources: COSDictionary,
        group: COSDictionary?
    ) throws(Fault) -> ObjectID {
        let content = try other.content(of: page)
        guard content.isComplete else {
            throw Fault(
                .unsupported,
                "The content of the mark's page cannot be decoded.",
                at: Place(object: page.location.holder.description, pageIndex: page.index)
            )
        }
        let scan = ContentScan(scanning: content.bytes)
        return try addForm(
            box: box,
            matrix: matrix,
            // Poppler stops at a `Q` too many, MuPDF at a false end, in a form too.
            content: scan.obstacles.isEmpty
                ? content.bytes : scan.removingObstacles(from: content.bytes[...]),
            resources: resources,
            group: group
        )
    }
}
