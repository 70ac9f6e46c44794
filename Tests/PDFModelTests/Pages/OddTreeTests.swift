// SPDX-License-Identifier: Apache-2.0
import Faults
import PDFModel
import PDFSyntax
import Testing

/// Page operations on trees that no honest program writes.
@Suite struct OddTreeTests {
    private static func page(_ tag: Int) -> String {
        "<< /Type /Page /Tag \(tag) /MediaBox [0 0 \(100 + tag) 100] >>"
    }

    private func tags(_ document: Document) throws -> [Int?] {
        try document.saved().seenPages().map(\.tag)
    }

    @Test func pagesWrittenIntoTheTreeAreDeletedAndMoved() throws {
        let document = try FileBuilder.tree(
            "<< /Kids [\(Self.page(1)) << /Kids [\(Self.page(2)) 3 0 R] /Count 2 >>] /Count 3 >>",
            Self.page(3)
        )
        #expect(try tags(document.deletingPages(at: [0])) == [2, 3])
        #expect(try tags(document.deletingPages(at: [1])) == [1, 3])
        #expect(try tags(document.movingPages(at: [1], before: 0)) == [2, 1, 3])
        #expect(try tags(document.movingPages(at: [0, 1], before: 3)) == [3, 1, 2])
        #expect(
            try document.rotatingPages(at: [0, 1], by: -90).seenPages().map(\.rotation)
                == [270, 270, 0]
        )
    }

    @Test func aTreeInTheCatalogIsChangedThere() throws {
        let document = try FileBuilder(
            "<< /Type /Catalog /Pages << /Type /Pages /Kids [2 0 R 3 0 R] /Count 2 >> >>",
            Self.page(1),
            Self.page(2)
        ).document
        #expect(try tags(document.deletingPages(at: [0])) == [2])
        #expect(try tags(document.movingPages(at: [0], before: 2)) == [2, 1])
        #expect(try document.keepingPages([1]).seenPages().map(\.tag) == [2])
    }

    @Test func kidsThatAreAnObjectArePassedOver() throws {
        let document = try FileBuilder.tree(
            "<< /Kids 3 0 R /Count 2 >>",
            "[4 0 R 5 0 R]",
            Self.page(1),
            Self.page(2)
        )
        #expect(try tags(document.deletingPages(at: [1])) == [1])
    }

    @Test(arguments: ["0", "1", "99", "-3", "(x)", "null"])
    func aWrongCountIsPutRight(count: String) throws {
        let document = try FileBuilder.tree(
            "<< /Kids [3 0 R 4 0 R 5 0 R] /Count \(count) >>",
            Self.page(1),
            Self.page(2),
            Self.page(3)
        )
        let after = try document.deletingPages(at: [1])
        #expect(try tags(after) == [1, 3])
        #expect(try after.dictionary(2)["Count"] == .integer(2))
    }

    @Test func aCountThatFitsByChanceIsNotBelievedForLong() throws {
        let document = try FileBuilder.tree(
            "<< /Kids [3 0 R 4 0 R 7 0 R] /Count 3 >>",
            Self.page(1),
            "<< /Kids [5 0 R 6 0 R] /Count 2 >>",
            Self.page(2),
            Self.page(3),
            Self.page(4)
        )
        #expect(try tags(document.deletingPages(at: [1])) == [1, 3, 4])
    }

    @Test func whatIsCountedAndNotThereIsAnEmptyPage() throws {
        let document = try FileBuilder.tree(
            "<< /Kids [3 0 R null 4 0 R 99 0 R] /Count 4 >>",
            Self.page(1),
            Self.page(4)
        )
        #expect(try PageTree(document).count() == 4)
        let after = try document.deletingPages(at: [0])
        #expect(try PageTree(after.saved()).count() == 3)
        #expect(try tags(after) == [nil, 4, nil])
    }

    @Test func aPageThatStandsTwiceIsDeletedOnce() throws {
        let document = try FileBuilder.tree(
            "<< /Kids [3 0 R 4 0 R 3 0 R] /Count 3 >>",
            Self.page(1),
            Self.page(2)
        )
        #expect(try tags(document.deletingPages(at: [0])) == [2, 1])
        #expect(try tags(document.deletingPages(at: [0, 2])) == [2])
        #expect(try tags(document.movingPages(at: [2], before: 1)) == [1, 1, 2])
        #expect(
            try document.rotatingPages(at: [2], by: 90).seenPages().map(\.rotation)
                == [0, 0, 90]
        )
    }

    @Test func aNodeThatStandsTwiceIsChangedOnce() throws {
        let document = try FileBuilder.tree(
            "<< /Kids [3 0 R 3 0 R 6 0 R] /Count 5 >>",
            "<< /Kids [4 0 R 5 0 R] /Count 2 >>",
            Self.page(1),
            Self.page(2),
            Self.page(3)
        )
        #expect(try tags(document) == [1, 2, 1, 2, 3])
        #expect(try tags(document.deletingPages(at: [0])) == [2, 1, 2, 3])
        #expect(try tags(document.deletingPages(at: [2])) == [1, 2, 2, 3])
        #expect(try tags(document.deletingPages(at: [0, 3])) == [2, 1, 3])
    }

    @Test func aNodeWithoutParentGetsOneWithItsNewPages() throws {
        let document = try FileBuilder.tree(
            "<< /Kids [3 0 R 5 0 R] /Count 2 /MediaBox [0 0 30 40] >>",
            "<< /Kids [4 0 R] /Count 1 >>",
            "<< /Type /Page /Parent 3 0 R /MediaBox [0 0 10 10] >>",
            "<< /Kids [6 0 R] /Count 1 /Parent 2 0 R >>",
            "<< /Type /Page /Parent 5 0 R >>"
        )
        let after = try document.movingPages(at: [1], before: 0)
        #expect(try after.dictionary(3)["Parent"] == .reference(ObjectID(2)))
    }

    @Test func whatIsNoPageStaysForThoseWhoNeedIt() throws {
        let document = try FileBuilder.tree(
            "<< /Kids [3 0 R 4 0 R 5 0 R] /Count 3 >>",
            "<< /Type /Page /Tag 1 /MediaBox [0 0 9 9] /Resources 4 0 R >>",
            "<< /Font << >> >>",
            "<< /Contents 6 0 R >>"
        )
        let after = try document.deletingPages(at: [1, 2])
        #expect(try tags(after) == [1])
        #expect(try after.dictionary(4)["Font"] != nil)
        #expect(try after.object(ObjectID(5)) == .null)
    }

    @Test func circlesAndEmptyNodesAreLeftOut() throws {
        let document = try FileBuilder.tree(
            "<< /Kids [3 0 R 2 0 R 4 0 R 5 0 R] /Count 9 >>",
            Self.page(1),
            "<< /Kids [] /Count 0 >>",
            Self.page(2)
        )
        let after = try document.deletingPages(at: [0])
        #expect(try tags(after) == [2])
        #expect(try after.dictionary(2)["Kids"] == .array([.reference(ObjectID(5))]))
    }

    @Test func aPageThatIsInNoObjectIsMadeAtItsPlaceAlone() throws {
        // Object 9 is not there: /Count calls it a page in the second node, and not in the first.
        let document = try FileBuilder.tree(
            "<< /Kids [3 0 R 4 0 R 5 0 R] /Count 4 /MediaBox [0 0 50 40] >>",
            "<< /Kids [9 0 R 9 0 R 9 0 R] /Count 1 /Parent 2 0 R >>",
            "<< /Kids [6 0 R 9 0 R 9 0 R] /Count 3 /Parent 2 0 R >>",
            Self.page(7),
            Self.page(1)
        )
        #expect(try PageTree(document).count() == 4)
        for index in [1, 2] {
            let after = try document.rotatingPages(at: [index], by: 90).saved()
            let seen = try after.seenPages()
            #expect(seen.count == 4)
            #expect(seen.map(\.rotation) == (0..<4).map { $0 == index ? 90 : 0 })
            #expect(try after.object(ObjectID(9)) == .null)
        }
    }

    @Test func aTreeWithoutPagesGetsItsFirst() throws {
        let document = try FileBuilder.tree("<< /Type /Pages /Kids [] /Count 0 /Rotate 90 >>")
        let after = try document.insertingBlankPages(.letter, before: 0)
        let seen = try after.saved().seenPages()
        #expect(seen.map(\.size) == [[612, 792]])
        #expect(seen[0].rotation == 0)
    }

    @Test func anAngleThatIsNoQuarterIsRefused() throws {
        let document = try FileBuilder.tree("<< /Kids [3 0 R] /Count 1 >>", Self.page(1))
        let fault = #expect(throws: Fault.self) { try document.rotatingPages(at: [0], by: 45) }
        #expect(fault?.code == .usage)
        #expect(try document.rotatingPages(at: [0], by: .min + 8).seenPages()[0].rotation >= 0)
    }
}
