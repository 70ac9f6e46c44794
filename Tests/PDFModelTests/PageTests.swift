// SPDX-License-Identifier: Apache-2.0
import Faults
import Geometry
import PDFModel
import PDFSyntax
import Testing

@Suite struct PageTests {
    private func page(_ entries: String, root: String = "", middle: String = "") throws -> Page {
        try FileBuilder(
            "<< /Type /Catalog /Pages 2 0 R >>",
            "<< /Kids [3 0 R] /Count 1 \(root) >>",
            "<< /Kids [4 0 R] /Count 1 \(middle) >>",
            "<< /Type /Page \(entries) >>",
            "[0 0 50 60]",
            "90",
            "30"
        ).document.page(0)
    }

    @Test func attributesComeFromTheNearestNode() throws {
        let page = try page(
            "",
            root: "/MediaBox [0 0 10 20] /Rotate 90",
            middle: "/MediaBox [0 0 30 40] /CropBox [5 5 20 25]"
        )
        #expect(page.space.visibleBox == Rect(x: 5, y: 5, width: 15, height: 20))
        #expect(page.space.rotation == 90)
    }

    @Test func thePagesOwnAttributeWins() throws {
        let page = try page(
            "/Rotate 0 /MediaBox [0 0 7 8]",
            root: "/Rotate 180",
            middle: "/Rotate 90"
        )
        #expect(page.space.rotation == 0)
        #expect(page.space.size == Size(width: 7, height: 8))
    }

    @Test func nullIsAbsentAndInherits() throws {
        let page = try page("/MediaBox null", middle: "/MediaBox [0 0 9 9]")
        #expect(page.space.size == Size(width: 9, height: 9))
    }

    @Test func everyPartMayBeAReference() throws {
        let page = try page("/MediaBox 5 0 R /Rotate 6 0 R /CropBox [0 0 7 0 R 7 0 R]")
        #expect(page.space.visibleBox == Rect(x: 0, y: 0, width: 30, height: 30))
        #expect(page.space.rotation == 90)
    }

    @Test func swappedCornersMakeTheSameBox() throws {
        for box in ["[10 20 110 220]", "[110 220 10 20]", "[10 220 110 20]", "[110 20 10 220]"] {
            let page = try page("/MediaBox \(box)")
            #expect(page.space.visibleBox == Rect(x: 10, y: 20, width: 100, height: 200))
            #expect(page.diagnostics.isEmpty)
        }
    }

    @Test(arguments: [
        "", "/MediaBox 7", "/MediaBox [1 2 3]", "/MediaBox [(a) 0 1 1]",
        "/MediaBox [0 0 0 50]", "/MediaBox [0 0 99999999999999 5]",
    ])
    func aBoxThatIsNoneIsUSLetterAndSaysSo(entry: String) throws {
        let page = try page(entry)
        #expect(page.space.size == Size(width: 612, height: 792))
        #expect(page.diagnostics.map(\.severity) == [.repaired])
        #expect(page.diagnostics.first?.place == Place(object: "4 0", pageIndex: 0))
    }

    @Test(arguments: ["[5 5 5 80]", "[500 500 600 600]", "[0 0 99999999999999 5]"])
    func aCropBoxThatShowsNothingIsNotUsedAndSaysSo(box: String) throws {
        let page = try page("/MediaBox [0 0 100 100] /CropBox \(box)")
        #expect(page.space.visibleBox == Rect(x: 0, y: 0, width: 100, height: 100))
        #expect(page.diagnostics.count == 1)
    }

    @Test(arguments: [("-90", 270), ("450", 90), ("90.0", 90), ("360", 0), ("(x)", 0)])
    func anyRotationIsAQuarterTurn(value: String, degrees: Int) throws {
        #expect(try page("/MediaBox [0 0 9 9] /Rotate \(value)").space.rotation == degrees)
    }

    @Test func userUnitIsNotInherited() throws {
        let page = try page("/MediaBox [0 0 9 9]", root: "/UserUnit 3", middle: "/UserUnit 2")
        #expect(page.space.userUnit == 1)
        #expect(try self.page("/MediaBox [0 0 9 9] /UserUnit 2.5").space.size.width == 22.5)
    }
}
