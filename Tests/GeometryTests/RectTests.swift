// SPDX-License-Identifier: Apache-2.0
import Geometry
import Testing

@Suite struct RectTests {
    @Test func swappedCornersGiveTheSameRect() {
        let expected = Rect(x: 1, y: 2, width: 3, height: 4)
        for (x0, x1) in [(1.0, 4.0), (4.0, 1.0)] {
            for (y0, y1) in [(2.0, 6.0), (6.0, 2.0)] {
                #expect(Rect(corners: Point(x: x0, y: y0), Point(x: x1, y: y1)) == expected)
            }
        }
        #expect(Rect(x: 4, y: 6, width: -3, height: -4).normalised == expected)
    }

    @Test func intersectionAndUnionAreWhatAllSmallRectsSay() {
        var all: [Rect] = []
        for x in 0..<3 {
            for y in 0..<3 {
                for w in 1...2 {
                    for h in 1...2 {
                        all.append(
                            Rect(
                                x: Double(x),
                                y: Double(y),
                                width: Double(w),
                                height: Double(h)
                            )
                        )
                    }
                }
            }
        }
        let cells = (0..<6).flatMap { x in
            (0..<6).map { y in Point(x: Double(x) + 0.5, y: Double(y) + 0.5) }
        }
        for a in all {
            for b in all {
                #expect(a.intersection(b) == b.intersection(a))
                #expect(a.union(b) == b.union(a))
                #expect(a.union(b).contains(a) && a.union(b).contains(b))
                for cell in cells {
                    let shared = a.intersection(b)?.contains(cell) ?? false
                    #expect(shared == (a.contains(cell) && b.contains(cell)))
                }
            }
        }
    }

    @Test func containingForgivesUpToTheTolerance() {
        let page = Rect(x: 0, y: 0, width: 100, height: 100)
        let over = Rect(x: -0.25, y: 50, width: 100.5, height: 10)
        #expect(!page.contains(over))
        #expect(page.contains(over, tolerance: 0.25))
        #expect(!page.contains(over, tolerance: 0.125))
        #expect(!page.contains(Rect(x: .nan, y: 0, width: 1, height: 1), tolerance: 1))
    }

    @Test func anInsetMovesEverySideInwards() {
        let rect = Rect(x: 10, y: 20, width: 30, height: 40)
        #expect(rect.insetBy(dx: 1, dy: 2) == Rect(x: 11, y: 22, width: 28, height: 36))
        #expect(rect.insetBy(dx: -1, dy: -2).insetBy(dx: 1, dy: 2) == rect)
        #expect(rect.insetBy(dx: 20, dy: 0).isEmpty)
        #expect(rect.center == Point(x: 25, y: 40))
    }

    @Test func fittingKeepsTheAspectAndCentres() {
        let frame = Rect(x: 100, y: 100, width: 200, height: 100)
        #expect(
            frame.fitting(Size(width: 50, height: 50))
                == Rect(x: 150, y: 100, width: 100, height: 100)
        )
        #expect(
            frame.fitting(Size(width: 400, height: 100))
                == Rect(x: 100, y: 125, width: 200, height: 50)
        )
        #expect(frame.fitting(Size(width: 8, height: 4)) == frame)
        #expect(frame.fitting(Size(width: 50, height: 50), mode: .stretch) == frame)
        #expect(frame.fitting(Size(width: 0, height: 50)) == frame)
        #expect(frame.fitting(Size(width: .nan, height: 50)) == frame)
    }
}
