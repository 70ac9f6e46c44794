// SPDX-License-Identifier: Apache-2.0
import Geometry
import SeededNumbers
import Testing

private let sheet = Rect(x: 0, y: 0, width: 500, height: 700)
private let letter = Rect(x: 0, y: 0, width: 612, height: 792)

@Suite struct PageSpaceProblemTests {
    struct Case: Sendable {
        var media: Rect?
        var crop: Rect?
        var visible: Rect
        var problems: [PageSpace.Problem]
    }

    static let cases = [
        Case(media: nil, crop: nil, visible: letter, problems: [.mediaBoxMissing]),
        Case(
            media: nil,
            crop: sheet,
            visible: sheet,
            problems: [.mediaBoxMissing]
        ),
        Case(
            media: Rect(x: 5, y: 5, width: 0, height: 9),
            crop: nil,
            visible: letter,
            problems: [.mediaBoxEmpty]
        ),
        Case(
            media: Rect(x: 0, y: 0, width: .infinity, height: 9),
            crop: nil,
            visible: letter,
            problems: [.mediaBoxNotFinite]
        ),
        Case(
            media: Rect(x: .nan, y: 0, width: 9, height: 9),
            crop: nil,
            visible: letter,
            problems: [.mediaBoxNotFinite]
        ),
        Case(
            media: Rect(x: 0, y: 0, width: 1e300, height: 9),
            crop: nil,
            visible: letter,
            problems: [.mediaBoxNotFinite]
        ),
        Case(
            media: sheet,
            crop: Rect(x: 0, y: 0, width: 10, height: 0),
            visible: sheet,
            problems: [.cropBoxEmpty]
        ),
        Case(
            media: sheet,
            crop: Rect(x: 0, y: .nan, width: 10, height: 10),
            visible: sheet,
            problems: [.cropBoxNotFinite]
        ),
        Case(
            media: sheet,
            crop: Rect(x: 500, y: 0, width: 10, height: 10),
            visible: sheet,
            problems: [.cropBoxOutsideMediaBox]
        ),
        Case(
            media: Rect(x: 500, y: 700, width: -500, height: -700),
            crop: Rect(x: 60, y: 20, width: -50, height: 30),
            visible: Rect(x: 10, y: 20, width: 50, height: 30),
            problems: []
        ),
        Case(
            media: sheet,
            crop: Rect(x: -10, y: 600, width: 1000, height: 1000),
            visible: Rect(x: 0, y: 600, width: 500, height: 100),
            problems: []
        ),
    ]

    @Test(arguments: cases)
    func anUnusableBoxFallsBackAndIsTold(sample: Case) {
        let space = PageSpace(mediaBox: sample.media, cropBox: sample.crop)
        #expect(space.visibleBox == sample.visible)
        #expect(space.problems == sample.problems)
    }

    @Test(arguments: [
        (0, 0), (90, 90), (360, 0), (450, 90), (-90, 270), (-360, 0), (-450, 270), (3_600_180, 180),
    ])
    func anyWholeNumberOfQuarterTurnsIsFine(degrees: Int, turned: Int) {
        let space = PageSpace(mediaBox: sheet, rotation: degrees)
        #expect(space.rotation == turned)
        #expect(space.problems.isEmpty)
    }

    @Test(arguments: [(1, 0), (45, 0), (89, 0), (100, 90), (-1, 0), (-100, 270)])
    func aCrookedRotationIsCutTowardsZeroAndTold(degrees: Int, turned: Int) {
        let space = PageSpace(mediaBox: sheet, rotation: degrees)
        #expect(space.rotation == turned)
        #expect(space.problems == [.rotationNotMultipleOf90])
    }

    @Test(arguments: [Int.min, Int.max, Int.min + 1])
    func extremeRotationsDoNotTrap(degrees: Int) {
        let space = PageSpace(mediaBox: sheet, rotation: degrees)
        #expect([0, 90, 180, 270].contains(space.rotation))
    }

    @Test(arguments: [0, -1, .nan, .infinity, -.infinity, 1e-300, 1e300] as [Double])
    func anImpossibleUnitBecomesOneAndIsTold(unit: Double) {
        let space = PageSpace(mediaBox: sheet, userUnit: unit)
        #expect(space.userUnit == 1)
        #expect(space.problems == [.userUnitInvalid])
    }

    @Test func whateverThePageSaysItsSpaceIsFiniteAndHasArea() {
        let strange: [Double] = [
            0, -0.0, 1, -1, 612, 1e9, -1e9, 1e10, 1e308, -1e308, .nan, .infinity, -.infinity,
            .leastNonzeroMagnitude, .greatestFiniteMagnitude,
        ]
        var random = SplitMix(seed: 3)
        func pick() -> Double { strange[Int(random.next() % UInt64(strange.count))] }
        func box() -> Rect? {
            random.next() % 8 == 0 ? nil : Rect(x: pick(), y: pick(), width: pick(), height: pick())
        }
        for _ in 0..<20_000 {
            let space = PageSpace(
                mediaBox: box(),
                cropBox: box(),
                rotation: Int(truncatingIfNeeded: random.next()),
                userUnit: pick()
            )
            #expect(space.visibleBox.isFinite && !space.visibleBox.isEmpty)
            #expect(space.size.isFinite && !space.size.isEmpty)
            #expect(space.viewToPage.isFinite && space.pageToView.isFinite)
        }
    }
}
