// SPDX-License-Identifier: Apache-2.0
import Geometry
import SeededNumbers
import Testing

@Suite struct PathTests {
    @Test func theBoundsFollowTheCurveAndNotItsControlPoints() {
        var path = Path()
        path.move(to: Point(x: 0, y: 0))
        path.cubic(Point(x: 0, y: 4), Point(x: 8, y: 4), to: Point(x: 8, y: 0))
        #expect(path.bounds == Rect(x: 0, y: 0, width: 8, height: 3))
    }

    @Test func theBoundsHoldEverySampleAndAreTouched() throws {
        var random = SplitMix(seed: 4)
        for _ in 0..<500 {
            let p = (0..<4).map { _ in
                Point(x: random.double(in: -50...50), y: random.double(in: -50...50))
            }
            var path = Path()
            path.move(to: p[0])
            path.cubic(p[1], p[2], to: p[3])
            let bounds = try #require(path.bounds)
            var reached: Rect?
            for step in 0...2000 {
                let t = Double(step) / 2000
                let s = 1 - t
                let point =
                    p[0] * (s * s * s) + p[1] * (3 * s * s * t) + p[2] * (3 * s * t * t)
                    + p[3] * (t * t * t)
                let dot = Rect(corners: point, point)
                #expect(bounds.contains(dot, tolerance: 1e-9))
                reached = reached?.union(dot) ?? dot
            }
            #expect(try #require(reached).contains(bounds, tolerance: 1e-3))
        }
    }

    @Test func whatDrawsNothingHasNoBounds() {
        #expect(Path().bounds == nil)
        #expect(Path([.move(Point(x: 1, y: 1))]).bounds == nil)
        #expect(Path([.line(Point(x: 1, y: 1)), .close]).bounds == nil)
        let hostile = Path([
            .move(Point(x: 0, y: 0)), .line(Point(x: .nan, y: 0)), .line(Point(x: 9, y: 9)),
            .move(Point(x: 1, y: 1)), .line(Point(x: 2, y: 3)),
        ])
        #expect(hostile.bounds == Rect(x: 1, y: 1, width: 1, height: 2))
    }

    @Test func afterClosingTheNextLineStartsAtTheBeginning() {
        let path = Path([
            .move(Point(x: 5, y: 5)), .line(Point(x: 6, y: 5)), .close, .line(Point(x: 5, y: 9)),
        ])
        #expect(path.bounds == Rect(x: 5, y: 5, width: 1, height: 4))
    }

    @Test func aTransformMovesEveryPoint() {
        let path = Path([
            .move(Point(x: 1, y: 2)), .line(Point(x: 3, y: 4)),
            .cubic(Point(x: 5, y: 6), Point(x: 7, y: 8), Point(x: 9, y: 10)), .close,
        ])
        let moved = path.applying(.translation(x: 10, y: 20))
        #expect(
            moved
                == Path([
                    .move(Point(x: 11, y: 22)), .line(Point(x: 13, y: 24)),
                    .cubic(Point(x: 15, y: 26), Point(x: 17, y: 28), Point(x: 19, y: 30)), .close,
                ])
        )
    }
}
