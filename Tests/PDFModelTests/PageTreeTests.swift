// SPDX-License-Identifier: Apache-2.0
import Faults
import Geometry
import PDFModel
import PDFSyntax
import Testing

/// Trees whose pages are told apart by the width of their MediaBox.
@Suite struct PageTreeTests {
    private static func page(_ width: Int) -> String {
        "<< /Type /Page /MediaBox [0 0 \(width) 100] >>"
    }

    /// The widths of all pages, found one by one and all together.
    private func widths(_ document: Document) throws -> [Int] {
        let tree = try PageTree(document)
        let count = try tree.count()
        let together = try tree.pages(at: Array(0..<count)).map { Int($0.space.size.width) }
        let apart = try (0..<count).map { Int(try tree.page(at: $0).space.size.width) }
        #expect(together == apart)
        return together
    }

    @Test func aFlatTreeGivesItsPagesInOrder() throws {
        let document = try FileBuilder.tree(
            "<< /Type /Pages /Kids [3 0 R 4 0 R 5 0 R] /Count 3 >>",
            Self.page(1),
            Self.page(2),
            Self.page(3)
        )
        #expect(try widths(document) == [1, 2, 3])
    }

    @Test func aNestedTreeGivesItsPagesInOrder() throws {
        let document = try FileBuilder.tree(
            "<< /Kids [3 0 R 4 0 R 5 0 R] /Count 4 >>",
            Self.page(1),
            "<< /Kids [6 0 R 7 0 R] /Count 2 >>",
            Self.page(4),
            Self.page(2),
            Self.page(3)
        )
        #expect(try widths(document) == [1, 2, 3, 4])
    }

    @Test func aDeepTreeIsFollowed() throws {
        var file = FileBuilder("<< /Type /Catalog /Pages 2 0 R >>")
        let depth = 150
        for level in 0..<depth { file.objects.append("<< /Kids [\(level + 3) 0 R] /Count 1 >>") }
        file.objects.append(Self.page(7))
        #expect(try widths(try file.document) == [7])
    }

    @Test func aTreeDeeperThanAnyHonestOneEnds() throws {
        var file = FileBuilder("<< /Type /Catalog /Pages 2 0 R >>")
        for level in 0..<1000 { file.objects.append("<< /Kids [\(level + 3) 0 R] /Count 9 >>") }
        file.objects.append(Self.page(7))
        #expect(try PageTree(try file.document).count() == 0)
    }

    @Test func circlesEnd() throws {
        let document = try FileBuilder.tree(
            "<< /Kids [3 0 R 2 0 R 4 0 R] /Count 3 >>",
            Self.page(1),
            "<< /Kids [2 0 R 5 0 R] >>",
            Self.page(2)
        )
        #expect(try widths(document) == [1, 2])
    }

    @Test(arguments: ["", "9 0 R"])
    func nodesThatMultiplyEndInBoundedTime(leaf: String) throws {
        // Each level doubles: 2 to the power of 40 paths lead to the last node.
        var file = FileBuilder("<< /Type /Catalog /Pages 2 0 R >>")
        for level in 0..<40 {
            file.objects.append("<< /Kids [\(level + 3) 0 R \(level + 3) 0 R \(leaf)] >>")
        }
        file.objects.append("<< /Kids [] >>")
        let document = try file.document
        let counting = #expect(throws: Fault.self) { try PageTree(document).count() }
        #expect(counting?.code == .limitExceeded)
        let finding = #expect(throws: Fault.self) { try PageTree(document).page(at: 1 << 40) }
        #expect(finding?.code == .limitExceeded)
    }

    @Test func pagesWrittenStraightIntoTheTreeAreFound() throws {
        let document = try FileBuilder.tree(
            "<< /Kids [\(Self.page(1)) << /Kids [\(Self.page(2)) 3 0 R] >>] /Count 3 >>",
            Self.page(3)
        )
        #expect(try widths(document) == [1, 2, 3])
        #expect(try document.page(1).location.isIndirect == false)
        #expect(try document.page(1).location.holder == ObjectID(2))
    }

    @Test func aTreeWrittenStraightIntoTheCatalogIsFound() throws {
        let document = try FileBuilder(
            "<< /Type /Catalog /Pages << /Type /Pages /Kids [2 0 R] /Count 1 >> >>",
            Self.page(5)
        ).document
        #expect(try widths(document) == [5])
    }

    @Test func kidsMayBeAReference() throws {
        let document = try FileBuilder.tree(
            "<< /Kids 3 0 R /Count 2 >>",
            "[4 0 R \(Self.page(2))]",
            Self.page(1)
        )
        #expect(try widths(document) == [1, 2])
        #expect(try document.page(1).location.holder == ObjectID(3))
    }

    @Test func aWrongTypeDoesNotHideAPage() throws {
        let document = try FileBuilder.tree(
            "<< /Type /Page /Kids [3 0 R 4 0 R] /Count 2 >>",
            "<< /Type /Pages /MediaBox [0 0 1 100] >>",
            "<< /MediaBox [0 0 2 100] >>"
        )
        #expect(try widths(document) == [1, 2])
    }

    @Test(arguments: ["0", "1", "99", "-3", "(x)", "null", "2000000000000"])
    func aWrongCountDoesNotHideAPage(count: String) throws {
        let document = try FileBuilder.tree(
            "<< /Kids [3 0 R 4 0 R] /Count \(count) >>",
            Self.page(1),
            Self.page(2)
        )
        #expect(try widths(document) == [1, 2])
    }

    @Test func aCountThatFitsByChanceIsNotBelievedForLong() throws {
        // Three kids, and the count says three; but one of them holds two pages.
        let document = try FileBuilder.tree(
            "<< /Kids [3 0 R 4 0 R 7 0 R] /Count 3 >>",
            Self.page(1),
            "<< /Kids [5 0 R 6 0 R] /Count 2 >>",
            Self.page(2),
            Self.page(3),
            Self.page(4)
        )
        let found = try PageTree(document).pages(at: [0, 1, 2])
        #expect(found.map { $0.space.size.width } == [1, 2, 3])
        #expect(try document.page(1).space.size.width == 2)
    }

    @Test func aCountThatFitsByChanceIsNotBelievedForOnePage() throws {
        // Five kids, five pages: two in one of them, none in another.
        let document = try FileBuilder.tree(
            "<< /Kids [3 0 R 4 0 R 7 0 R 8 0 R 9 0 R] /Count 5 >>",
            Self.page(1),
            "<< /Type /Pages /Kids [5 0 R 6 0 R] /Count 2 >>",
            Self.page(2),
            Self.page(3),
            Self.page(4),
            "<< /Type /Pages /Kids [] /Count 0 >>",
            Self.page(5)
        )
        #expect(try document.page(2).space.size.width == 3)
        #expect(try widths(document) == [1, 2, 3, 4, 5])
    }

    @Test func oneKidMayStandWithoutItsBrackets() throws {
        let document = try FileBuilder.tree(
            "<< /Type /Pages /Kids 3 0 R ] /Count 1 >>",
            Self.page(6)
        )
        #expect(try widths(document) == [6])
    }

    @Test func kidsThatAreNothingArePassedOver() throws {
        let document = try FileBuilder.tree(
            "<< /Kids [null 3 0 R 99 0 R (x) 4 0 R] /Count 2 >>",
            Self.page(1),
            Self.page(2)
        )
        #expect(try widths(document) == [1, 2])
    }

    @Test func aNullThatIsCountedKeepsItsNumber() throws {
        // PDFium and MuPDF show an empty page 2 here.
        let document = try FileBuilder.tree(
            "<< /Kids [3 0 R null 4 0 R] /Count 3 >>",
            Self.page(1),
            Self.page(3)
        )
        let tree = try PageTree(document)
        #expect(try tree.count() == 3)
        #expect(try tree.pages(at: [0, 1, 2]).map(\.index) == [0, 2])
        #expect(try tree.page(at: 2).space.size.width == 3)
        let fault = #expect(throws: Fault.self) { try tree.page(at: 1) }
        #expect(fault?.code == .notFound)
    }

    @Test func aTreeWithoutPagesIsEmpty() throws {
        for root in ["<< /Type /Pages /Kids [] /Count 0 >>", "<< /Type /Pages /Count 0 >>"] {
            let tree = try PageTree(try FileBuilder.tree(root))
            #expect(try tree.count() == 0)
            #expect(try tree.pages(at: [0]).isEmpty)
        }
    }

    @Test func aPageThatStandsTwiceIsTwoPages() throws {
        let document = try FileBuilder.tree(
            "<< /Kids [3 0 R 4 0 R 3 0 R] /Count 3 >>",
            Self.page(1),
            Self.page(2)
        )
        #expect(try widths(document) == [1, 2, 1])
    }

    @Test func indexesComeBackInOrderAndAsOftenAsAsked() throws {
        let document = try FileBuilder.tree(
            "<< /Kids [3 0 R 4 0 R 5 0 R] /Count 3 >>",
            Self.page(1),
            Self.page(2),
            Self.page(3)
        )
        let tree = try PageTree(document)
        #expect(try tree.pages(at: [2, 0, 2, -1, 9]).map(\.index) == [0, 2, 2])
    }

    @Test(arguments: [-1, .min, 1, 2, .max])
    func aPageThatIsNotThereIsNotFound(index: Int) throws {
        let document = try FileBuilder.tree("<< /Kids [3 0 R] /Count 1 >>", Self.page(1))
        let fault = #expect(throws: Fault.self) { try document.page(index) }
        #expect(fault?.code == .notFound)
        #expect(fault?.message.hasSuffix("the document has 1.") == true)
    }

    @Test func aCatalogWithoutATreeIsNoDocument() throws {
        // Such a file cannot even be opened by its cross-reference.
        let fault = #expect(throws: Fault.self) {
            try PageTree(try FileBuilder("<< /Type /Catalog /Pages 7 >>").document)
        }
        #expect(fault?.code == .invalidDocument)
    }
}
