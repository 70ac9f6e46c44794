// SPDX-License-Identifier: Apache-2.0
public import Geometry
public import Ink
public import PDFModel

/// Strokes that a person is drawing on a page: readings come in as a stream, the outline so far
/// comes out, and at the end there is one command.
///
/// Writing several strokes in one go makes one annotation, as one word is one thing.
public struct DrawingGesture: Sendable {
    /// How the ink will look.
    public struct Pen: Sendable, Hashable {
        /// The width at a pressure of 0.5, in points.
        public var width: Double
        /// The colour.
        public var color: AnnotationColor
        /// From 0 to 1.
        public var opacity: Double
        /// What the device's readings mean.
        public var response: PenResponse

        /// Makes a pen.
        public init(
            width: Double = 2,
            color: AnnotationColor = .black,
            opacity: Double = 1,
            response: PenResponse = .plain
        ) {
            self.width = width
            self.color = color
            self.opacity = opacity
            self.response = response
        }
    }

    /// What to draw after new readings.
    public struct LiveOutline: Sendable, Hashable {
        /// Pieces that will not change any more, to be drawn once and kept.
        public var settled: Path
        /// The rest, to be drawn instead of the last one.
        public var tail: Path
    }

    /// The page, counted from 0.
    public let pageIndex: Int
    /// How the ink will look.
    public let pen: Pen
    private var finished: [[StrokePoint]] = []
    private var builder: StrokeBuilder

    /// Begins the first stroke.
    public init(onPage pageIndex: Int, pen: Pen) {
        self.pageIndex = pageIndex
        self.pen = pen
        builder = Self.builder(pen)
    }

    private static func builder(_ pen: Pen) -> StrokeBuilder {
        StrokeBuilder(width: pen.width, color: pen.color.ink, response: pen.response)
    }

    /// Takes readings in view space.
    ///
    /// - Returns: what to draw now, at a cost that does not grow with the stroke.
    public mutating func add(_ readings: some Sequence<PenReading>) -> LiveOutline {
        for reading in readings where reading.position.isFinite { builder.add(reading) }
        return LiveOutline(settled: builder.takeSettled(), tail: builder.tail)
    }

    /// The pen left the paper; what comes now is another stroke.
    ///
    /// - Returns: the outline of the stroke as it will be kept; empty when nothing was drawn.
    @discardableResult
    public mutating func endStroke() -> Path {
        let stroke = builder.stroke.thinned()
        builder = Self.builder(pen)
        let outline = stroke.outline
        if !outline.isEmpty { finished.append(stroke.points) }
        return outline
    }

    /// The command of everything drawn; nil when there is nothing.
    public mutating func command() -> EditCommand? {
        endStroke()
        guard !finished.isEmpty else { return nil }
        return .add([
            Annotation(
                pageIndex: pageIndex,
                kind: .ink(Annotation.InkStrokes(finished)),
                color: pen.color,
                opacity: pen.opacity,
                width: pen.width
            )
        ])
    }
}
