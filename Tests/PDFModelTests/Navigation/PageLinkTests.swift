// SPDX-License-Identifier: Apache-2.0
import Faults
import Geometry
import PDFSyntax
import Testing

@testable import PDFModel

/// Links and where they lead (ISO 32000-2, 12.5.6.5 and 12.6).
@Suite struct PageLinkTests {
    /// The links of a page of 200 by 100 points.
    private func links(
        _ annotations: String,
        page: String = "",
        catalog: String = ""
    ) throws -> PageLinks {
        try FileBuilder.pages(1, page: "\(page) /Annots [\(annotations)]", catalog: catalog)
            .navigation.links(ofPage: 0)
    }

    /// Where an action leads.
    private func target(_ action: String, catalog: String = "") throws -> JumpTarget? {
        try links("<< /Subtype /Link /Rect [0 0 9 9] /A << \(action) >> >>", catalog: catalog)
            .links.first?.target
    }

    @Test(arguments: [
        (0, Rect(x: 10, y: 50, width: 30, height: 30)),
        (90, Rect(x: 20, y: 10, width: 30, height: 30)),
        (180, Rect(x: 160, y: 20, width: 30, height: 30)),
        (270, Rect(x: 50, y: 160, width: 30, height: 30)),
    ])
    func theRectangleIsInViewSpace(rotation: Int, expected: Rect) throws {
        let found = try links(
            "<< /Subtype /Link /Rect [40 50 10 20] /Dest [3 0 R /Fit] /Contents (Go) >>",
            page: "/Rotate \(rotation)"
        )
        #expect(found.links.map(\.rect) == [expected])
        #expect(found.links[0].quads == [Quad(expected)])
        #expect(found.links[0].target?.page?.pageIndex == 0)
        #expect(found.links[0].description == "Go")
    }

    @Test(arguments: ["0 60 50 60 0 80 50 80", "0 60 50 60 50 80 0 80", "0 80 50 80 0 60 50 60"])
    func quadsGoRoundWhicheverWayTheyAreWritten(points: String) throws {
        let found = try links(
            "<< /Subtype /Link /Rect [0 0 60 90] /QuadPoints [\(points) 0 0 9 0 0 9 9 9] >>"
        )
        let link = try #require(found.links.first)
        #expect(link.quads.count == 2)
        #expect(link.quads[0].bounds == Rect(x: 0, y: 20, width: 50, height: 20))
        // Neighbours on the way round share a coordinate.
        let points = [link.quads[0].p0, link.quads[0].p1, link.quads[0].p2, link.quads[0].p3]
        for (a, b) in zip(points, points.dropFirst() + points.prefix(1)) {
            #expect((a.x == b.x) != (a.y == b.y))
        }
    }

    @Test(arguments: [
        "0 0 9 0 0 9 9 900", "0 0 9", "0 0 9 0 0 9 9 (x)", "0 0 0 0 0 0 0 900",
    ])
    func quadsOutsideTheRectangleDoNotCount(points: String) throws {
        let found = try links("<< /Subtype /Link /Rect [0 0 60 90] /QuadPoints [\(points)] >>")
        #expect(found.links.first?.quads == [Quad(Rect(x: 0, y: 10, width: 60, height: 90))])
    }

    @Test func quadsWithoutAFigureBecomeTheirBounds() throws {
        let found = try links(
            "<< /Subtype /Link /Rect [0 0 60 90] /QuadPoints [5 5 5 5 5 5 5 5] >>"
        )
        #expect(found.links.first?.quads == [Quad(Rect(x: 5, y: 95, width: 0, height: 0))])
    }

    @Test func onlyLinksThatAreSeenCount() throws {
        let found = try links(
            """
            << /Subtype /Link /Rect [0 0 1 1] /F 4 >> << /Subtype /Link /Rect [0 0 2 2] /F 2 >>
            << /Subtype /Link /Rect [0 0 3 3] /F 32 >> << /Subtype /Text /Rect [0 0 4 4] >>
            << /Subtype /Link >> << /Subtype /Link /Rect [0 0 1 (x)] >> 99 0 R null (x)
            << /Subtype /Link /Rect [0 0 6 6] >>
            """
        )
        #expect(found.links.map(\.rect.width) == [1, 6])
        #expect(
            found.diagnostics.map(\.message) == [
                "A link has no rectangle.", "A link has no rectangle.",
            ]
        )
        #expect(found.diagnostics.allSatisfy { $0.place.pageIndex == 0 })
    }

    @Test func actionsAreToldAndNotDone() throws {
        #expect(try target("/S /Named /N /NextPage") == .named("NextPage"))
        #expect(try target("/S /Launch /F (evil.exe)") == .other("Launch"))
        #expect(try target("/S /JavaScript /JS (app.alert\\(1\\))") == .other("JavaScript"))
        #expect(try target("/S /GoTo /D (nowhere)") == .missing(name: "nowhere"))
        #expect(try target("/S (GoTo)") == nil)
        #expect(
            try target("/S /GoToR /F (other.pdf) /D [6 /Fit]")
                == .remote(RemoteDestination(file: "other.pdf", pageIndex: 6))
        )
        #expect(
            try target("/S /GoToR /F << /F (a) /UF (b) >> /D (there)")
                == .remote(RemoteDestination(file: "b", name: "there"))
        )
        #expect(
            try target("/S /GoToR /D [-5 /Fit]") == .remote(RemoteDestination(file: nil))
        )
        #expect(
            try target("/S /GoToE /D [0 /Fit] /T << /R /C /N (inner.pdf) >>")
                == .remote(
                    RemoteDestination(file: nil, embeddedFile: "inner.pdf", pageIndex: 0)
                )
        )
    }

    @Test(arguments: [
        ("https://a.b/c", "https", true), ("HTTP://a", "http", true),
        ("mailto:a@b", "mailto", true),
        ("javascript:alert(1)", "javascript", false), ("file:///etc/passwd", "file", false),
        ("data:text/html,x", "data", false), ("www.a.b", nil, false), ("//a.b", nil, false),
        ("", nil, false), (":x", nil, false), ("ä:x", nil, false), ("1http:x", nil, false),
        ("ht tp:x", nil, false), ("vnd.x+y-z:1", "vnd.x+y-z", false),
    ])
    func onlyPlainSchemesMayBeOpened(text: String, scheme: String?, isPlain: Bool) {
        let address = LinkAddress(text)
        #expect(address.text == text)
        #expect(address.scheme == scheme)
        #expect(address.isPlain == isPlain)
    }

    @Test(arguments: [
        "java\tscript:alert(1)", " javascript:alert(1)", "\u{1}java\nscript:alert(1)",
        "java\u{85}script:alert(1)",
    ])
    func aSchemeCannotHideBehindControlCharacters(text: String) {
        #expect(LinkAddress(text).text == "javascript:alert(1)")
        #expect(!LinkAddress(text).isPlain)
    }

    @Test func addressesAreTextOfAnyEncoding() throws {
        #expect(
            try target("/S /URI /URI <68747470733A2F2FC3A4>") == .address(LinkAddress("https://ä"))
        )
        #expect(
            try target("/S /URI /URI <68747470733A2F2FE4>") == .address(LinkAddress("https://ä"))
        )
        #expect(try target("/S /URI") == .address(LinkAddress("")))
        let base = "/URI << /Base (https://a.b/) >>"
        #expect(
            try target("/S /URI /URI (c)", catalog: base) == .address(LinkAddress("https://a.b/c"))
        )
        #expect(
            try target("/S /URI /URI (mailto:x@y)", catalog: base)
                == .address(LinkAddress("mailto:x@y"))
        )
    }

    @Test func pagesAreAskedForTogether() throws {
        let annotation = "/Annots [<< /Subtype /Link /Rect [0 0 9 9] /Dest [1 /Fit] >>]"
        let navigation = try FileBuilder.pages(3, page: annotation).navigation
        let found = try navigation.links(ofPages: [2, 0, 7])
        #expect(found.map(\.pageIndex) == [0, 2])
        #expect(found.map { $0.links[0].target?.page?.pageIndex } == [1, 1])
        #expect(throws: (any Error).self) { try navigation.links(ofPage: 3) }
        #expect(throws: (any Error).self) { try navigation.links(ofPage: .max) }
    }

    @Test func moreLinksThanAPageHasRoomForAreLeftOut() throws {
        let one = "<</Subtype/Link/Rect[0 0 1 1]>> "
        let found = try links(String(repeating: one, count: PageLinks.limit + 1))
        #expect(found.links.count == PageLinks.limit)
        #expect(found.diagnostics.count == 1)
    }
}
