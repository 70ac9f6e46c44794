// SPDX-License-Identifier: Apache-2.0
public import Geometry
internal import Ink
public import PDFModel

extension Annotation {
    /// A click reaches so far around a line that is thinner, in points.
    private static var leastWidth: Double { 1 }

    /// What the annotation covers on its page, in view space: the ink itself, the marked words, the
    /// frame of an empty rectangle, and not the box around them.
    public var silhouette: Silhouette {
        let line = max(width, Self.leastWidth)
        switch kind {
        case .textMarkup(let markup): return Silhouette(filling: markup.quads)
        case .ink(let ink):
            let strokes = ink.strokes.map { Stroke(points: $0, width: width) }
            let outline = Drawing(strokes: strokes).outline.map(\.path).reduce(into: Path()) {
                $0.append($1)
            }
            return Silhouette(filling: outline)
        case .line(let shape):
            return Silhouette(
                stroking: Path([.move(shape.from), .line(shape.to)]),
                width: line
            )
        case .polyline(let vertices):
            return Silhouette(stroking: Self.path(vertices.points), width: line)
        case .polygon(let vertices):
            var path = Self.path(vertices.points)
            path.close()
            return shape(path, line)
        case .rectangle:
            let quad = Quad(rect.normalised)
            var path = Self.path([quad.p0, quad.p1, quad.p2, quad.p3])
            path.close()
            return shape(path, line)
        case .ellipse: return shape(.ellipse(in: rect.normalised), line)
        case .link(let link):
            return link.quads.isEmpty
                ? Silhouette(filling: rect) : Silhouette(filling: link.quads)
        case .freeText(let text):
            let callout = Silhouette(stroking: Self.path(text.callout), width: line)
            return Silhouette(filling: rect).union(callout)
        case .note, .stamp, .caret, .other: return Silhouette(filling: rect)
        }
    }

    private func shape(_ path: Path, _ line: Double) -> Silhouette {
        let outline = Silhouette(stroking: path, width: line)
        return interiorColor == nil ? outline : outline.union(Silhouette(filling: path))
    }

    private static func path(_ points: [Point]) -> Path {
        Path(points.enumerated().map { $0 == 0 ? .move($1) : .line($1) })
    }

    /// Whether a person can see it on the screen and take hold of it (12.5.3).
    public var isSelectable: Bool {
        flags.isDisjoint(with: [.hidden, .noView, .readOnly])
    }
}
