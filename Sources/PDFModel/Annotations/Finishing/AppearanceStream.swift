// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Geometry
internal import PDFSyntax

/// The normal appearance of an annotation, and how it fills the annotation's rectangle
/// (ISO 32000-2, 12.5.5).
struct AppearanceStream {
    /// The form XObject.
    var form: ObjectID
    /// Its /BBox.
    var box: Rect
    /// Its /Matrix.
    var matrix: AffineTransform
    /// The annotation's /Rect, in page space.
    var rect: Rect

    init(form: ObjectID, box: Rect, matrix: AffineTransform, rect: Rect) {
        self.form = form
        self.box = box
        self.matrix = matrix
        self.rect = rect
    }

    /// The appearance of an annotation; `nil` when it has none that readers would draw.
    init?(_ annotation: COSDictionary, of document: Document) throws(Fault) {
        guard let rect = try document.rect(try document.value("Rect", in: annotation)),
            let appearances = try document.value("AP", in: annotation).dictionary
        else { return nil }
        var object = appearances["N"]
        // 12.5.5: a dictionary of states, of which /AS names one.
        if case .dictionary(let states) = try document.resolve(object) {
            guard let state = try document.value("AS", in: annotation).name else { return nil }
            object = states[state]
        }
        guard let form = object?.reference, let stream = try document.object(form).stream,
            let box = try document.rect(try document.value("BBox", in: stream.dictionary))
        else { return nil }
        let matrix = try document.matrix(try document.value("Matrix", in: stream.dictionary))
        self.init(form: form, box: box, matrix: matrix, rect: rect)
    }

    /// Algorithm "appearance streams": what is set before the form is painted.
    ///
    /// `nil` when the appearance has no area, and nothing can be seen.
    func placement(_ flags: AnnotationFlags, on space: PageSpace) -> AffineTransform? {
        let transformed = matrix.apply(box)
        guard !transformed.isEmpty, transformed.isFinite, rect.isFinite else { return nil }
        let scale = (x: rect.width / transformed.width, y: rect.height / transformed.height)
        let filling = AffineTransform(
            a: scale.x,
            b: 0,
            c: 0,
            d: scale.y,
            tx: rect.minX - transformed.minX * scale.x,
            ty: rect.minY - transformed.minY * scale.y
        )
        guard flags.contains(.noRotate), space.rotation != 0 else { return filling }
        // Table 167: it turns about its upper left corner.
        let corner = Point(x: rect.minX, y: rect.maxY)
        return filling.concatenating(.translation(x: -corner.x, y: -corner.y))
            .concatenating(.turning(space.rotation))
            .concatenating(.translation(x: corner.x, y: corner.y))
    }
}

/// The appearances of a page's annotations, one above the other, as one form.
struct FinishedDrawing {
    private var content = ContentWriter()
    private var forms: COSDictionary = [:]
    private var box: Rect?

    /// Puts an appearance above the others.
    mutating func add(
        _ shown: AppearanceStream,
        _ flags: AnnotationFlags,
        on page: Page,
        _ layer: COSObject?,
        _ document: inout Document
    ) throws(Fault) {
        guard let placement = shown.placement(flags, on: page.space) else { return }
        let form = try Self.paintable(shown.form, layer, &document)
        let name = COSName("A\(forms.count)")
        forms[name] = .reference(form)
        content.operation("q")
        content.concatenate(placement)
        content.operation("\(name) Do")
        content.operation("Q")
        // What is drawn is within the form's own box, wherever that lies.
        let covered = placement.apply(shown.matrix.apply(Quad(shown.box))).bounds
        box = box?.union(covered) ?? covered
    }

    /// The form as `Do` paints it: it must say that it is one, and belongs to the annotation's
    /// layer (8.11.3.3).
    private static func paintable(
        _ id: ObjectID,
        _ layer: COSObject?,
        _ document: inout Document
    ) throws(Fault) -> ObjectID {
        guard var stream = try document.object(id).stream else { return id }
        let isForm = try document.value("Subtype", in: stream.dictionary).name == "Form"
        guard !isForm || layer != nil else { return id }
        stream.dictionary["Type"] = .name("XObject")
        stream.dictionary["Subtype"] = .name("Form")
        if let layer, stream.dictionary["OC"] == nil { stream.dictionary["OC"] = layer }
        return try document.add(.stream(stream))
    }

    /// One form for all; `nil` when nothing can be seen.
    func form(_ document: inout Document) throws(Fault) -> ObjectID? {
        guard let box, !forms.isEmpty else { return nil }
        return try document.addForm(
            // Lines on the edge must not be cut by rounding.
            box: box.insetBy(dx: -1, dy: -1),
            content: content.bytes,
            resources: ["XObject": .dictionary(forms)]
        )
    }
}

extension Document {
    /// The fonts that a form's resources name, and those of forms that it paints.
    ///
    /// - Parameters:
    ///   - form: a form XObject.
    ///   - depth: of forms in forms.
    /// - Returns: the font objects.
    /// - Throws: `readFailed`.
    func fonts(ofForm form: ObjectID, depth: Int) throws(Fault) -> [ObjectID] {
        guard let stream = try object(form).stream,
            let resources = try value("Resources", in: stream.dictionary).dictionary
        else { return [] }
        var fonts =
            try value("Font", in: resources).dictionary?.entries
            .compactMap(\.value.reference) ?? []
        guard depth > 0, let inner = try value("XObject", in: resources).dictionary else {
            return fonts
        }
        for entry in inner.entries {
            if let id = entry.value.reference {
                fonts += try self.fonts(ofForm: id, depth: depth - 1)
            }
        }
        return fonts
    }

    /// Six numbers (8.3.4); what is none changes nothing.
    func matrix(_ object: COSObject) throws(Fault) -> AffineTransform {
        guard let elements = object.array, elements.count >= 6 else { return .identity }
        var n: [Double] = []
        for element in elements.prefix(6) { n.append(try resolve(element).number ?? 0) }
        return AffineTransform(a: n[0], b: n[1], c: n[2], d: n[3], tx: n[4], ty: n[5])
    }
}
