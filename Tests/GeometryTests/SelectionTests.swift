// SPDX-License-Identifier: Apache-2.0
import Geometry
import SeededNumbers
import Testing

@Suite struct SelectionTests {
    private static let ring = Silhouette(
        stroking: .ellipse(in: Rect(x: 0, y: 0, width: 100, height: 100)),
        width: 4
    )

    private static func line(_ a: Point, _ b: Point) -> Path { Path([.move(a), .line(b)]) }

    @Test func aRingIsMissedInItsHole() {
        #expect(!Self.ring.covers(Point(x: 50, y: 50)))
        #expect(Self.ring.covers(Point(x: 101, y: 50)))
        #expect(!Self.ring.covers(Point(x: 103, y: 50)))
        #expect(Self.ring.covers(Point(x: 103, y: 50), reach: 1.5))
        let inTheHole = Selector(.rect(Rect(x: 30, y: 30, width: 40, height: 40)))
        #expect(!inTheHole.touches(Self.ring))
        let filled = Silhouette(filling: .ellipse(in: Rect(x: 0, y: 0, width: 100, height: 100)))
        #expect(inTheHole.touches(filled))
        // The corner of its bounding box is not the ellipse.
        #expect(!Selector(.rect(Rect(x: 0, y: 0, width: 10, height: 10))).touches(filled))
    }

    @Test func aDiagonalLineIsMissedBesideItself() {
        let diagonal = Silhouette(
            stroking: Self.line(Point(x: 0, y: 0), Point(x: 100, y: 100)),
            width: 2
        )
        #expect(!Selector(.rect(Rect(x: 60, y: 10, width: 30, height: 30))).touches(diagonal))
        #expect(Selector(.rect(Rect(x: 60, y: 10, width: 30, height: 50))).touches(diagonal))
        #expect(!diagonal.covers(Point(x: 70, y: 30)))
        #expect(diagonal.covers(Point(x: 70, y: 71)))
    }

    @Test func aLassoAroundIsNoTouchOfWhatItGoesAround() {
        // A hook of the lasso that goes round a dot without touching it.
        let lasso = Selector(
            .lasso([
                Point(x: 0, y: 0), Point(x: 100, y: 0), Point(x: 100, y: 100), Point(x: 60, y: 100),
                Point(x: 60, y: 40), Point(x: 40, y: 40), Point(x: 40, y: 100), Point(x: 0, y: 100),
            ])
        )
        let dot = Silhouette(filling: Rect(x: 45, y: 60, width: 10, height: 10))
        #expect(!lasso.touches(dot) && !lasso.encloses(dot))
        let inside = Silhouette(filling: Rect(x: 10, y: 60, width: 10, height: 10))
        #expect(lasso.touches(inside) && lasso.encloses(inside))
        let across = Silhouette(filling: Rect(x: 35, y: 60, width: 10, height: 10))
        #expect(lasso.touches(across) && !lasso.encloses(across))
    }

    @Test func quadsCountEachForItself() {
        let highlight = Silhouette(filling: [
            Quad(Rect(x: 0, y: 0, width: 50, height: 10)),
            // Goes round the other way and overlaps the first.
            Quad(
                Point(x: 40, y: 5),
                Point(x: 40, y: 15),
                Point(x: 90, y: 15),
                Point(x: 90, y: 5)
            ),
        ])
        for place in [Point(x: 45, y: 7), Point(x: 10, y: 5), Point(x: 80, y: 12)] {
            #expect(highlight.covers(place))
        }
        #expect(!highlight.covers(Point(x: 80, y: 2)))
        #expect(!Selector(.rect(Rect(x: 60, y: 0, width: 20, height: 4))).touches(highlight))
        #expect(Selector(.rect(Rect(x: 60, y: 0, width: 20, height: 6))).touches(highlight))
    }

    @Test func nothingMeetsNothing() {
        #expect(Silhouette().bounds == nil)
        #expect(!Selector(.rect(Rect(x: 0, y: 0, width: 9, height: 9))).touches(Silhouette()))
        #expect(!Selector(.lasso([])).touches(Self.ring))
        #expect(!Selector(.lasso([Point(x: .nan, y: 0)])).touches(Self.ring))
        #expect(!Selector(.rect(Rect(x: .nan, y: 0, width: 1, height: 1))).touches(Self.ring))
        #expect(!Self.ring.covers(Point(x: .nan, y: 0), reach: 10))
    }

    private func polygon(_ random: inout SplitMix) -> [Point] {
        let center = Point(x: random.double(in: 0...100), y: random.double(in: 0...100))
        let size = random.double(in: 5...40)
        return (0..<Int(3 + random.next() % 6)).map { _ in
            center + Point(x: random.double(in: -1...1), y: random.double(in: -1...1)) * size
        }
    }

    private func path(_ points: [Point]) -> Path {
        var path = Path(points.enumerated().map { $0 == 0 ? .move($1) : .line($1) })
        path.close()
        return path
    }

    @Test(arguments: 0..<100 as Range<UInt64>)
    func whoTouchesIsTouchedAndSharesAPlace(seed: UInt64) {
        var random = SplitMix(seed: seed)
        let (first, second) = (polygon(&random), polygon(&random))
        let (a, b) = (Silhouette(filling: path(first)), Silhouette(filling: path(second)))
        let touches = Selector(.lasso(first)).touches(b)
        #expect(touches == Selector(.lasso(second)).touches(a), "seed \(seed)")
        // Whatever place both cover proves that they touch.
        var shared = 0
        for _ in 0..<400 {
            let place = Point(x: random.double(in: 0...100), y: random.double(in: 0...100))
            if a.covers(place), b.covers(place) { shared += 1 }
        }
        #expect(touches || shared == 0, "seed \(seed)")
        if Selector(.lasso(first)).encloses(b) { #expect(touches, "seed \(seed)") }
        // The same in the space of a page that is turned.
        let turn = PageSpace(
            mediaBox: Rect(x: 0, y: 0, width: 100, height: 200),
            rotation: 90,
            userUnit: 2
        ).viewToPage
        let turned = Selector(SelectionArea.lasso(first).applying(turn))
        #expect(
            turned.touches(Silhouette(filling: path(second).applying(turn))) == touches,
            "seed \(seed)"
        )
    }

    @Test(arguments: 0..<60 as Range<UInt64>)
    func aLineIsTouchedWhereItsWidthReaches(seed: UInt64) {
        var random = SplitMix(seed: seed)
        let points = polygon(&random)
        let width = random.double(in: 0...20)
        let stroke = Silhouette(
            stroking: Path(points.enumerated().map { $0 == 0 ? .move($1) : .line($1) }),
            width: width
        )
        for _ in 0..<50 {
            let place = Point(x: random.double(in: 0...100), y: random.double(in: 0...100))
            let nearest =
                zip(points, points.dropFirst()).map { a, b in
                    // The nearest of many places on the line.
                    (0...200).map { (a + (b - a) * (Double($0) / 200)).distance(to: place) }.min()
                        ?? 0
                }.min() ?? 0
            if abs(nearest - width / 2) < 0.3 { continue }
            #expect(stroke.covers(place) == (nearest < width / 2), "seed \(seed)")
        }
    }

    @Test func flatteningStaysNearTheCurve() {
        let circle = Path.ellipse(in: Rect(x: -100, y: -100, width: 200, height: 200))
        let lines = circle.flattened(tolerance: 0.05)
        #expect(lines.count == 1 && lines[0].isClosed)
        for (a, b) in zip(lines[0].points, lines[0].points.dropFirst()) {
            let middle = (a + b) * 0.5
            #expect(abs(middle.distance(to: .zero) - 100) < 0.1)
        }
        var hostile = Path()
        hostile.line(to: Point(x: 1, y: 1))
        hostile.move(to: Point(x: 0, y: 0))
        hostile.cubic(Point(x: .infinity, y: 0), Point(x: 1, y: 1), to: Point(x: 2, y: 2))
        hostile.cubic(Point(x: 1e308, y: 0), Point(x: -1e308, y: 1), to: Point(x: 2, y: 2))
        #expect(hostile.flattened(tolerance: 0.01).joinedCount <= 257)
    }
}

extension [Path.Polyline] {
    fileprivate var joinedCount: Int { reduce(0) { $0 + $1.points.count } }
}
