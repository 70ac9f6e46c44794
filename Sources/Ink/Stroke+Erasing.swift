// SPDX-License-Identifier: Apache-2.0
public import Geometry

/// A round eraser that went straight from one place to another.
@frozen
public struct EraserPass: Sendable, Hashable {
    /// Where it began.
    public var from: Point
    /// Where it went; the same place for a touch.
    public var to: Point
    /// Half its width.
    public var radius: Double

    /// Makes a pass.
    @inlinable
    public init(from: Point, to: Point, radius: Double) {
        self.from = from
        self.to = to
        self.radius = radius
    }
}

extension Stroke {
    /// What an eraser leaves of the stroke.
    ///
    /// The line is cut where the eraser meets its ink, across its whole width. At a cut, place,
    /// pressure and time are those that the line had there, so the rest looks as it did.
    ///
    /// - Parameter pass: where the eraser went.
    /// - Returns: the parts that are left, in the order in which they were drawn; nil when the
    ///   eraser does not meet the stroke.
    public func erasing(_ pass: EraserPass) -> [Stroke]? {
        guard pass.from.isFinite, pass.to.isFinite, pass.radius >= 0, pass.radius.isFinite
        else { return nil }
        var cutter = StrokeCutter(self, pass)
        return cutter.cut()
    }
}

/// Walks along a stroke and leaves out what an eraser meets.
private struct StrokeCutter {
    private let stroke: Stroke
    private let pass: EraserPass
    private var parts: [[StrokePoint]] = []
    private var part: [StrokePoint] = []
    private var isCut = false

    init(_ stroke: Stroke, _ pass: EraserPass) {
        self.stroke = stroke
        self.pass = pass
    }

    mutating func cut() -> [Stroke]? {
        // Other readings are drawn by nobody.
        let points = stroke.points.filter { $0.position.isFinite }
        if points.count == 1 { return meets(points[0]) ? [] : nil }
        for (from, to) in zip(points, points.dropFirst()) { walk(from, to) }
        finishPart()
        guard isCut else { return nil }
        return parts.map { points in
            var copy = stroke
            copy.points = points
            return copy
        }
    }

    private func reach(_ point: StrokePoint) -> Double {
        pass.radius + Centreline.radius(pressure: point.pressure, width: stroke.width)
    }

    private func meets(_ point: StrokePoint) -> Bool {
        Capsule(pass.from, pass.to, reach(point)).contains(point.position)
    }

    private mutating func walk(_ from: StrokePoint, _ to: StrokePoint) {
        let capsule = Capsule(pass.from, pass.to, max(reach(from), reach(to)))
        guard let inside = capsule.crossing(from.position, to.position) else {
            add(from)
            add(to)
            return
        }
        isCut = true
        if inside.lowerBound > 0 {
            add(from)
            add(from.mixed(with: to, inside.lowerBound))
        }
        finishPart()
        if inside.upperBound < 1 {
            add(from.mixed(with: to, inside.upperBound))
            add(to)
        }
    }

    private mutating func add(_ point: StrokePoint) {
        if part.last != point { part.append(point) }
    }

    /// What is shorter than the step between two readings is no line any more.
    private mutating func finishPart() {
        defer { part = [] }
        guard part.count > 1 else {
            // A stroke that rests in one place is a dot, which was looked at as a whole.
            return
        }
        parts.append(part)
    }
}

extension StrokePoint {
    /// The reading at a share of the way to another.
    fileprivate func mixed(with other: StrokePoint, _ t: Double) -> StrokePoint {
        func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * t }
        var time = milliseconds
        if let first = milliseconds, let second = other.milliseconds { time = mix(first, second) }
        return StrokePoint(
            x: mix(x, other.x),
            y: mix(y, other.y),
            pressure: mix(pressure, other.pressure),
            milliseconds: time
        )
    }
}

/// All places within a distance of a straight line.
private struct Capsule {
    let from: Point
    let way: Point
    let square: Double
    let radius: Double

    init(_ from: Point, _ to: Point, _ radius: Double) {
        self.from = from
        way = to - from
        square = way.dot(way)
        self.radius = radius
    }

    func contains(_ point: Point) -> Bool {
        let off = point - from
        let t = square > 0 ? min(max(off.dot(way) / square, 0), 1) : 0
        return off.distance(to: way * t) <= radius
    }

    /// The part of a line from `a` to `b` that is inside, as shares of the way.
    ///
    /// It is one part, since a capsule is convex: the hull of what is in the two discs and in the
    /// box between them.
    func crossing(_ a: Point, _ b: Point) -> ClosedRange<Double>? {
        var found: ClosedRange<Double>?
        func add(_ range: ClosedRange<Double>?) {
            guard let range else { return }
            guard let known = found else { return found = range }
            found =
                min(known.lowerBound, range.lowerBound)...max(known.upperBound, range.upperBound)
        }
        add(disc(from, a, b))
        add(disc(from + way, a, b))
        add(box(a, b))
        return found
    }

    private func disc(_ center: Point, _ a: Point, _ b: Point) -> ClosedRange<Double>? {
        let (off, line) = (a - center, b - a)
        let (p, q, r) = (line.dot(line), off.dot(line), off.dot(off) - radius * radius)
        guard p > 0 else { return r <= 0 ? 0...1 : nil }
        let discriminant = q * q - p * r
        guard discriminant >= 0 else { return nil }
        let root = discriminant.squareRoot()
        return Self.clamp((-q - root) / p, (-q + root) / p)
    }

    private func box(_ a: Point, _ b: Point) -> ClosedRange<Double>? {
        guard square > 0 else { return nil }
        let length = square.squareRoot()
        let along = Self.slab((a - from).dot(way), (b - a).dot(way), 0, square)
        let across = Self.slab(
            way.cross(a - from),
            way.cross(b - a),
            -radius * length,
            radius * length
        )
        guard let along, let across else { return nil }
        return Self.clamp(
            max(along.lowerBound, across.lowerBound),
            min(along.upperBound, across.upperBound)
        )
    }

    /// Where a value that begins and grows so lies between two bounds.
    private static func slab(
        _ start: Double,
        _ growth: Double,
        _ low: Double,
        _ high: Double
    ) -> ClosedRange<Double>? {
        guard growth != 0 else { return start >= low && start <= high ? 0...1 : nil }
        let (first, second) = ((low - start) / growth, (high - start) / growth)
        return clamp(min(first, second), max(first, second))
    }

    private static func clamp(_ low: Double, _ high: Double) -> ClosedRange<Double>? {
        let (low, high) = (max(low, 0), min(high, 1))
        return low <= high ? low...high : nil
    }
}
