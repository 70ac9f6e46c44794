// SPDX-License-Identifier: Apache-2.0
import Faults
import Ink
import PDFSyntax
import Testing

@testable import PDFModel

/// Outlines, sound and broken (ISO 32000-2, 12.3.3).
@Suite struct DocumentOutlineTests {
    private func outline(_ objects: String..., pages: Int = 1) throws -> DocumentOutline {
        try FileBuilder.pages(pages, catalog: "/Outlines \(3 + pages) 0 R", objects)
            .navigation.outline()
    }

    @Test func itemsStandInTheOrderOfReading() throws {
        let outline = try outline(
            "<< /First 5 0 R /Last 7 0 R /Count 3 >>",
            "<< /Title (A) /Parent 4 0 R /Next 7 0 R /First 6 0 R /Last 6 0 R /Count -1 >>",
            "<< /Title (B) /Parent 5 0 R >>",
            "<< /Title (C) /Parent 4 0 R /Prev 5 0 R /First 8 0 R /Last 9 0 R /Count 2 >>",
            "<< /Title (D) /Parent 7 0 R /Next 9 0 R >>",
            "<< /Title (E) /Parent 7 0 R /Prev 8 0 R >>"
        )
        #expect(outline.sketch == "A(B), C(D, E)")
        #expect(outline.items.map(\.parent) == [nil, 0, nil, 2, 2])
        #expect(outline.items.map(\.isOpen) == [false, false, true, false, false])
        #expect(outline.items.map(\.hasChildren) == [true, false, true, false, false])
        #expect(outline.diagnostics.isEmpty)
    }

    @Test func wordsHaveStyleAndColour() throws {
        let outline = try outline(
            "<< /First 5 0 R >>",
            "<< /Title <FEFF4E2D> /Parent 4 0 R /F 3 /C [1 0.5 -7] /Next 6 0 R >>",
            "<< /Title (plain) /Parent 4 0 R /C [1 0] /F (x) >>"
        )
        #expect(outline.items[0].title == "中")
        #expect(outline.items[0].isBold && outline.items[0].isItalic)
        #expect(outline.items[0].color == InkColor(red: 255, green: 128, blue: 0))
        #expect(!outline.items[1].isBold && !outline.items[1].isItalic)
        #expect(outline.items[1].color == .black)
    }

    @Test func targetsAreDestinationsAndActions() throws {
        let outline = try outline(
            "<< /First 6 0 R >>",
            "<< /Title (a) /Parent 5 0 R /Dest [4 0 R /Fit] /Next 7 0 R >>",
            "<< /Title (b) /Parent 5 0 R /A << /S /GoTo /D [0 /Fit] >> /Next 8 0 R >>",
            "<< /Title (c) /Parent 5 0 R /A << /S /URI /URI (https://a.b) >> /Next 9 0 R >>",
            "<< /Title (d) /Parent 5 0 R /Next 10 0 R >>",
            "<< /Title (e) /Parent 5 0 R /Dest [5 0 R /Fit] >>",
            pages: 2
        )
        let targets = outline.items.map(\.target)
        #expect(targets[0]?.page?.pageIndex == 1)
        #expect(targets[1]?.page?.pageIndex == 0)
        #expect(targets[2] == .address(LinkAddress("https://a.b")))
        #expect(targets[3] == nil)
        #expect(targets[4] == .missing(name: nil))
        #expect(outline.complaints == ["An outline item leads to a page that is not there."])
    }

    @Test func aDocumentWithoutOutlineHasNone() throws {
        #expect(try FileBuilder.pages(1).navigation.outline().items.isEmpty)
        #expect(try outline("(no dictionary)").items.isEmpty)
        #expect(try outline("<< >>").items.isEmpty)
    }

    @Test func aCircleEndsWhereItBegan() throws {
        let outline = try outline(
            "<< /First 5 0 R >>",
            "<< /Title (A) /Parent 4 0 R /Next 6 0 R /First 5 0 R >>",
            "<< /Title (B) /Parent 4 0 R /Next 5 0 R >>"
        )
        #expect(outline.sketch == "A, B")
        #expect(
            outline.complaints == [
                "The outline leads back to an item that was there before. (2 times)"
            ]
        )
    }

    @Test func brokenLinksAreTold() throws {
        let outline = try outline(
            "<< /First 5 0 R /Count (many) >>",
            "<< /Next 6 0 R /Count 17 >>",
            "<< /Title (B) /Parent 5 0 R /First 99 0 R /Next 7 0 R >>",
            "(no item)"
        )
        #expect(outline.sketch == ", B")
        #expect(
            outline.complaints == [
                "An outline item is not in the file; those after it are lost. (2 times)",
                "An outline item does not name the item above it. (2 times)",
                "An outline item has no title.",
            ]
        )
        #expect(outline.diagnostics.map(\.place.object) == ["99 0", "5 0", "5 0"])
    }

    @Test func whatStandsTooDeepIsLeftOut() throws {
        var objects = ["<< /First 5 0 R >>"]
        for number in 5..<405 {
            objects.append(
                "<< /Title (\(number)) /Parent \(number - 1) 0 R /First \(number + 1) 0 R >>"
            )
        }
        objects.append("<< /Title (last) /Parent 404 0 R >>")
        let outline = try FileBuilder.pages(1, catalog: "/Outlines 4 0 R", objects)
            .navigation.outline()
        #expect(outline.items.count == OutlineWalk.depthLimit)
        #expect(outline.items.last?.depth == OutlineWalk.depthLimit - 1)
        #expect(outline.complaints == ["Outline items deeper than 256 levels are left out."])
    }

    @Test func aHundredThousandItemsAreRead() throws {
        let count = 100_000
        var objects = ["<< /First 5 0 R >>"]
        for number in 5..<5 + count {
            let next = number + 1 < 5 + count ? "/Next \(number + 1) 0 R" : ""
            objects.append("<< /Title (x) /Parent 4 0 R /Dest [3 0 R /Fit] \(next) >>")
        }
        let outline = try FileBuilder.pages(1, catalog: "/Outlines 4 0 R", objects)
            .navigation.outline()
        #expect(outline.items.count == count)
        #expect(outline.items.allSatisfy { $0.depth == 0 && $0.target?.page?.pageIndex == 0 })
        #expect(outline.diagnostics.isEmpty)
    }

    @Test func aTitleThatManyItemsShareIsCutOnceItFillsTheMemory() throws {
        let long = String(repeating: "t", count: DocumentOutline.titleBytes + 1)
        let count = DocumentOutline.allTitleBytes / DocumentOutline.titleBytes + 2
        var objects = ["<< /First 6 0 R >>", "(\(long))"]
        for number in 6..<6 + count {
            objects.append("<< /Title 5 0 R /Parent 4 0 R /Next \(number + 1) 0 R >>")
        }
        let outline = try FileBuilder.pages(1, catalog: "/Outlines 4 0 R", objects)
            .navigation.outline()
        #expect(outline.items.count == count)
        #expect(outline.items[0].title.utf8.count == DocumentOutline.titleBytes)
        #expect(
            outline.items.reduce(0) { $0 + $1.title.utf8.count } == DocumentOutline.allTitleBytes
        )
    }
}
