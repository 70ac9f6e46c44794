// SPDX-License-Identifier: Apache-2.0
internal import Faults
public import Geometry
internal import PDFSyntax

extension Annotation {
    /// How text stands in its box; the text is the annotation's `contents`, the background its
    /// `color`, the frame has the annotation's `width` and the text's colour.
    public struct FreeText: Sendable, Hashable, Codable {
        /// Where lines begin and end.
        public enum Alignment: String, Sendable, Hashable, Codable, CaseIterable {
            /// At the left.
            case left
            /// In the middle.
            case center
            /// At the right.
            case right
        }

        /// The style of letters.
        public enum Typeface: String, Sendable, Hashable, Codable, CaseIterable {
            /// Without serifs.
            case sans
            /// With serifs.
            case serif
            /// All letters of one width.
            case monospaced
        }

        /// The style of letters.
        public var typeface: Typeface
        /// The size of letters in points.
        public var fontSize: Double
        /// The colour of the text and of its frame.
        public var textColor: AnnotationColor
        /// Where lines begin and end.
        public var alignment: Alignment
        /// A line from something on the page to the box, of two or three points in view space, the
        /// first where it points to; empty for none (/CL).
        public var callout: [Point]
        /// What stands where the callout points to.
        public var calloutEnding: LineEnding

        /// The text's distance from its frame, in points.
        public static let padding = 2.0

        /// Makes a style.
        public init(
            typeface: Typeface = .sans,
            fontSize: Double = 12,
            textColor: AnnotationColor = .black,
            alignment: Alignment = .left,
            callout: [Point] = [],
            calloutEnding: LineEnding = .openArrow
        ) {
            self.typeface = typeface
            self.fontSize = fontSize
            self.textColor = textColor
            self.alignment = alignment
            self.callout = callout
            self.calloutEnding = calloutEnding
        }
    }
}

extension Annotation.FreeText {
    /// What /Rect holds: the box and the callout with what it points with.
    func outerRect(of annotation: Annotation) -> Rect {
        guard let callout = Rect.around(callout) else { return annotation.rect }
        let reach = LineEnding.reach([calloutEnding], width: annotation.width)
        return annotation.rect.union(callout.insetBy(dx: -reach, dy: -reach))
    }

    /// Where the text stands.
    private func textBox(of annotation: Annotation) -> Rect {
        let inset = max(annotation.width, 0) + Self.padding
        return annotation.rect.insetBy(dx: inset, dy: inset)
    }

    /// The box made higher where its text does not fit; its top stays.
    ///
    /// - Throws: `unsupported` for letters that no font has, `limitExceeded`.
    func grown(_ annotation: Annotation, _ shaper: any FontShaper) throws(Fault) -> Rect {
        let box = textBox(of: annotation)
        let layout = try shaper.layout(
            annotation.contents,
            typeface,
            size: fontSize,
            width: box.width
        )
        var rect = annotation.rect
        let missing = layout.height - box.height
        if missing > 1e-6 { rect.height += missing }
        return rect
    }

    /// The text in its box, upright as seen.
    ///
    /// - Throws: `unsupported` for letters that no font has, `limitExceeded`.
    func appearance(
        of annotation: Annotation,
        on space: PageSpace,
        _ shaper: any FontShaper,
        knowing fonts: [ObjectID],
        _ document: inout Document
    ) throws(Fault) -> Appearance {
        var canvas = AppearanceCanvas(.upright, for: outerRect(of: annotation), on: space)
        let pen = AppearanceCanvas.Pen(
            color: textColor,
            width: annotation.width,
            dash: annotation.dash
        )
        canvas.draw(row: callout.reversed(), .none, calloutEnding, pen: pen, fill: textColor)
        let half =
            min(max(annotation.width, 0), min(annotation.rect.width, annotation.rect.height)) / 2
        let frame = annotation.rect.insetBy(dx: half, dy: half)
        canvas.draw(Path(frame), fill: annotation.color, pen: pen)
        let box = textBox(of: annotation)
        let layout = try shaper.layout(
            annotation.contents,
            typeface,
            size: fontSize,
            width: box.width
        )
        let shown = try shaper.embed(layout, in: &document, knowing: fonts)
        canvas.fonts = shown.fonts
        canvas.isolated { canvas in
            canvas.clip(to: annotation.rect)
            for (line, start) in zip(shown.lines, starts(of: layout, in: box)) {
                canvas.text(line, at: start, size: fontSize, textColor)
            }
        }
        return Appearance(canvas)
    }

    /// Where the baselines begin.
    private func starts(of layout: TextLayout, in box: Rect) -> [Point] {
        layout.lines.enumerated().map { number, line in
            let room = box.width - layout.width(of: line)
            let shift =
                switch alignment {
                case .left: 0.0
                case .center: room / 2
                case .right: room
                }
            return Point(
                x: box.minX + shift,
                y: box.minY + layout.ascent + Double(number) * layout.lineHeight
            )
        }
    }
}
