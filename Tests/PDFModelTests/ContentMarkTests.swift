// SPDX-License-Identifier: Apache-2.0
import Faults
import Geometry
import PDFModel
import PDFSyntax
import Testing

/// Marks that become part of what a page draws.
@Suite struct ContentMarkTests {
    /// Two pages with one size, objects 3 and 4; the test's own objects from 5 on.
    private func twoPages(_ first: String, _ second: String, _ more: String...) throws -> Document {
        var file = FileBuilder(
            "<< /Type /Catalog /Pages 2 0 R >>",
            "<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 /MediaBox [0 0 200 100] >>",
            "<< /Type /Page /Parent 2 0 R \(first) >>",
            "<< /Type /Page /Parent 2 0 R \(second) >>"
        )
        file.objects += more
        return try file.document
    }

    /// The objects of the base that the delta replaces.
    private func replaced(_ document: Document, below next: Int) -> [Int] {
        document.overlay.keys.filter { $0 < next }.sorted()
    }

    @Test func cleanContentIsFollowedByTheMarkAlone() throws {
        let marked = try FileBuilder.onePage(content: "0 0 10 10 re f").document.marked()
        let page = try marked.saved().page(0)
        #expect(
            try marked.contents(of: page) == [
                "0 0 10 10 re f", "q\n20 0 0 20 10 60 cm\n/Mark0 Do\nQ\n",
            ]
        )
        #expect(page.dictionary["Contents"]?.array?.first == .reference(ObjectID(4)))
    }

    @Test func whatIsLeftOpenIsClosed() throws {
        let marked = try FileBuilder.onePage(content: "q 2 0 0 2 0 0 cm BT").document.marked()
        let streams = try marked.contents(of: try marked.page(0))
        #expect(streams.first == "q\n")
        #expect(streams[1] == "q 2 0 0 2 0 0 cm BT")
        #expect(streams[2].contains("ET"))
        #expect(streams[2].hasSuffix("Q\nq\n20 0 0 20 10 60 cm\n/Mark0 Do\nQ\n"))
    }

    @Test func theMarksPictureStandsInTheFileOnce() throws {
        let document = try twoPages("/Contents 5 0 R", "/Contents 5 0 R", FileBuilder.stream("n"))
        let marked = try document.marked(pages: [0, 1]).saved()
        let pictures = try marked.base.allObjectIDs().filter { id in
            try marked.object(id).dictionary?["Subtype"]?.name == "Image"
        }
        // The picture and its soft mask.
        #expect(pictures.count == 2)
        let streams = try [marked.page(0), marked.page(1)].map { page in
            page.dictionary["Contents"]?.array?.last
        }
        #expect(streams[0] == streams[1])
    }

    @Test func contentsThatPagesShareStayAsTheyAre() throws {
        let document = try twoPages("/Contents 5 0 R", "/Contents 5 0 R", FileBuilder.stream("q"))
        let marked = try document.marked(pages: [0])
        #expect(replaced(marked, below: 6) == [3])
        #expect(try marked.contents(of: try marked.page(1)) == ["q"])
    }

    @Test func anArrayThatPagesShareStaysAsItIs() throws {
        let document = try twoPages(
            "/Contents 5 0 R",
            "/Contents 5 0 R",
            "[6 0 R 7 0 R null]",
            FileBuilder.stream("1 w"),
            FileBuilder.stream("2 w")
        )
        let marked = try document.marked(pages: [1])
        #expect(replaced(marked, below: 8) == [4])
        let streams = try marked.contents(of: try marked.page(1))
        #expect(streams.filter { $0.hasSuffix(" w") } == ["1 w", "2 w"])
        #expect(try marked.object(ObjectID(5)) == document.object(ObjectID(5)))
    }

    @Test(arguments: ["/DCTDecode", "[/FlateDecode /JPXDecode]", "/CCF"])
    func aPictureAmongTheContentIsLeftOut(filter: String) throws {
        let document = try twoPages(
            "/Contents [5 0 R 6 0 R]",
            "",
            FileBuilder.stream("1 w"),
            "<< /Filter \(filter) /Length 3 >>\nstream\n(((\nendstream"
        )
        let page = try document.marked().saved().page(0)
        let contents = try #require(page.dictionary["Contents"]?.array)
        #expect(!contents.contains(.reference(ObjectID(6))))
        #expect(contents.contains(.reference(ObjectID(5))))
    }

    @Test(arguments: ["", "/Contents null", "/Contents []", "/Contents 99 0 R", "/Contents (x)"])
    func aPageWithoutContentBearsTheMarkAlone(contents: String) throws {
        let document = try twoPages(contents, "")
        let marked = try document.marked().saved()
        #expect(
            try marked.contents(of: try marked.page(0)) == [
                "q\n20 0 0 20 10 60 cm\n/Mark0 Do\nQ\n"
            ]
        )
    }

    @Test func contentThatCannotBeDecodedIsKeptAndWrapped() throws {
        let odd = FileBuilder.stream("whatever", "/Filter /Unheard")
        let document = try twoPages("/Contents 5 0 R", "", odd)
        let marked = try document.marked()
        let contents = try #require(try marked.page(0).dictionary["Contents"]?.array)
        #expect(contents.count == 3)
        #expect(contents[1] == .reference(ObjectID(5)))
        let around = try [contents[0], contents[2]].map { element in
            let stream = try #require(try marked.resolve(element).stream)
            return String(decoding: try marked.decodedBytes(of: stream).bytes, as: UTF8.self)
        }
        #expect(around[0] == "q\n")
        #expect(around[1].hasPrefix("Q\nq\n"))
    }

    @Test func aTaggedDocumentGetsAnArtifact() throws {
        let marked = try FileBuilder.onePage(catalog: "/MarkInfo << /Marked true >>").document
            .marked()
        let mark = try marked.contents(of: try marked.page(0)).last
        #expect(mark?.contains("/Artifact BMC\nq\n") == true)
        #expect(mark?.hasSuffix("Q\nEMC\n") == true)
    }

    @Test func twoMarksOfOneSessionAreBothThere() throws {
        let marked = try FileBuilder.onePage(content: "q").document.marked()
            .marked(Marks.ink(side: 10), in: Rect(x: 0, y: 0, width: 20, height: 20)).saved()
        let page = try marked.page(0)
        #expect(Set(try marked.markNames(on: page).keys) == ["Mark0", "Mark1"])
        let text = try marked.contents(of: page).joined()
        #expect(text.contains("/Mark0 Do") && text.contains("/Mark1 Do"))
    }

    @Test func twoMarksOfTwoSavesAreBothThere() throws {
        let marked = try FileBuilder.onePage(content: "q BT").document.marked().saved()
            .marked(Marks.ink(side: 10)).saved()
        let page = try marked.page(0)
        #expect(Set(try marked.markNames(on: page).keys) == ["Mark0", "Mark1"])
        let text = try marked.contents(of: page).joined()
        #expect(text.contains("/Mark0 Do") && text.contains("/Mark1 Do"))
        #expect(try marked.base.revisions().count == 3)
    }

    @Test func oneMarkTwiceOnAPageNeedsOneName() throws {
        var placer = try MarkPlacer(try FileBuilder.onePage().document)
        let mark = try placer.embed(Marks.picture)
        let page = try placer.document.page(0)
        for x in [10.0, 100] {
            let rect = Rect(x: x, y: 20, width: 40, height: 20)
            _ = try placer.addContent(mark, on: page, in: rect)
        }
        let document = try placer.document.saved()
        #expect(Array(try document.markNames(on: try document.page(0)).keys) == ["Mark0"])
        let text = try document.contents(of: try document.page(0)).joined()
        #expect(text.contains("10 60 cm") && text.contains("100 60 cm"))
    }

    @Test func aPageOfTheTreeItselfGetsAnObjectOfItsOwn() throws {
        let document = try FileBuilder(
            "<< /Type /Catalog /Pages 2 0 R >>",
            "<< /Kids [<< /Type /Page /MediaBox [0 0 200 100] >> << /Type /Page /MediaBox "
                + "[0 0 200 200] >>] /Count 2 >>"
        ).document
        let marked = try document.marked(pages: [0, 1]).saved()
        for index in 0..<2 {
            let page = try marked.page(index)
            #expect(page.location.isIndirect)
            #expect(page.space.size.height == Double(100 * (index + 1)))
            #expect(try marked.contents(of: page).joined().contains("/Mark0 Do"))
        }
    }

    @Test func aRectBeyondThePageIsRefused() throws {
        let document = try FileBuilder.onePage().document
        for rect in [
            Rect(x: 161, y: 0, width: 40, height: 20), Rect(x: -1, y: 0, width: 4, height: 2),
            Rect(x: 0, y: 0, width: .nan, height: 2), Rect(x: .infinity, y: 0, width: 1, height: 1),
        ] {
            let fault = #expect(throws: Fault.self) { try document.marked(in: rect) }
            #expect(fault?.code == (rect.width.isNaN ? .usage : .outsidePage))
            #expect(fault?.place.pageIndex == 0)
        }
        let fault = #expect(throws: Fault.self) {
            try document.marked(in: Rect(x: 161, y: 0.5, width: 40, height: 20))
        }
        #expect(
            fault?.message
                == "The rect reaches from 161,0.5 to 201,20.5 points, but the page as seen is "
                + "200 × 100."
        )
    }

    @Test(arguments: [0.001, 1, 100, 10_000])
    func aLargeOrSmallUnitCostsNoPrecision(unit: Double) throws {
        let side = 3000 / unit
        let document = try FileBuilder.onePage(
            "/UserUnit \(unit) /MediaBox [0 0 \(side) \(side)]"
        ).document
        let rect = Rect(x: 1000, y: 1500, width: 777, height: 388.5)
        let marked = try document.marked(in: rect)
        let page = try marked.page(0)
        let line = try #require(
            try marked.contents(of: page).last?.split(separator: "\n").first {
                $0.hasSuffix("cm")
            }
        )
        let numbers = line.split(separator: " ").compactMap { Double($0) }
        let matrix = AffineTransform(
            a: numbers[0],
            b: numbers[1],
            c: numbers[2],
            d: numbers[3],
            tx: numbers[4],
            ty: numbers[5]
        )
        // The mark's box is two by one pixels.
        let placed = page.space.viewRect(of: matrix.apply(Rect(x: 0, y: 0, width: 2, height: 1)))
        #expect(abs(placed.minX - rect.minX) < 0.02 && abs(placed.maxX - rect.maxX) < 0.02)
        #expect(abs(placed.minY - rect.minY) < 0.02 && abs(placed.maxY - rect.maxY) < 0.02)
    }
}
