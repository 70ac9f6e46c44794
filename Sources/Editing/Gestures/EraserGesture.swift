// SPDX-License-Identifier: Apache-2.0
public import Geometry
internal import Ink
public import PDFModel

/// An eraser that a person moves over the ink of a page; at the end there is one command.
public struct EraserGesture: Sendable {
    /// What it takes.
    public enum Mode: Sendable, Hashable, CaseIterable {
        /// Every stroke that it touches, as a whole.
        case strokes
        /// What it passes over; strokes are cut.
        case parts
    }

    /// The page, counted from 0.
    public let pageIndex: Int
    /// What it takes.
    public let mode: Mode
    /// Half its width, in points.
    public let radius: Double
    private let original: [Annotation]
    private var ink: [Annotation]
    private var last: Point?

    /// Begins with the annotations of a page, of which only ink that is not locked is touched.
    public init(onPage pageIndex: Int, of annotations: [Annotation], mode: Mode, radius: Double) {
        self.pageIndex = pageIndex
        self.mode = mode
        self.radius = radius
        original = annotations.filter { annotation in
            guard case .ink = annotation.kind else { return false }
            return annotation.isSelectable && !annotation.isLocked
        }
        ink = original
    }

    /// The ink that is left, to be drawn.
    public var remaining: [Annotation] { ink.filter { !$0.strokes.isEmpty } }

    /// The eraser is at a place of view space now, and went there straight from the last one.
    ///
    /// - Returns: the names of the annotations that this changed.
    @discardableResult
    public mutating func move(to place: Point) -> [String] {
        guard place.isFinite else { return [] }
        let pass = EraserPass(from: last ?? place, to: place, radius: radius)
        last = place
        let area = Rect(corners: pass.from, pass.to).insetBy(dx: -radius, dy: -radius)
        var changed: [String] = []
        for index in ink.indices where ink[index].rect.meets(area) {
            if let left = strokes(of: ink[index], after: pass) {
                ink[index].strokes = left
                changed.append(ink[index].id)
            }
        }
        return changed
    }

    /// The eraser was lifted; the next place is not joined to the last one.
    public mutating func lift() { last = nil }

    /// What is left of an annotation's strokes; nil when the eraser met none.
    private func strokes(of annotation: Annotation, after pass: EraserPass) -> [[StrokePoint]]? {
        var isMet = false
        let left = annotation.strokes.flatMap { points -> [[StrokePoint]] in
            let stroke = Stroke(points: points, width: annotation.width)
            guard let parts = stroke.erasing(pass) else { return [points] }
            isMet = true
            return mode == .strokes ? [] : parts.map(\.points)
        }
        return isMet ? left : nil
    }

    /// The command of everything erased; nil when nothing was.
    public var command: EditCommand? {
        var commands: [EditCommand] = []
        let gone = ink.filter(\.strokes.isEmpty).map { AnnotationReference($0) }
        if !gone.isEmpty { commands.append(.remove(gone)) }
        let changed = zip(original, ink).filter { $0.strokes != $1.strokes && !$1.strokes.isEmpty }
        if !changed.isEmpty { commands.append(.replace(changed.map { $1.fitted() })) }
        return commands.isEmpty ? nil : .group(name: "Erase", commands)
    }
}

extension Annotation {
    /// The strokes of ink; none for other kinds.
    fileprivate var strokes: [[StrokePoint]] {
        get { if case .ink(let ink) = kind { ink.strokes } else { [] } }
        set { kind = .ink(InkStrokes(newValue)) }
    }

    fileprivate func fitted() -> Annotation {
        var copy = self
        copy.fitRect()
        return copy
    }
}

extension Rect {
    fileprivate func meets(_ other: Rect) -> Bool {
        minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
    }
}
