// SPDX-License-Identifier: Apache-2.0
import Geometry
import SeededNumbers
import Testing

@Suite struct AffineTransformTests {
    @Test func theSixNumbersMeanWhatTheFileMeans() {
        let transform = AffineTransform(a: 2, b: 3, c: 5, d: 7, tx: 11, ty: 13)
        #expect(transform.apply(Point(x: 17, y: 19)) == Point(x: 140, y: 197))
    }

    @Test func concatenatingDoesTheFirstFirst() {
        let first = AffineTransform.scale(x: 2, y: 4)
        let next = AffineTransform.translation(x: 10, y: 20)
        let both = first.concatenating(next)
        let point = Point(x: 3, y: 5)
        #expect(both.apply(point) == next.apply(first.apply(point)))
        #expect(both.apply(point) == Point(x: 16, y: 40))
        #expect(first.concatenating(.identity) == first)
    }

    @Test func theInverseTakesEverythingBack() throws {
        var random = SplitMix(seed: 1)
        for _ in 0..<1000 {
            let transform = AffineTransform(
                a: random.double(in: -9...9),
                b: random.double(in: -9...9),
                c: random.double(in: -9...9),
                d: random.double(in: -9...9),
                tx: random.double(in: -99...99),
                ty: random.double(in: -99...99)
            )
            guard abs(transform.a * transform.d - transform.b * transform.c) > 0.01 else {
                continue
            }
            let inverse = try #require(transform.inverted())
            let point = Point(x: random.double(in: -99...99), y: random.double(in: -99...99))
            #expect(inverse.apply(transform.apply(point)).distance(to: point) < 1e-7)
        }
    }

    @Test(arguments: [
        AffineTransform(a: 0, b: 0, c: 0, d: 0, tx: 1, ty: 1),
        AffineTransform(a: 1, b: 2, c: 2, d: 4, tx: 0, ty: 0),
        AffineTransform(a: .nan, b: 0, c: 0, d: 1, tx: 0, ty: 0),
        AffineTransform(a: .infinity, b: 0, c: 0, d: 1, tx: 0, ty: 0),
        AffineTransform(a: 1e-308, b: 0, c: 0, d: 1e-308, tx: 0, ty: 0),
        AffineTransform(a: 1e-300, b: 0, c: 0, d: 1, tx: 1e300, ty: 0),
        AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: .infinity, ty: 0),
    ])
    func whatCannotBeTakenBackHasNoInverse(transform: AffineTransform) {
        #expect(transform.inverted() == nil)
    }

    @Test func aRectBecomesTheBoundsOfItsCorners() {
        let turned = AffineTransform(a: 1, b: 1, c: -1, d: 1, tx: 0, ty: 0)
        let unit = Rect(x: 0, y: 0, width: 1, height: 1)
        #expect(turned.apply(unit) == Rect(x: -1, y: 0, width: 2, height: 2))
        #expect(turned.apply(Quad(unit)).p2 == Point(x: 0, y: 2))
    }
}
