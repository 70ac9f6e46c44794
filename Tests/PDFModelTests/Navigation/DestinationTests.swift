// SPDX-License-Identifier: Apache-2.0
import Geometry
import PDFSyntax
import Testing

@testable import PDFModel

/// Destinations of every kind, on pages turned every way (ISO 32000-2, 12.3.2).
@Suite struct DestinationTests {
    /// Where an array leads on a page of 200 by 100 points with these entries.
    private func destination(_ array: String, page: String = "") throws -> PageDestination? {
        let catalog = "/OpenAction [\(array)]"
        return try FileBuilder.pages(1, page: page, catalog: catalog).navigation.opening()?.page
    }

    @Test(arguments: [
        ("/XYZ 10 90 2", PageDestination(pageIndex: 0, fit: .point, x: 10, y: 10, zoom: 2)),
        ("/XYZ null 90 0", PageDestination(pageIndex: 0, fit: .point, y: 10)),
        ("/XYZ", PageDestination(pageIndex: 0, fit: .point)),
        ("", PageDestination(pageIndex: 0, fit: .point)),
        ("/Fit", PageDestination(pageIndex: 0, fit: .page)),
        ("/FitH 80", PageDestination(pageIndex: 0, fit: .width, y: 20)),
        ("/FitV 30", PageDestination(pageIndex: 0, fit: .height, x: 30)),
        (
            "/FitR 10 20 60 50",
            PageDestination(
                pageIndex: 0,
                fit: .rect,
                rect: Rect(x: 10, y: 50, width: 50, height: 30)
            )
        ),
        ("/FitR 10 20", PageDestination(pageIndex: 0, fit: .rect)),
        ("/FitB", PageDestination(pageIndex: 0, fit: .content)),
        ("/FitBH 80", PageDestination(pageIndex: 0, fit: .contentWidth, y: 20)),
        ("/FitBV 30", PageDestination(pageIndex: 0, fit: .contentHeight, x: 30)),
        ("/Nonsense 1 2", PageDestination(pageIndex: 0, fit: .page)),
    ])
    func everyKindIsRead(array: String, expected: PageDestination) throws {
        #expect(try destination("3 0 R \(array)") == expected)
        #expect(try destination("0 \(array)") == expected)
    }

    @Test(arguments: [
        (0, 10.0, 10.0), (90, 90.0, 10.0), (180, 190.0, 90.0), (270, 10.0, 190.0),
    ])
    func pointsAreInViewSpace(rotation: Int, x: Double, y: Double) throws {
        let found = try #require(
            try destination("3 0 R /XYZ 10 90 null", page: "/Rotate \(rotation)")
        )
        #expect((found.x, found.y) == (x, y))
    }

    @Test func aCoordinateThatIsLeftOutStaysLeftOutOnATurnedPage() throws {
        let found = try #require(try destination("3 0 R /FitH 90", page: "/Rotate 90"))
        #expect(found.x == 90 && found.y == nil)
        let other = try #require(try destination("3 0 R /FitV 10", page: "/Rotate 270"))
        #expect(other.x == nil && other.y == 190)
    }

    @Test func boxesAndUnitsCount() throws {
        let page = "/CropBox [50 20 150 80] /UserUnit 2"
        let found = try #require(try destination("3 0 R /XYZ 60 70 1", page: page))
        #expect((found.x, found.y) == (20, 20))
    }

    @Test(arguments: ["9 0 R /Fit", "1 /Fit", "-1 /Fit", "2 0 R /Fit", "(x) /Fit", ""])
    func whatLeadsToNoPageIsMissing(array: String) throws {
        let catalog = "/OpenAction [\(array)]"
        let target = try FileBuilder.pages(1, catalog: catalog).navigation.opening()
        #expect(target == .missing(name: nil))
    }

    @Test func namesAreFoundInBothPlaces() throws {
        let file = FileBuilder.pages(
            3,
            catalog: "/Names << /Dests 6 0 R >> /Dests << /old [4 0 R /Fit] /Shared [3 0 R] >>",
            [
                "<< /Kids [7 0 R 6 0 R 8 0 R] >>",
                "<< /Names [(Chapter) [3 0 R /XYZ 0 100 0] (Shared) << /D [5 0 R /Fit] >>] >>",
                "<< /Names [/name-as-key [5 0 R /Fit] (lost) 99 0 R (odd)] >>",
            ]
        )
        let named = try file.navigation.namedDestinations()
        #expect(
            named.map(\.name) == ["Chapter", "Shared", "name-as-key", "lost", "old", "Shared"]
        )
        #expect(named.map(\.destination?.pageIndex) == [0, 2, 2, nil, 1, 0])
        let jumps = try file.navigation.jumps
        func page(_ name: COSObject) throws -> Int? { try jumps.jump(to: name).pageIndex }
        #expect(try page(.string(Array("Shared".utf8))) == 2)
        #expect(try page(.name("Shared")) == 0)
        #expect(try page(.string(Array("old".utf8))) == 1)
        #expect(try page(.name("name-as-key")) == 2)
        #expect(try page(.string(Array("nobody".utf8))) == nil)
    }

    @Test func aPageInADeepTreeIsFound() throws {
        let file = FileBuilder(
            "<< /Type /Catalog /Pages 2 0 R /OpenAction [6 0 R /Fit] >>",
            "<< /Kids [3 0 R 4 0 R] /Count 3 /MediaBox [0 0 9 9] >>",
            "<< /Type /Page /Parent 2 0 R >>",
            "<< /Kids [5 0 R 6 0 R] /Count 2 /Parent 2 0 R >>",
            "<< /Type /Page /Parent 4 0 R >>",
            "<< /Type /Page /Parent 4 0 R >>"
        )
        #expect(try file.navigation.opening()?.page?.pageIndex == 2)
        #expect(try file.navigation.pageCount == 3)
    }
}
