// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Geometry
internal import PDFSyntax

/// What an annotation shows, ready to be written (ISO 32000-2, 12.5.5).
struct Appearance {
    var box: Rect
    var matrix: AffineTransform
    var content: [UInt8]
    var fonts: COSDictionary = [:]
    var isMultiplied = false
    var opacity = 1.0

    init(_ canvas: AppearanceCanvas) {
        box = canvas.box
        matrix = canvas.matrix
        content = canvas.content.bytes
        fonts = canvas.fonts
    }
}

extension Document {
    /// Writes an appearance as a form, or as two where it lets through what is below: the inner
    /// is painted as one thing (11.6.6), so lines that cross do not darken each other.
    mutating func addForm(_ appearance: Appearance) throws(Fault) -> ObjectID {
        var resources: COSDictionary = [:]
        if !appearance.fonts.isEmpty { resources["Font"] = .dictionary(appearance.fonts) }
        guard appearance.isMultiplied || appearance.opacity < 1 else {
            return try addForm(
                box: appearance.box,
                matrix: appearance.matrix,
                content: appearance.content,
                resources: resources
            )
        }
        let inner = try addForm(
            box: appearance.box,
            content: appearance.content,
            resources: resources,
            group: Self.transparencyGroup
        )
        let state: COSDictionary = [
            "Type": .name("ExtGState"), "ca": .length(appearance.opacity),
            "CA": .length(appearance.opacity),
            "BM": .name(appearance.isMultiplied ? "Multiply" : "Normal"),
        ]
        return try addForm(
            box: appearance.box,
            matrix: appearance.matrix,
            content: Array("/G gs /M Do".utf8),
            resources: [
                "ExtGState": .dictionary(["G": .dictionary(state)]),
                "XObject": .dictionary(["M": .reference(inner)]),
            ]
        )
    }
}

extension Annotation {
    /// What the annotation shows on its page; `nil` for kinds that show nothing of their own.
    ///
    /// - Parameters:
    ///   - page: the space of its page.
    ///   - shaper: has the fonts for free text.
    ///   - fonts: those of the page, which may be used again.
    ///   - document: gets the fonts.
    /// - Returns: what is to be written.
    /// - Throws: `unsupported` for letters that no font has, `limitExceeded`.
    func appearance(
        on page: PageSpace,
        _ shaper: any FontShaper,
        knowing fonts: [ObjectID] = [],
        _ document: inout Document
    ) throws(Fault) -> Appearance? {
        let space = space(on: page)
        var result: Appearance
        switch kind {
        case .link, .other: return nil
        case .freeText(let text):
            result = try text.appearance(
                of: self,
                on: space,
                shaper,
                knowing: fonts,
                &document
            )
        case .stamp(let stamp): result = try stamp.appearance(of: self, on: space)
        case .note(let note):
            var canvas = AppearanceCanvas(.upright, for: rect, on: space)
            note.draw(self, on: &canvas)
            result = Appearance(canvas)
        case .caret(let caret):
            var canvas = AppearanceCanvas(.upright, for: rect, on: space)
            caret.draw(self, on: &canvas)
            result = Appearance(canvas)
        default:
            var canvas = AppearanceCanvas(.page, for: outerRect, on: space)
            draw(on: &canvas)
            result = Appearance(canvas)
        }
        result.opacity = min(max(opacity, 0), 1)
        if case .textMarkup(let markup) = kind { result.isMultiplied = markup.style == .highlight }
        return result
    }

    /// Draws the kinds that have the page's own coordinates.
    private func draw(on canvas: inout AppearanceCanvas) {
        switch kind {
        case .textMarkup(let markup): markup.draw(self, on: &canvas)
        case .ink(let ink): ink.draw(self, on: &canvas)
        case .line(let line): line.draw(self, on: &canvas)
        case .polygon(let vertices): vertices.draw(self, isClosed: true, on: &canvas)
        case .polyline(let vertices): vertices.draw(self, isClosed: false, on: &canvas)
        case .rectangle: drawRectangle(on: &canvas)
        case .ellipse: drawEllipse(on: &canvas)
        case .freeText, .note, .stamp, .caret, .link, .other: break
        }
    }

    /// The pen for the annotation's lines.
    var pen: AppearanceCanvas.Pen { .init(color: color, width: width, dash: dash) }

    /// What /Rect holds, in view space: `rect`, and what is drawn about it.
    var outerRect: Rect {
        switch kind {
        case .freeText(let text): return text.outerRect(of: self)
        case .rectangle, .ellipse:
            let reach = cloudiness > 0 ? CloudOutline.reach(cloudiness) : 0
            return rect.insetBy(dx: -reach, dy: -reach)
        default: return rect
        }
    }
}
