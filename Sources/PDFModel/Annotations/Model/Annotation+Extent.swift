// SPDX-License-Identifier: Apache-2.0
public import Geometry
internal import Ink

extension Annotation {
    /// Sets `rect` to the smallest box that holds what the points of the kind show.
    ///
    /// Nothing is done for kinds that `rect` itself places.
    public mutating func fitRect() {
        if let extent { rect = extent }
        if case .note = kind, rect.isEmpty {
            rect = Rect(x: rect.x, y: rect.y, width: Note.iconSide, height: Note.iconSide)
        }
    }

    /// What the points of the kind cover with all that is drawn about them; `nil` for kinds that
    /// `rect` places, and for points that say nothing.
    var extent: Rect? {
        switch kind {
        case .textMarkup(let markup):
            // The wavy line and a line's ends reach a little beyond.
            let bounds = Rect.around(markup.quads.flatMap(\.corners))
            return markup.style == .highlight ? bounds : bounds?.insetBy(dx: -1, dy: -1)
        case .ink(let ink):
            return drawing(of: ink).bounds ?? Rect.around(ink.strokes.joined().map(\.position))
        case .line(let line):
            let reach = LineEnding.reach([line.start, line.end], width: width)
            return Rect.around([line.from, line.to])?
                .insetBy(dx: -reach, dy: -reach)
        case .polygon(let vertices), .polyline(let vertices):
            let reach = LineEnding.reach([vertices.start, vertices.end], width: width)
            let cloud = cloudiness > 0 ? CloudOutline.reach(cloudiness) : 0
            let most = max(reach, cloud + width)
            return Rect.around(vertices.points)?.insetBy(dx: -most, dy: -most)
        case .link(let link):
            return Rect.around(link.quads.flatMap(\.corners))
        case .freeText, .note, .stamp, .rectangle, .ellipse, .caret, .other: return nil
        }
    }

    /// The strokes as ink has them, with the annotation's width and colour.
    func drawing(of ink: InkStrokes) -> Drawing {
        Drawing(
            strokes: ink.strokes.map {
                Stroke(points: $0, width: width, color: (color ?? .black).ink)
            }
        )
    }

    /// The annotation moved, scaled or turned, in view space.
    ///
    /// Kinds that `rect` places stay upright: they fill the box about their turned corners. Lines
    /// keep their width.
    public func applying(_ transform: AffineTransform) -> Annotation {
        var result = self
        result.rect = transform.apply(rect)
        switch kind {
        case .textMarkup(var markup):
            markup.quads = markup.quads.map { transform.apply($0) }
            result.kind = .textMarkup(markup)
        case .ink(var ink):
            for stroke in ink.strokes.indices {
                for point in ink.strokes[stroke].indices {
                    let moved = transform.apply(ink.strokes[stroke][point].position)
                    ink.strokes[stroke][point].x = moved.x
                    ink.strokes[stroke][point].y = moved.y
                }
            }
            result.kind = .ink(ink)
        case .line(var line):
            line.from = transform.apply(line.from)
            line.to = transform.apply(line.to)
            result.kind = .line(line)
        case .polygon(var vertices):
            vertices.points = vertices.points.map(transform.apply)
            result.kind = .polygon(vertices)
        case .polyline(var vertices):
            vertices.points = vertices.points.map(transform.apply)
            result.kind = .polyline(vertices)
        case .link(var link):
            link.quads = link.quads.map { transform.apply($0) }
            result.kind = .link(link)
        case .freeText(var text):
            text.callout = text.callout.map(transform.apply)
            result.kind = .freeText(text)
        case .note, .stamp, .rectangle, .ellipse, .caret, .other: break
        }
        // What was only moved covers as much as before.
        if !transform.isTranslation { result.fitRect() }
        return result
    }

    /// The annotation moved by a distance in view space; its window goes with it.
    public func moved(x: Double, y: Double) -> Annotation {
        let shift = AffineTransform.translation(x: x, y: y)
        var result = applying(shift)
        if let window = popup?.rect { result.popup?.rect = shift.apply(window) }
        return result
    }
}

extension Quad {
    /// The four points, in order.
    public var corners: [Point] { [p0, p1, p2, p3] }
}

extension Rect {
    /// The smallest rectangle that holds all points that are ordinary; `nil` when there is none.
    static func around(_ points: [Point]) -> Rect? {
        let points = points.filter(\.isFinite)
        guard var low = points.first else { return nil }
        var high = low
        for point in points.dropFirst() {
            low = Point(x: min(low.x, point.x), y: min(low.y, point.y))
            high = Point(x: max(high.x, point.x), y: max(high.y, point.y))
        }
        return Rect(corners: low, high)
    }
}

extension LineEnding {
    /// How far the ends of a line reach from it, half its width included.
    static func reach(_ endings: [LineEnding], width: Double) -> Double {
        endings.contains { $0 != .none } ? side(width: width) + width : width
    }

    /// The size of what stands at an end: it grows with the line and never gets tiny.
    static func side(width: Double) -> Double { max(4, 3 * width) + width }
}

/// An outline that is puffed up like a cloud (ISO 32000-2, table 170, /BE).
enum CloudOutline {
    /// The radius of a puff, in points, for an intensity of 1.
    private static let radius = 4.0

    /// How far puffs reach beyond the outline, in points.
    static func reach(_ intensity: Double) -> Double { radius * min(max(intensity, 0), 2) }
}

extension AffineTransform {
    /// Whether it only moves.
    var isTranslation: Bool { a == 1 && b == 0 && c == 0 && d == 1 }
}
