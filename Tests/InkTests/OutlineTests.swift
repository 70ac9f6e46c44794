// SPDX-License-Identifier: Apache-2.0
import Geometry
import Ink
import SeededNumbers
import Testing

private func stroke(
    _ points: [(Double, Double)],
    pressure: Double = 0.5,
    width: Double = 4
) -> Stroke {
    Stroke(
        points: points.map { StrokePoint(x: $0.0, y: $0.1, pressure: pressure) },
        width: width
    )
}

@Suite struct OutlineTests {
    @Test func aSinglePointIsADisc() throws {
        let path = stroke([(10, 20)]).outline
        let bounds = try #require(path.bounds)
        #expect(bounds.contains(Rect(x: 8, y: 18, width: 4, height: 4), tolerance: 1e-9))
        #expect(Rect(x: 8, y: 18, width: 4, height: 4).contains(bounds, tolerance: 1e-9))
        for point in path.polygons().flatMap({ $0 }) {
            #expect(abs(point.distance(to: Point(x: 10, y: 20)) - 2) < 0.001)
        }
        // Resting in one place is a dot as well, as large as the hardest press.
        let rested = Stroke(
            points: (0..<9).map { StrokePoint(x: 10, y: 20, pressure: Double($0) / 8) },
            width: 4
        )
        #expect(try #require(rested.outline.bounds).width > 6.3)
    }

    @Test func aLineIsAsWideAsItsPressureSays() throws {
        let line = (0...10).map { (Double($0) * 10, 50.0) }
        for (pressure, width) in [(0.0, 1.6), (0.5, 4.0), (1.0, 6.4)] {
            let bounds = try #require(stroke(line, pressure: pressure).outline.bounds)
            #expect(abs(bounds.height - width) < 0.02)
            #expect(abs(bounds.minX + width / 2) < 0.02)
            #expect(abs(bounds.maxX - 100 - width / 2) < 0.02)
        }
    }

    @Test func growingPressureMakesAGrowingLine() {
        let line = Stroke(
            points: (0...10).map {
                StrokePoint(x: Double($0) * 10, y: 50, pressure: Double($0) / 10)
            },
            width: 4
        )
        let polygons = line.outline.polygons()
        func height(at x: Double) -> Int {
            (0..<1000).count { step in
                windingNumber(of: polygons, around: Point(x: x, y: 45 + Double(step) / 100)) != 0
            }
        }
        let heights = [5.0, 20, 40, 60, 80, 95].map(height)
        #expect(heights == heights.sorted())
        #expect(abs(heights[0] - 184) < 10 && abs(heights[5] - 616) < 10)
    }

    @Test func theBoundsHoldADiscAtEveryReading() throws {
        for seed in 0..<50 as Range<UInt64> {
            let drawn = Scribble.smooth(seed: seed)
            let bounds = try #require(drawn.outline.bounds)
            for point in drawn.points {
                // Smoothing may move a reading by a fifth of the width.
                let radius = drawn.width * (0.2 - 0.02)
                let disc = Rect(x: point.x, y: point.y, width: 0, height: 0)
                    .insetBy(dx: -radius, dy: -radius)
                #expect(bounds.contains(disc, tolerance: 0.2 * drawn.width))
            }
        }
    }

    @Test(arguments: 0..<24 as Range<UInt64>)
    func noScribbleHasAHole(seed: UInt64) {
        let drawn = seed % 2 == 0 ? Scribble.wild(seed: seed) : Scribble.smooth(seed: seed)
        let polygons = drawn.outline.polygons(steps: 12)
        for (a, b) in zip(drawn.points, drawn.points.dropFirst()) where seed % 2 == 1 {
            let middle = Point(x: (a.x + b.x) / 2, y: (a.y + b.y) / 2)
            #expect(windingNumber(of: polygons, around: middle) != 0, "seed \(seed)")
        }
        // All pieces go round in one direction, so nowhere can they cancel.
        for polygon in polygons { #expect(signedArea(of: polygon) < 0, "seed \(seed)") }
        var random = SplitMix(seed: seed)
        for _ in 0..<300 {
            let point = Point(
                x: random.double(in: 0...100) + 0.000_3,
                y: random.double(in: 0...100) + 0.000_7
            )
            let winding = windingNumber(of: polygons, around: point)
            if winding > 0 {
                // A fitted side may stray by the tolerance; a fold of more would be a fault.
                let nearest = polygons.joined().map { $0.distance(to: point) }.min() ?? 0
                #expect(nearest < 0.1 * drawn.width, "seed \(seed)")
            }
        }
    }

    @Test func theInsideOfAZigZagIsFullAndItsCornersRound() {
        let corners = (0..<12).map { (Double($0) * 5, $0 % 2 == 0 ? 0.0 : 30.0) }
        for width in [1.0, 4, 9] {
            let polygons = stroke(corners, width: width).outline.polygons()
            for (a, b) in zip(corners, corners.dropFirst()) {
                for step in 0...40 {
                    let t = Double(step) / 40
                    let point = Point(x: a.0 + (b.0 - a.0) * t, y: a.1 + (b.1 - a.1) * t)
                    #expect(windingNumber(of: polygons, around: point) != 0)
                }
            }
            for corner in corners.dropFirst().dropLast() {
                let out = corner.1 > 0 ? 0.98 : -0.98
                let tip = Point(x: corner.0, y: corner.1 + out * width / 2)
                #expect(windingNumber(of: polygons, around: tip) != 0)
                let beyond = Point(x: corner.0, y: corner.1 + out * width / 2 * 1.1)
                #expect(windingNumber(of: polygons, around: beyond) == 0)
            }
        }
    }

    @Test func aCircleIsFollowedToAFiftiethOfTheWidth() {
        // 64 steps of a quarter turn's rational parametrisation: no trigonometry needed.
        let quarter = (0..<16).map { step in
            let t = Double(step) / 16
            return ((1 - t * t) / (1 + t * t) * 50, 2 * t / (1 + t * t) * 50)
        }
        let circle =
            quarter + quarter.map { (-$0.1, $0.0) } + quarter.map { (-$0.0, -$0.1) }
            + quarter.map { ($0.1, -$0.0) } + [(50, 0)]
        let path = stroke(circle, width: 5).outline
        for point in path.polygons().flatMap({ $0 }) {
            let radius = point.distance(to: .zero)
            // The two caps lie between the flanks.
            #expect(radius < 52.5 + 0.15 && radius > 47.5 - 0.15)
        }
        #expect(path.elements.count < 40)
    }
}

/// Random strokes.
enum Scribble {
    /// Readings anywhere: sharp turns, repetitions, jumping pressure.
    static func wild(seed: UInt64) -> Stroke {
        var random = SplitMix(seed: seed)
        let points = (0..<40).map { _ in
            StrokePoint(
                x: random.double(in: 0...100),
                y: random.double(in: 0...100),
                pressure: random.double(in: 0...1)
            )
        }
        return Stroke(points: points + points.suffix(1), width: random.double(in: 0.5...12))
    }

    /// A hand that steers: direction and pressure wander, bends go below the width.
    static func smooth(seed: UInt64) -> Stroke {
        var random = SplitMix(seed: seed)
        var (x, y, pressure) = (50.0, 50.0, 0.5)
        var (dx, dy, bend) = (1.0, 0.0, 0.0)
        var points: [StrokePoint] = []
        for _ in 0..<120 {
            points.append(StrokePoint(x: x, y: y, pressure: pressure))
            bend = min(max(bend + random.double(in: -0.2...0.2), -0.6), 0.6)
            (dx, dy) = (dx - bend * dy, dy + bend * dx)
            let length = (dx * dx + dy * dy).squareRoot()
            (dx, dy) = (dx / length, dy / length)
            (x, y) = (x + dx * 1.5, y + dy * 1.5)
            pressure = min(max(pressure + random.double(in: -0.1...0.1), 0), 1)
        }
        return Stroke(points: points, width: random.double(in: 2...6))
    }
}
