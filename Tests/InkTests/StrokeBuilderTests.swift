// SPDX-License-Identifier: Apache-2.0
import Geometry
import Ink
import SeededNumbers
import Testing

@Suite struct StrokeBuilderTests {
    private func reading(_ point: StrokePoint) -> PenReading {
        PenReading(
            position: point.position,
            pressure: point.pressure,
            milliseconds: point.milliseconds
        )
    }

    private func long(seed: UInt64) -> Stroke {
        var stroke = Scribble.smooth(seed: seed)
        for next in 1..<6 as Range<UInt64> {
            let last = stroke.points[stroke.points.count - 1]
            let more = Scribble.smooth(seed: seed + 100 * next).points
            stroke.points += more.dropFirst().map {
                StrokePoint(
                    x: last.x + $0.x - more[0].x,
                    y: last.y + $0.y - more[0].y,
                    pressure: $0.pressure
                )
            }
        }
        return stroke
    }

    @Test(arguments: 0..<8 as Range<UInt64>)
    func theLiveOutlineCoversWhatTheFinalOneCovers(seed: UInt64) {
        let drawn = long(seed: seed)
        var builder = StrokeBuilder(width: drawn.width)
        var taken = Path()
        for point in drawn.points {
            builder.add(reading(point))
            taken.append(builder.takeSettled())
        }
        #expect(builder.stroke.points == drawn.points)
        #expect(taken == builder.settled)
        #expect(!builder.settled.isEmpty)
        let live = Silhouette(filling: builder.outline)
        let final = Silhouette(filling: drawn.outline)
        var random = SplitMix(seed: seed)
        for point in drawn.points {
            let place =
                point.position
                + Point(x: random.double(in: -6...6), y: random.double(in: -6...6))
            // Only the rounding of fitted curves may tell them apart.
            if live.covers(place) != final.covers(place) {
                let margin = 0.1 * drawn.width
                #expect(live.covers(place, reach: margin), "seed \(seed)")
                #expect(final.covers(place, reach: margin), "seed \(seed)")
            }
        }
    }

    @Test func theTailStaysShortHoweverLongTheStroke() {
        var builder = StrokeBuilder(width: 2)
        var longest = 0
        var random = SplitMix(seed: 5)
        for index in 0..<4000 {
            builder.add(
                PenReading(
                    position: Point(x: Double(index), y: random.double(in: 0...9)),
                    pressure: 0.5
                )
            )
            longest = max(longest, builder.tail.elements.count)
        }
        #expect(longest < 64 * 16)
    }

    @Test func aTouchIsADotAtOnce() {
        var builder = StrokeBuilder(width: 4)
        #expect(builder.outline.isEmpty)
        builder.add(PenReading(position: Point(x: 5, y: 5)))
        #expect(builder.outline == builder.stroke.outline)
        #expect(!builder.outline.isEmpty)
    }

    @Test func aQuickHandDrawsThinnerAndALeaningPenBroader() {
        func pressures(_ response: PenResponse, step: Double, tilt: Double?) -> [Double] {
            var builder = StrokeBuilder(width: 4, response: response)
            for index in 0..<20 {
                builder.add(
                    PenReading(
                        position: Point(x: Double(index) * step, y: 0),
                        pressure: 0.5,
                        milliseconds: Double(index) * 8,
                        tilt: tilt
                    )
                )
            }
            return builder.stroke.points.map(\.pressure)
        }
        #expect(pressures(.plain, step: 9, tilt: 0.8).allSatisfy { $0 == 0.5 })
        #expect(pressures(.finger, step: 8, tilt: nil)[19] < 0.4)
        #expect(pressures(.finger, step: 0.4, tilt: nil)[19] > 0.6)
        #expect(pressures(.pen, step: 2, tilt: 1)[19] > pressures(.pen, step: 2, tilt: 0)[19] + 0.2)
        // Times that stand still or are no numbers say nothing.
        var builder = StrokeBuilder(width: 4, response: .finger)
        for time in [0, 0, .nan, .infinity, 5] as [Double] {
            builder.add(PenReading(position: Point(x: time, y: 1), milliseconds: time))
        }
        #expect(builder.stroke.points.allSatisfy { $0.pressure >= 0 && $0.pressure <= 1 })
    }
}

@Suite struct ThinningTests {
    @Test(arguments: 0..<40 as Range<UInt64>)
    func theLineStaysWhereItIs(seed: UInt64) {
        let drawn = seed % 4 == 0 ? Scribble.wild(seed: seed) : Scribble.smooth(seed: seed)
        let thinned = drawn.thinned()
        #expect(thinned.points.count <= drawn.points.count)
        let (before, after) = (
            Silhouette(filling: drawn.outline), Silhouette(filling: thinned.outline)
        )
        var random = SplitMix(seed: seed)
        for _ in 0..<600 {
            let place = Point(x: random.double(in: -20...120), y: random.double(in: -20...120))
            if before.covers(place) == after.covers(place) { continue }
            // The tolerance, and what fitting may stray on either side.
            let margin = 0.1 * drawn.width
            #expect(before.covers(place, reach: margin), "seed \(seed)")
            #expect(after.covers(place, reach: margin), "seed \(seed)")
        }
    }

    @Test func aStraightLineNeedsItsEndsAlone() {
        let points = (0...200).map { StrokePoint(x: Double($0), y: 2 * Double($0)) }
        #expect(Stroke(points: points, width: 2).thinned().points.count == 2)
    }

    @Test func aSmoothLineNeedsFewReadings() {
        // 64 steps of a quarter turn's rational parametrisation, many times as dense as needed.
        let points = (0...400).map { step in
            let t = Double(step) / 400
            return StrokePoint(x: (1 - t * t) / (1 + t * t) * 50, y: 2 * t / (1 + t * t) * 50)
        }
        let thinned = Stroke(points: points, width: 2).thinned()
        #expect(thinned.points.count < 20)
        #expect(thinned.points.first?.position == points.first?.position)
    }

    @Test func cornersAndDotsStay() {
        let there = (0...20).map { StrokePoint(x: Double($0), y: 0) }
        let back = (1...20).map { StrokePoint(x: 20 - Double($0), y: 1) }
        let corner = there + back
        let thinned = Stroke(points: corner, width: 2).thinned().points.map(\.position)
        #expect(thinned.contains(Point(x: 20, y: 0)))
        let dot = Stroke(points: [StrokePoint(x: 3, y: 3)], width: 2)
        #expect(dot.thinned() == dot)
        let nothing = Stroke(points: [], width: 2)
        #expect(nothing.thinned() == nothing)
    }

    @Test func pressureThatRisesAndFallsIsKept() throws {
        let points = (0...100).map { (step: Int) -> StrokePoint in
            let time = Double(step)
            let pressure = min(time / 50, 2 - time / 50)
            return StrokePoint(x: time, y: 0, pressure: pressure, milliseconds: time)
        }
        let thinned = Stroke(points: points, width: 4).thinned()
        #expect(thinned.points.count < 20)
        #expect((thinned.points.map(\.pressure).max() ?? 0) > 0.9)
        let times = thinned.points.compactMap(\.milliseconds)
        #expect(times == times.sorted() && times.count == thinned.points.count)
    }
}

@Suite struct ErasingTests {
    private let line = Stroke(
        points: (0...10).map {
            StrokePoint(
                x: Double($0) * 10,
                y: 0,
                pressure: Double($0) / 10,
                milliseconds: Double($0)
            )
        },
        width: 2
    )

    @Test func anEraserThatPassesElsewhereLeavesTheStroke() {
        let pass = EraserPass(from: Point(x: 0, y: 20), to: Point(x: 100, y: 20), radius: 5)
        #expect(line.erasing(pass) == nil)
    }

    @Test func aStrokeIsCutWithItsPressureKept() throws {
        let pass = EraserPass(from: Point(x: 50, y: -30), to: Point(x: 50, y: 30), radius: 3)
        let parts = try #require(line.erasing(pass))
        try #require(parts.count == 2)
        for point in parts.flatMap(\.points) {
            #expect(abs(point.pressure - point.x / 100) < 1e-9)
            #expect(abs((point.milliseconds ?? -1) - point.x / 10) < 1e-9)
            // Half the ink lies beside its middle line.
            #expect(abs(point.x - 50) >= 3 + 0.9)
        }
        #expect(parts[0].points[0] == line.points[0])
        #expect(parts[1].points.last == line.points.last)
    }

    @Test func whatIsCoveredGoesAsAWhole() {
        let pass = EraserPass(from: Point(x: -5, y: 0), to: Point(x: 105, y: 0), radius: 3)
        #expect(line.erasing(pass) == [])
        let dot = Stroke(points: [StrokePoint(x: 1, y: 1)], width: 2)
        #expect(dot.erasing(EraserPass(from: .zero, to: .zero, radius: 1)) == [])
        #expect(dot.erasing(EraserPass(from: Point(x: 9, y: 9), to: .zero, radius: 0)) == [])
        #expect(
            dot.erasing(EraserPass(from: Point(x: 9, y: 9), to: Point(x: 9, y: 9), radius: 2))
                == nil
        )
    }

    @Test(arguments: 0..<100 as Range<UInt64>)
    func nothingOfTheMiddleLineIsLeftUnderTheEraser(seed: UInt64) {
        var random = SplitMix(seed: seed)
        let drawn = seed % 2 == 0 ? Scribble.wild(seed: seed) : Scribble.smooth(seed: seed)
        func place() -> Point {
            Point(x: random.double(in: 0...100), y: random.double(in: 0...100))
        }
        let pass = EraserPass(from: place(), to: place(), radius: random.double(in: 0...20))
        let path = Path([.move(pass.from), .line(pass.to)])
        let eraser = Silhouette(stroking: path, width: 2 * pass.radius)
        guard let parts = drawn.erasing(pass) else {
            for point in drawn.points { #expect(!eraser.covers(point.position), "seed \(seed)") }
            return
        }
        for part in parts {
            #expect(part.points.count > 1, "seed \(seed)")
            for (a, b) in zip(part.points, part.points.dropFirst()) {
                let middle = (a.position + b.position) * 0.5
                #expect(!eraser.covers(middle), "seed \(seed)")
            }
        }
        // What the eraser did not come near is all there.
        let grown = Silhouette(stroking: path, width: 2 * pass.radius + 2 * drawn.width)
        for point in drawn.points where !grown.covers(point.position) {
            #expect(parts.contains { $0.points.contains(point) }, "seed \(seed)")
        }
    }
}
