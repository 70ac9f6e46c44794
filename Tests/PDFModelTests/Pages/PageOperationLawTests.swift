// SPDX-License-Identifier: Apache-2.0
import Faults
import PDFModel
import PDFSyntax
import Testing

/// Laws over all small trees.
@Suite struct PageOperationLawTests {
    private static let rows = (1...3).flatMap { SmallTree.rows(pages: $0, depth: 2) }

    @Test func thereAreManySmallTrees() { #expect(Self.rows.count == 87) }

    @Test func deletingAPageLeavesTheOthersAsTheyWere() throws {
        for row in Self.rows {
            let document = try FileBuilder(row).document
            let before = try document.seenPages()
            for index in before.indices where before.count > 1 {
                let after = try document.deletingPages(at: [index])
                var expected = before
                expected.remove(at: index)
                #expect(try after.saved().seenPages() == expected, "\(row), page \(index)")
                #expect(try after.treeFaults() == [], "\(row), page \(index)")
            }
        }
    }

    @Test func deletingWritesOnlyTheNodesAboveThePage() throws {
        for row in Self.rows {
            let depths = SmallTree.depths(row)
            let document = try FileBuilder(row).document
            for index in depths.indices where depths.count > 1 {
                let after = try document.deletingPages(at: [index])
                // The nodes above, and the page that is free now.
                #expect(after.overlay.count <= depths[index] + 1, "\(row), page \(index)")
            }
        }
    }

    @Test func everySubsetOfPagesCanBeDeleted() throws {
        for row in SmallTree.rows(pages: 4, depth: 1) {
            let document = try FileBuilder(row).document
            let before = try document.seenPages()
            for subset in 1..<15 {
                let removed = (0..<4).filter { subset & 1 << $0 != 0 }
                let after = try document.deletingPages(at: removed)
                let expected = before.indices.filter { !removed.contains($0) }.map { before[$0] }
                #expect(try after.seenPages() == expected)
                #expect(try after.treeFaults() == [])
            }
        }
    }

    @Test func movesArePermutationsThatChangeNoPage() throws {
        for row in Self.rows {
            let document = try FileBuilder(row).document
            let before = try document.seenPages()
            for from in before.indices {
                for target in 0...before.count {
                    let after = try document.movingPages(at: [from], before: target)
                    var expected = before
                    let page = expected.remove(at: from)
                    expected.insert(page, at: target > from ? target - 1 : target)
                    #expect(
                        try after.saved().seenPages() == expected,
                        "\(row): \(from) → \(target)"
                    )
                    #expect(try after.treeFaults() == [], "\(row): \(from) → \(target)")
                }
            }
        }
    }

    @Test func severalPagesMoveTogether() throws {
        for row in SmallTree.rows(pages: 4, depth: 1) {
            let document = try FileBuilder(row).document
            let before = try document.seenPages()
            for subset in 1..<16 {
                let moved = (0..<4).filter { subset & 1 << $0 != 0 }
                for target in 0...4 {
                    let after = try document.movingPages(at: moved, before: target)
                    let rest = { (range: Range<Int>) in range.filter { !moved.contains($0) } }
                    let order = rest(0..<target) + moved + rest(target..<4)
                    #expect(try after.seenPages() == order.map { before[$0] })
                }
            }
        }
    }

    @Test func rotatingFourTimesIsNothing() throws {
        for row in Self.rows {
            let document = try FileBuilder(row).document
            let before = try document.seenPages()
            for index in before.indices {
                var after = document
                for turn in 1...4 {
                    after = try after.rotatingPages(at: [index], by: 90)
                    let seen = try after.seenPages()
                    #expect(seen[index].rotation == (before[index].rotation + turn * 90) % 360)
                    for other in before.indices where other != index {
                        #expect(seen[other] == before[other])
                    }
                }
                #expect(try after.seenPages() == before)
                #expect(after.overlay.count == 1)
            }
        }
    }

    @Test func deletingWhatWasInsertedIsNothing() throws {
        for row in Self.rows {
            let document = try FileBuilder(row).document
            let before = try document.seenPages()
            for target in 0...before.count {
                let more = try document.insertingBlankPages(.a4, count: 2, before: target)
                let seen = try more.saved().seenPages()
                #expect(seen.count == before.count + 2)
                for blank in seen[target..<target + 2] {
                    #expect(blank.rotation == 0 && blank.origin == [0, 0])
                    #expect(
                        abs(blank.size[0] - 595.28) < 0.01 && abs(blank.size[1] - 841.89) < 0.01
                    )
                    #expect(blank.resources == .dictionary([:]))
                }
                #expect(try more.treeFaults() == [])
                let again = try more.deletingPages(at: [target, target + 1])
                #expect(try again.seenPages() == before)
            }
        }
    }

    @Test func keptPagesStandInTheOrderAskedFor() throws {
        for row in SmallTree.rows(pages: 3, depth: 2) {
            let document = try FileBuilder(row).document
            let before = try document.seenPages()
            let extraction = try PageExtraction(document)
            for order in [[0], [1], [2], [0, 1], [2, 0], [1, 2, 0], [2, 1, 0]] {
                let part = try extraction.part(order)
                #expect(try part.seenPages() == order.map { before[$0] })
                #expect(try part.treeFaults() == [])
            }
        }
    }

    @Test func aBlankPageIsLikeItsNeighbour() throws {
        for row in Self.rows {
            let document = try FileBuilder(row).document
            let before = try document.seenPages()
            for target in 0...before.count {
                let more = try document.insertingBlankPages(.likeNeighbour, before: target)
                let blank = try more.seenPages()[target]
                let neighbour = before[min(target, before.count - 1)]
                #expect(blank.size == neighbour.size && blank.origin == neighbour.origin)
                #expect(blank.rotation == neighbour.rotation)
            }
        }
    }

    @Test func theLastPageCannotBeDeleted() throws {
        let document = try FileBuilder([.page, .page]).document
        let fault = #expect(throws: Fault.self) { try document.deletingPages(at: [0, 1]) }
        #expect(fault?.code == .usage)
    }

    @Test(arguments: [-1, 2, .max, .min])
    func aPageThatIsNotThereIsNotFound(index: Int) throws {
        let document = try FileBuilder([.page, .page]).document
        for operation in [
            { try document.deletingPages(at: [index]) },
            { try document.rotatingPages(at: [index], by: 90) },
            { try document.movingPages(at: [index], before: 0) },
            { try document.insertingBlankPages(.a4, before: index == 2 ? 3 : index) },
            { try document.keepingPages([index]) },
        ] {
            let fault = #expect(throws: Fault.self) { _ = try operation() }
            #expect(fault?.code == .notFound)
        }
    }
}
