// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Geometry
internal import Ink
internal import PDFSyntax

extension Annotation {
    /// Coordinates beyond these are on no page; PDF has pages of 14,400 units.
    private static let largestCoordinate = 1e7
    /// More points than a pen gives.
    private static let pointLimit = 1_000_000
    /// Wider lines cover any page.
    private static let largestWidth = 1e5

    /// Checks that the annotation can be drawn and lies on the page.
    ///
    /// One that is only moved (not `isDrawn`) may lack what its kind needs to be drawn.
    ///
    /// - Throws: `usage`, `outsidePage`, `limitExceeded`.
    func check(on page: Page, isDrawn: Bool = true) throws(Fault) {
        let place = Place(pageIndex: page.index)
        func require(_ condition: Bool, _ sentence: String) throws(Fault) {
            guard condition else { throw Fault(.usage, sentence, at: place) }
        }
        let points = kind.points
        guard points.count <= Self.pointLimit else {
            throw Fault(
                .limitExceeded,
                "The annotation has more than \(Self.pointLimit) points.",
                at: place
            )
        }
        let all = points + Quad(rect).corners
        try require(
            all.allSatisfy {
                $0.isFinite && max(abs($0.x), abs($0.y)) <= Self.largestCoordinate
            },
            "A coordinate of the annotation is beyond all pages."
        )
        try require(
            opacity >= 0 && opacity <= 1,
            "The opacity of an annotation is from 0 (invisible) to 1 (opaque)."
        )
        try require(
            width >= 0 && width <= Self.largestWidth && dash.allSatisfy { $0.isFinite && $0 >= 0 },
            "Widths and dashes of an annotation are positive numbers of points."
        )
        try require(
            dash.isEmpty || dash.contains { $0 > 0 },
            "At least one dash must have a length; leave them out for an unbroken line."
        )
        try require(
            cloudiness >= 0 && cloudiness <= 2,
            "The cloudiness of a shape is from 0 (none) to 2."
        )
        if isDrawn, let reason = lack { try require(false, reason) }
        let seen = page.space.viewBounds
        let touches =
            rect.minX <= seen.maxX && rect.maxX >= seen.minX && rect.minY <= seen.maxY
            && rect.maxY >= seen.minY
        guard touches else {
            throw Fault(
                .outsidePage,
                "The annotation lies outside the page, which is \(seen.width) × \(seen.height) "
                    + "points as seen.",
                at: place
            )
        }
    }

    /// What the annotation needs and has not; `nil` when all is there.
    private var lack: String? {
        switch kind {
        case .textMarkup(let markup) where markup.quads.isEmpty:
            return "A text markup needs the quads of the words that it marks."
        case .ink(let ink) where !ink.strokes.contains { !$0.isEmpty }:
            return "Ink needs a stroke with a point."
        case .polygon(let vertices) where vertices.points.count < 2,
            .polyline(let vertices) where vertices.points.count < 2:
            return "A row of lines needs two points at least."
        case .freeText(let text) where !(text.fontSize > 0 && text.fontSize <= Self.largestWidth):
            return "The size of text is a positive number of points."
        case .freeText(let text) where ![0, 2, 3].contains(text.callout.count):
            return "A callout has two or three points."
        case .freeText, .rectangle, .ellipse, .stamp, .caret:
            return rect.isEmpty ? "The rect of the annotation has no area." : nil
        case .link where rect.isEmpty: return "The rect of the link has no area."
        default: return nil
        }
    }

    /// Whether the annotation is of the same kind, but for the style of a markup.
    func canReplace(_ other: Annotation) -> Bool {
        switch (kind, other.kind) {
        case (.textMarkup, .textMarkup): true
        default: subtype == other.subtype
        }
    }

    /// Whether a new appearance is made for what shows otherwise.
    ///
    /// A stamp's picture is anything; it fills its rect whatever that is, and is made anew only
    /// for another word or another colour of it.
    func isDrawnAnew(after old: Annotation) -> Bool {
        guard case .stamp = kind else { return true }
        return kind != old.kind || color != old.color || interiorColor != old.interiorColor
            || opacity != old.opacity
    }
}
