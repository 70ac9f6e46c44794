// SPDX-License-Identifier: Apache-2.0
import Geometry
import SeededNumbers
import Testing

/// Every combination of what can move a page: all numbers are sums of powers of two, so that the
/// laws hold to the last bit.
private let grid: [PageSpace] = {
    var spaces: [PageSpace] = []
    for origin in [Point.zero, Point(x: 100, y: 50), Point(x: -30.5, y: 7.25)] {
        for size in [Size(width: 612, height: 792), Size(width: 842, height: 595)] {
            let media = Rect(x: origin.x, y: origin.y, width: size.width, height: size.height)
            let crops: [Rect?] = [
                nil, media, media.insetBy(dx: 36, dy: 18.5),
                Rect(x: media.minX - 10, y: media.minY + 20, width: 300, height: 4000),
                Rect(corners: media.center, media.center + Point(x: 200, y: -128)),
            ]
            for crop in crops {
                for rotation in [0, 90, 180, 270, -90, -180, -270, 450, 720, -630] {
                    for unit in [nil, 1, 2, 0.5, 16] as [Double?] {
                        spaces.append(
                            PageSpace(
                                mediaBox: media,
                                cropBox: crop,
                                rotation: rotation,
                                userUnit: unit
                            )
                        )
                    }
                }
            }
        }
    }
    return spaces
}()

@Suite struct PageSpaceTests {
    @Test func viewAfterPageIsTheIdentity() {
        for space in grid {
            #expect(space.problems.isEmpty)
            #expect(space.pageToView.concatenating(space.viewToPage) == .identity)
            #expect(space.viewToPage.concatenating(space.pageToView) == .identity)
            for x in [0.0, 0.25, 0.5, 1] {
                for y in [0.0, 0.25, 0.5, 1] {
                    let seen = Point(x: space.size.width * x, y: space.size.height * y)
                    let there = space.viewToPage.apply(seen)
                    #expect(space.pageToView.apply(there) == seen)
                    #expect(space.visibleBox.contains(there))
                }
            }
        }
    }

    @Test func theCornersOfTheVisibleBoxAreTheCornersOfTheView() {
        for space in grid {
            let box = space.visibleBox
            // Clockwise from the top left, as displayed.
            let seen = Quad(space.viewBounds)
            let q = Quad(box)
            let unturned = [q.p3, q.p2, q.p1, q.p0]
            let turns = space.rotation / 90
            let page = [seen.p0, seen.p1, seen.p2, seen.p3].map(space.viewToPage.apply)
            // A quarter turn clockwise brings the bottom left corner to the top left.
            #expect(page == (0..<4).map { unturned[($0 + 4 - turns) % 4] })
            #expect(space.pageRect(of: space.viewBounds) == box)
            #expect(space.viewRect(of: box) == space.viewBounds)
        }
    }

    @Test func aPlacedMarkStandsUprightInItsRect() {
        for space in grid {
            for source in [
                Rect(x: 0, y: 0, width: 64, height: 32), Rect(x: -8, y: 16, width: 128, height: 8),
            ] {
                let target = Rect(x: 40, y: 24, width: 32, height: 16)
                let toView = space.transform(placing: source, into: target)
                    .concatenating(space.pageToView)
                #expect(toView.apply(source) == target)
                // Up in the mark is up on the page: the lowest y of the source is the lower edge.
                let foot = toView.apply(Point(x: source.minX, y: source.minY))
                #expect(foot == Point(x: target.minX, y: target.maxY))
                let head = toView.apply(Point(x: source.maxX, y: source.maxY))
                #expect(head == Point(x: target.maxX, y: target.minY))
            }
        }
    }

    @Test func ordinaryDecimalNumbersAgreeToABillionthOfAPoint() {
        var random = SplitMix(seed: 2)
        for _ in 0..<2000 {
            let space = PageSpace(
                mediaBox: Rect(
                    x: random.double(in: -900...900),
                    y: random.double(in: -900...900),
                    width: random.double(in: 1...3000),
                    height: random.double(in: 1...3000)
                ),
                rotation: Int(random.next() % 4) * 90,
                userUnit: random.double(in: 0.1...10)
            )
            let seen = Point(
                x: random.double(in: 0...space.size.width),
                y: random.double(in: 0...space.size.height)
            )
            #expect(
                space.pageToView.apply(space.viewToPage.apply(seen)).distance(to: seen) < 1e-9
            )
        }
    }

    @Test func whatDoesNotTurnHangsFromItsPoint() {
        for space in grid {
            let corner = space.visibleBox.center
            let upright = space.unturned(about: corner)
            let seen = space.pageToView.apply(corner)
            #expect(upright.rotation == 0 && upright.userUnit == space.userUnit)
            #expect(upright.size == space.size)
            #expect(upright.pageToView.apply(corner) == seen)
            let beside = upright.pageToView.apply(corner + Point(x: 1, y: -1))
            #expect(beside - seen == Point(x: space.userUnit, y: space.userUnit))
        }
        let far = Point(x: 1e12, y: 0)
        #expect(grid.allSatisfy { $0.unturned(about: far) == $0 })
    }

    @Test func theSizeTurnsWithThePageAndGrowsWithTheUnit() {
        let space = PageSpace(
            mediaBox: Rect(x: 0, y: 0, width: 612, height: 792),
            rotation: 90,
            userUnit: 2
        )
        #expect(space.size == Size(width: 1584, height: 1224))
        #expect(space.isSideways)
    }

    @Test func aSideWithoutLengthIsCentredAndKeepsItsScale() {
        let space = PageSpace(mediaBox: Rect(x: 0, y: 0, width: 600, height: 800))
        let placed = space.transform(
            placing: Rect(x: 5, y: 5, width: 0, height: 10),
            into: Rect(x: 100, y: 100, width: 40, height: 20)
        )
        #expect(placed.isFinite)
        #expect(placed.apply(Point(x: 5, y: 5)) == Point(x: 120, y: 680))
    }
}
