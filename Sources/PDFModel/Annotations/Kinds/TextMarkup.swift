// SPDX-License-Identifier: Apache-2.0
internal import Faults
public import Geometry
internal import PDFSyntax

extension Annotation {
    /// Text that is marked, by the quads that its lines of words fill.
    public struct TextMarkup: Sendable, Hashable, Codable {
        /// How text is marked.
        public enum Style: String, Sendable, Hashable, Codable, CaseIterable {
            /// Coloured over, the text showing through.
            case highlight
            /// A line below.
            case underline
            /// A line through the middle.
            case strikeout
            /// A wavy line below.
            case squiggly

            /// The subtype in the file.
            public var subtype: String {
                switch self {
                case .highlight: "Highlight"
                case .underline: "Underline"
                case .strikeout: "StrikeOut"
                case .squiggly: "Squiggly"
                }
            }
        }

        /// How it is marked.
        public var style: Style
        /// One for each run of text; `p0` is at the top left of the text as it is read, `p1` at the
        /// top right, `p2` at the bottom right, `p3` at the bottom left, however the text is turned.
        public var quads: [Quad]

        /// Makes a markup.
        public init(_ style: Style, quads: [Quad]) {
            self.style = style
            self.quads = quads
        }
    }
}

extension Annotation.TextMarkup {
    /// The kind of a subtype; `nil` when it is none of these.
    static func style(subtype: String) -> Style? {
        Style.allCases.first { $0.subtype == subtype }
    }

    /// Reads quads (table 182).
    ///
    /// The order of a quad's points is told by how they lie: files have them row by row, as all
    /// readers expect, or going round, as the standard says.
    static func quads(_ object: COSObject?, _ reader: inout AnnotationReader) throws(Fault)
        -> [Quad]
    {
        let points = try reader.points(object)
        return stride(from: 0, to: points.count - points.count % 4, by: 4).map {
            inReadingOrder(points[$0], points[$0 + 1], points[$0 + 2], points[$0 + 3])
        }
    }

    /// Writes quads row by row: top left, top right, bottom left, bottom right.
    static func write(_ quads: [Quad], _ space: PageSpace) -> COSObject {
        space.cos(quads.flatMap { [$0.p0, $0.p1, $0.p3, $0.p2] })
    }

    private static func inReadingOrder(_ a: Point, _ b: Point, _ c: Point, _ d: Point) -> Quad {
        // y goes down: text runs along a row, and the next row is to the right of that direction.
        if crosses(a, b, d, c) >= crosses(a, b, c, d) {
            return turn(a, b, c) >= 0 ? Quad(a, b, d, c) : Quad(c, d, b, a)
        }
        return turn(a, b, c) >= 0 ? Quad(a, b, c, d) : Quad(d, c, b, a)
    }

    /// The area that four points go round; the right order has the largest.
    private static func crosses(_ a: Point, _ b: Point, _ c: Point, _ d: Point) -> Double {
        let (e, f) = (c - a, d - b)
        return abs(e.x * f.y - e.y * f.x)
    }

    private static func turn(_ a: Point, _ b: Point, _ c: Point) -> Double {
        let (e, f) = (b - a, c - a)
        return e.x * f.y - e.y * f.x
    }

    /// Draws the marks, along slanted and upright text as well.
    func draw(_ annotation: Annotation, on canvas: inout AppearanceCanvas) {
        let color = annotation.color ?? .yellow
        var path = Path()
        for quad in quads {
            switch style {
            case .highlight: path.append(Path(polygon: Self.oneWay(quad).corners))
            case .underline: path.append(Self.band(quad, from: 0.06, to: 0.13))
            case .strikeout: path.append(Self.band(quad, from: 0.42, to: 0.49))
            case .squiggly: path.append(Self.wave(quad))
            }
        }
        canvas.draw(path, fill: color)
    }

    /// Quads that overlap must not leave a hole, so all go round one way.
    private static func oneWay(_ quad: Quad) -> Quad {
        let (e, f) = (quad.p2 - quad.p0, quad.p3 - quad.p1)
        return e.x * f.y - e.y * f.x < 0 ? Quad(quad.p3, quad.p2, quad.p1, quad.p0) : quad
    }

    /// A strip along the text, between two parts of its height from the bottom.
    private static func band(_ quad: Quad, from low: Double, to high: Double) -> Path {
        let left = quad.p0 - quad.p3
        let right = quad.p1 - quad.p2
        let strip = Quad(
            quad.p3 + left * high,
            quad.p2 + right * high,
            quad.p2 + right * low,
            quad.p3 + left * low
        )
        return Path(polygon: oneWay(strip).corners)
    }

    /// More waves than any line of text has.
    private static let waveLimit = 2000

    /// A wavy strip at the bottom of the text.
    private static func wave(_ quad: Quad) -> Path {
        let height = (quad.p3.distance(to: quad.p0) + quad.p2.distance(to: quad.p1)) / 2
        let length = quad.p3.distance(to: quad.p2)
        guard height > 0, length > 0, (length / height).isFinite else { return Path() }
        let steps = Int(min(max((length / (height * 0.12)).rounded(), 2), Double(waveLimit)))
        var upper: [Point] = []
        var lower: [Point] = []
        for step in 0...steps {
            let part = Double(step) / Double(steps)
            let bottom = quad.p3 + (quad.p2 - quad.p3) * part
            let up = (quad.p0 - quad.p3) * (1 - part) + (quad.p1 - quad.p2) * part
            let level = step.isMultiple(of: 2) ? 0.02 : 0.12
            upper.append(bottom + up * (level + 0.06))
            lower.append(bottom + up * level)
        }
        return Path(polygon: upper + lower.reversed())
    }
}
