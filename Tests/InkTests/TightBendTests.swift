// SPDX-License-Identifier: Apache-2.0
import Geometry
import SeededNumbers
import Testing

@testable import Ink

/// Bends that are tighter than the line is broad.
@Suite struct TightBendTests {
    /// Loops like those of a hand: points that chase a point that jumps.
    private static func loops(_ count: Int, width: Double, pressed: Bool) -> Stroke {
        var (place, way) = (Point(x: 50, y: 50), Point(x: 1, y: 0))
        let points = (0..<count).map { index in
            let goal = Point(x: Double(index / 40) * 6 + 60, y: index / 20 % 2 == 0 ? 40 : 60)
            way = way * 0.93 + (goal - place) * 0.012
            place = place + way
            let pressure = pressed ? Double(abs(index % 60 - 30)) / 60 + 0.25 : 0.5
            return StrokePoint(x: place.x, y: place.y, pressure: pressure)
        }
        return Stroke(points: points, width: width)
    }

    /// Half a turn about a point and a way out on both sides, without trigonometry.
    private static func turn(radius: Double, width: Double) -> Stroke {
        let half = (-16...16).map { step in
            // The rational parametrisation of a circle, from below to above.
            let t = Double(step) / 16
            return Point(
                x: radius * (1 - t * t) / (1 + t * t),
                y: radius * 2 * t / (1 + t * t)
            )
        }
        let out = (1...20).map { Point(x: -Double($0) / 4 * width, y: radius) }
        let into = out.reversed().map { Point(x: $0.x, y: -radius) }
        return Stroke(
            points: (into + half + out).map { StrokePoint(x: $0.x, y: $0.y) },
            width: width
        )
    }

    /// What discs cover that go along the line.
    private struct Discs {
        let samples: [CentrelineSample]

        init(_ stroke: Stroke) throws {
            let line = try #require(Centreline(stroke))
            samples = line.sections.flatMap { section in
                let sampler = SectionSampler(section, width: stroke.width)
                return (0..<sampler.nodes.count - 1).flatMap { sampler.samples(at: $0, steps: 24) }
            }
        }

        /// How deep a place lies in what is covered; negative outside.
        func depth(of place: Point) -> Double {
            samples.reduce(-.infinity) { max($0, $1.radius - $1.point.distance(to: place)) }
        }
    }

    private func check(_ stroke: Stroke, places: Int, seed: UInt64) throws {
        let discs = try Discs(stroke)
        let polygons = stroke.outline.polygons()
        for polygon in polygons { #expect(signedArea(of: polygon) < 0, "seed \(seed)") }
        // What sampling and fitting may stray.
        let margin = 0.06 * stroke.width
        var random = SplitMix(seed: seed)
        var deep = 0
        for _ in 0..<places {
            let near = discs.samples[Int(random.next() % UInt64(discs.samples.count))].point
            let reach = stroke.width
            let place = Point(
                x: near.x + random.double(in: -reach...reach),
                y: near.y + random.double(in: -reach...reach)
            )
            let depth = discs.depth(of: place)
            guard abs(depth) > margin else { continue }
            if depth > 0 { deep += 1 }
            let isCovered = windingNumber(of: polygons, around: place) != 0
            #expect(isCovered == (depth > 0), "seed \(seed), \(place), depth \(depth)")
        }
        #expect(deep > places / 10)
    }

    @Test(arguments: [0.02, 0.1, 0.2, 0.3, 0.4, 0.45, 0.5, 0.55, 0.7])
    func aHalfTurnCoversWhatADiscCoversThatGoesAlongIt(radius: Double) throws {
        for width in [0.5, 4.0] {
            try check(Self.turn(radius: radius * width, width: width), places: 400, seed: 1)
        }
    }

    @Test(arguments: 0..<8 as Range<UInt64>)
    func loopsOfAHandCoverWhatADiscCovers(seed: UInt64) throws {
        let stroke = Self.loops(200, width: 1 + Double(seed) * 0.7, pressed: seed % 2 == 0)
        try check(stroke, places: 400, seed: seed)
    }

    @Test(arguments: 0..<24 as Range<UInt64>)
    func aSteeringHandCoversWhatADiscCovers(seed: UInt64) throws {
        try check(Scribble.smooth(seed: seed), places: 200, seed: seed)
    }

    @Test func aBendCostsFewCurves() {
        for isPressed in [false, true] {
            let drawn = Self.loops(2000, width: 2.5, pressed: isPressed)
            #expect(drawn.outline.elements.count < drawn.points.count * 5 / 4)
        }
    }
}
