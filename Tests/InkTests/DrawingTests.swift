// SPDX-License-Identifier: Apache-2.0
import Geometry
import Ink
import SeededNumbers
import Testing

@Suite struct DrawingTests {
    private static let red = InkColor(red: 200, green: 0, blue: 0)

    private static func line(_ y: Double, _ color: InkColor) -> Stroke {
        Stroke(
            points: [StrokePoint(x: 0, y: y), StrokePoint(x: 10, y: y)],
            width: 2,
            color: color
        )
    }

    @Test func neighboursOfOneColourShareAShape() {
        let drawing = Drawing(strokes: [
            Self.line(0, .black), Self.line(10, .black), Self.line(20, Self.red),
            Self.line(30, .black),
        ])
        #expect(drawing.outline.map(\.color) == [.black, Self.red, .black])
        #expect(
            drawing.outline[0].path.elements == Self.line(0, .black).outline.elements
                + Self.line(10, .black).outline.elements
        )
    }

    @Test func theBoundsHoldAllStrokesWithTheirWidth() throws {
        let drawing = Drawing(strokes: [Self.line(0, .black), Self.line(10, Self.red)])
        let bounds = try #require(drawing.bounds)
        let expected = Rect(x: -1, y: -1, width: 12, height: 12)
        #expect(bounds.contains(expected, tolerance: 0.01))
        #expect(expected.contains(bounds, tolerance: 0.01))
        #expect(Drawing().bounds == nil)
    }

    @Test func unusableReadingsAreLeftOut() {
        let clean = Self.line(0, .black)
        var dirty = clean
        dirty.points.insert(StrokePoint(x: .nan, y: 0), at: 1)
        dirty.points.insert(StrokePoint(x: 3, y: .infinity), at: 1)
        dirty.points.insert(StrokePoint(x: 1e300, y: 1), at: 0)
        dirty.points.append(StrokePoint(x: 10, y: 0, pressure: .nan))
        #expect(dirty.outline == clean.outline)
        dirty.points = [StrokePoint(x: .nan, y: .nan)]
        #expect(dirty.outline.isEmpty)
    }

    @Test(arguments: [0, -1, .nan, .infinity, 1e-300, 1e300] as [Double])
    func anImpossibleWidthDrawsNothing(width: Double) {
        var stroke = Self.line(0, .black)
        stroke.width = width
        #expect(Drawing(strokes: [stroke]).outline.isEmpty)
        #expect(Drawing(strokes: [stroke]).bounds == nil)
    }

    @Test func hostileNumbersGiveFinitePathsOfBoundedSize() {
        let strange: [Double] = [
            0, -0.0, 1, 1 + 1e-15, 1e-300, 1e7, -1e7, 9e6, 1e8, 1e308, .nan, .infinity, -.infinity,
            0.5, 3, 1e-3,
        ]
        var random = SplitMix(seed: 7)
        func pick() -> Double { strange[Int(random.next() % UInt64(strange.count))] }
        for _ in 0..<1000 {
            let points = (0..<20).map { _ in
                StrokePoint(x: pick(), y: pick(), pressure: pick(), milliseconds: pick())
            }
            let width = [1e-3, 1, 1e5][Int(random.next() % 3)]
            let path = Stroke(points: points, width: width).outline
            #expect(path.elements.count < 20 * 64 * 8)
            for element in path.elements {
                switch element {
                case .move(let a), .line(let a): #expect(a.isFinite)
                case .cubic(let a, let b, let c):
                    #expect(a.isFinite && b.isFinite && c.isFinite)
                case .close: break
                }
            }
        }
    }

    @Test func aLongScribbleIsFollowedToItsEnd() throws {
        var random = SplitMix(seed: 8)
        let points = (0..<3000).map {
            StrokePoint(x: Double($0), y: random.double(in: 0...9))
        }
        let path = Stroke(points: points, width: 2.5).outline
        #expect(abs(try #require(path.bounds).maxX - 3000.25) < 0.1)
        #expect(path.elements.count < 3000 * 10)
    }

    @Test func theSameInkGivesTheSameOutline() {
        for seed in 0..<10 as Range<UInt64> {
            #expect(Scribble.wild(seed: seed).outline == Scribble.wild(seed: seed).outline)
        }
    }

    @Test func timeDoesNotChangeTheShape() {
        var stroke = Self.line(0, .black)
        let outline = stroke.outline
        stroke.points[0].milliseconds = 12
        #expect(stroke.outline == outline)
    }
}
