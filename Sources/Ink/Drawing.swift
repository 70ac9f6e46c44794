// SPDX-License-Identifier: Apache-2.0
public import Geometry

/// Handwriting: strokes in the order they were drawn, later ones on top.
public struct Drawing: Sendable, Hashable {
    /// The strokes.
    public var strokes: [Stroke]

    /// Makes a drawing.
    public init(strokes: [Stroke] = []) { self.strokes = strokes }

    /// The ink as shapes to fill with the nonzero winding rule (ISO 32000-2, 8.5.3.3.2), from
    /// bottom to top.
    ///
    /// Neighbouring strokes of one colour share a shape, so that transparent ink does not darken
    /// where they cross. Strokes without a usable point or width draw nothing. Computed on each
    /// call, in time that grows with the number of points.
    public var outline: [(path: Path, color: InkColor)] {
        var shapes: [(path: Path, color: InkColor)] = []
        for stroke in strokes {
            let path = stroke.outline
            if path.isEmpty { continue }
            if let last = shapes.indices.last, shapes[last].color == stroke.color {
                shapes[last].path.append(path)
            } else {
                shapes.append((path, stroke.color))
            }
        }
        return shapes
    }

    /// The smallest rectangle that holds the outline, or nil when nothing is drawn.
    public var bounds: Rect? {
        var all: Rect?
        for shape in outline {
            guard let bounds = shape.path.bounds else { continue }
            all = all?.union(bounds) ?? bounds
        }
        return all
    }
}
