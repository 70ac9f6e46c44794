// SPDX-License-Identifier: Apache-2.0
import Geometry
import Rendering
import SeededNumbers
import Testing

@testable import Workbench

@Suite struct InkComparisonTests {
    /// A page of 40 × 30 pixels, and a mark that lies on 10…29 × 8…22 of it.
    private struct Scene {
        static let piece = PixelBox(x: 100, y: 200, width: 40, height: 30)
        static let box = PixelBox(x: 110, y: 208, width: 20, height: 15)

        var before: [UInt8]
        /// The mark's colour and how much of it hides what is below, for each pixel.
        var mark: [(colour: [Double], alpha: Double)]
        var blending = InkComparison.Blending.normal

        /// A page of noise, text or nothing, under a disc with soft edges.
        init(seed: UInt64, paper: Paper, colour: [Double], opacity: Double = 1) {
            var numbers = SplitMix(seed: seed)
            before = (0..<Self.piece.width * Self.piece.height).flatMap { pixel -> [UInt8] in
                switch paper {
                case .white: return [255, 255, 255, 255]
                case .noise: return numbers.bytes(3) + [255]
                case .text: return pixel / 3 % 2 == 0 ? [0, 0, 0, 255] : [255, 255, 255, 255]
                }
            }
            mark = (0..<Self.piece.width * Self.piece.height).map { pixel in
                let x = Double(pixel % Self.piece.width) - 19.5
                let y = Double(pixel / Self.piece.width) - 15
                let distance = (x * x + y * y * 1.7).squareRoot()
                return (colour, opacity * min(1, max(0, 9 - distance)))
            }
        }

        enum Paper: CaseIterable { case white, noise, text }

        /// Pixels with the mark on them, moved to the right.
        func marked(_ paper: [UInt8], movedBy shift: Int = 0) -> [UInt8] {
            paper.indices.map { sample in
                if sample & 3 == 3 { return 255 }
                let pixel = sample / 4
                let column = pixel % Self.piece.width - shift
                guard (0..<Self.piece.width).contains(column) else { return paper[sample] }
                let (colour, alpha) = mark[pixel - shift]
                let below = Double(paper[sample])
                let above =
                    blending == .normal
                    ? colour[sample & 3] : below * colour[sample & 3] / 255
                return UInt8((below * (1 - alpha) + above * alpha).rounded())
            }
        }

        func paper(_ level: UInt8) -> [UInt8] {
            before.indices.map { $0 & 3 == 3 ? 255 : level }
        }

        func verdict(of after: [UInt8]) -> InkComparison.Verdict {
            var comparison = InkComparison()
            comparison.addChanges(
                before: before,
                after: after,
                piece: Self.piece,
                allowed: [Self.box.grown(by: InkComparison.margin)]
            )
            comparison.addInk(
                before: before[...],
                after: after[...],
                white: marked(paper(255))[...],
                black: marked(paper(0))[...],
                blending: blending
            )
            return comparison.verdict
        }
    }

    @Test(arguments: Scene.Paper.allCases, [InkComparison.Blending.normal, .multiply])
    private func aMarkInItsPlaceIsProvenOnAnyPaper(
        paper: Scene.Paper,
        blending: InkComparison.Blending
    ) {
        for (seed, opacity) in [(1, 1.0), (2, 0.5), (3, 0.1)] {
            var scene = Scene(
                seed: UInt64(seed),
                paper: paper,
                colour: [200, 30, 40],
                opacity: opacity
            )
            scene.blending = blending
            #expect(scene.verdict(of: scene.marked(scene.before)) == .proven, "\(opacity)")
        }
    }

    @Test(arguments: Scene.Paper.allCases)
    private func aMarkThatIsMissingIsFound(paper: Scene.Paper) {
        for opacity in [1, 0.5, 0.1] {
            let scene = Scene(seed: 4, paper: paper, colour: [200, 30, 40], opacity: opacity)
            #expect(scene.verdict(of: scene.before) == .wrongInk(found: 0))
        }
    }

    @Test(arguments: Scene.Paper.allCases)
    private func aMarkThatIsMovedIsFound(paper: Scene.Paper) {
        let scene = Scene(seed: 5, paper: paper, colour: [200, 30, 40])
        for shift in [1, 2] {
            let moved = scene.marked(scene.before, movedBy: shift)
            guard case .wrongInk = scene.verdict(of: moved) else {
                Issue.record("moved by \(shift): \(scene.verdict(of: moved))")
                continue
            }
        }
        guard case .strayed(let box) = scene.verdict(of: scene.marked(scene.before, movedBy: 5))
        else {
            Issue.record("moved by 5 and not found")
            return
        }
        #expect(box.x >= 132 && box.x + box.width <= 140)
    }

    @Test func aMarkThatIsHalfHiddenIsFound() {
        let scene = Scene(seed: 6, paper: .noise, colour: [200, 30, 40])
        let marked = scene.marked(scene.before)
        let half = marked.indices.map { sample in
            sample / 4 / Scene.piece.width < 15 ? marked[sample] : scene.before[sample]
        }
        guard case .wrongInk(let found) = scene.verdict(of: half) else {
            Issue.record("\(scene.verdict(of: half))")
            return
        }
        #expect((0.3...0.7).contains(found))
    }

    @Test func anotherColourIsFound() {
        let scene = Scene(seed: 7, paper: .noise, colour: [200, 30, 40])
        var other = scene
        other.mark = scene.mark.map { ([30, 200, 40], $0.alpha) }
        guard case .wrongInk = scene.verdict(of: other.marked(scene.before)) else {
            Issue.record("another colour passed")
            return
        }
    }

    @Test func onePixelElsewhereIsFoundWithItsPlace() {
        let scene = Scene(seed: 8, paper: .text, colour: [200, 30, 40])
        var after = scene.marked(scene.before)
        let pixel = 3 * Scene.piece.width + 37
        after[pixel * 4 + 1] ^= 1
        let place = PixelBox(x: 137, y: 203, width: 1, height: 1)
        #expect(scene.verdict(of: after) == .strayed(place))
    }

    @Test func aWhiteMarkOnWhiteIsInvisibleAndNoFault() {
        let scene = Scene(seed: 9, paper: .white, colour: [255, 255, 255])
        #expect(scene.verdict(of: scene.before) == .invisible)
        // On text it must be there.
        let text = Scene(seed: 9, paper: .text, colour: [255, 255, 255])
        #expect(text.verdict(of: text.marked(text.before)) == .proven)
        #expect(text.verdict(of: text.before) == .wrongInk(found: 0))
    }

    @Test func piecesComeTogether() {
        let scene = Scene(seed: 10, paper: .noise, colour: [200, 30, 40])
        let after = scene.marked(scene.before)
        var whole = InkComparison()
        for row in 0..<Scene.piece.height {
            let range = row * Scene.piece.width * 4..<(row + 1) * Scene.piece.width * 4
            var part = InkComparison()
            part.addChanges(
                before: Array(scene.before[range]),
                after: Array(after[range]),
                piece: PixelBox(
                    x: Scene.piece.x,
                    y: Scene.piece.y + row,
                    width: Scene.piece.width,
                    height: 1
                ),
                allowed: [Scene.box.grown(by: InkComparison.margin)]
            )
            part.addInk(
                before: scene.before[range],
                after: after[range],
                white: scene.marked(scene.paper(255))[range],
                black: scene.marked(scene.paper(0))[range],
                blending: .normal
            )
            whole.merge(part)
        }
        #expect(whole.verdict == .proven)
        #expect(whole.changed.map { Scene.box.grown(by: 2).union($0) } == Scene.box.grown(by: 2))
    }
}
