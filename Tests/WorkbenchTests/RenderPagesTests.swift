// SPDX-License-Identifier: Apache-2.0
import Faults
import Geometry
import Operations
import Rendering
import RenderingContract
import Testing
import Workbench

@Suite struct RenderPagesTests {
    /// A workbench that draws with a fake, and a file of pages of 200 × 100 pt that it knows.
    private struct Desk {
        let folder: TestFolder
        let opened: OpenDocument
        let fake = FakeRenderer()
        let workbench: Workbench

        init(pages: Int = 3) throws {
            folder = try TestFolder()
            let bytes = Samples.pdf(
                kids: Array(repeating: "3 0 R", count: pages).joined(separator: " "),
                count: pages
            )
            try folder.write(bytes, "book.pdf")
            var workbench = Samples.workbench()
            workbench.renderer = { [fake] in fake }
            self.workbench = workbench
            opened = try workbench.open(folder / "book.pdf")
            let page = FakePage(size: Size(width: 200, height: 100))
            fake.learn(
                try opened.renderSource().version,
                Array(repeating: page, count: pages)
            )
        }

        func order(_ pages: String, width: Int = 20) throws -> PictureOrder {
            PictureOrder(try PageList.parse(pages), .width(width), as: .png)
        }
    }

    @Test func onePageGoesIntoAFileOfItsName() throws {
        let desk = try Desk()
        let receipt = try desk.workbench.writePictures(
            try desk.order("2"),
            of: desk.opened,
            to: .named(desk.folder / "page.png")
        )
        #expect(receipt.parts.map(\.pageIndex) == [1])
        #expect(receipt.parts[0].size == PixelSize(width: 20, height: 10))
        #expect(try desk.folder.read("page.png").count == 20 * 10 * 4)
        #expect(try desk.folder.names() == ["book.pdf", "page.png"])
    }

    @Test func severalPagesGoIntoAFolderUnderTheirNumbers() throws {
        let desk = try Desk(pages: 12)
        let receipt = try desk.workbench.writePictures(
            try desk.order("2,11-12"),
            of: desk.opened,
            to: .folder(desk.folder.path)
        )
        #expect(
            receipt.parts.map(\.path)
                == ["book-002.png", "book-011.png", "book-012.png"].map { desk.folder / $0 }
        )
        #expect(receipt.failures == [])
        #expect(desk.fake.requests.allSatisfy { $0.output == .file(.png) })
    }

    @Test func severalPagesDoNotGoIntoAFile() throws {
        let desk = try Desk()
        let fault = #expect(throws: Fault.self) {
            try desk.workbench.writePictures(
                try desk.order("all"),
                of: desk.opened,
                to: .named(desk.folder / "page.png")
            )
        }
        #expect(fault?.code == .usage)
        #expect(throws: Fault.self) {
            try desk.workbench.picture(try desk.order("all"), of: desk.opened)
        }
    }

    @Test func whatIsThereIsReplacedOnlyWhenAsked() throws {
        let desk = try Desk()
        try desk.folder.write([1], "page.png")
        func write(replacing: Bool) throws -> PictureReceipt {
            try desk.workbench.writePictures(
                try desk.order("1"),
                of: desk.opened,
                to: .named(desk.folder / "page.png"),
                replacing: replacing
            )
        }
        let fault = #expect(throws: Fault.self) { try write(replacing: false) }
        #expect(fault?.code == .alreadyExists && desk.fake.requests.isEmpty)
        _ = try write(replacing: true)
        #expect(try desk.folder.read("page.png").count == 800)
    }

    @Test func aRegionIsCutFromTheWholePage() throws {
        let desk = try Desk()
        var order = try desk.order("1", width: 400)
        order.region = Rect(x: 10, y: 20, width: 30, height: 5)
        let picture = try desk.workbench.picture(order, of: desk.opened)
        #expect(picture.size == PixelSize(width: 60, height: 10))
        let request = try #require(desk.fake.requests.first)
        #expect(request.pageSize == PixelSize(width: 400, height: 200))
        #expect(request.region == PixelBox(x: 20, y: 40, width: 60, height: 10))
        order.region = Rect(x: 190, y: 20, width: 30, height: 5)
        let fault = #expect(throws: Fault.self) {
            try desk.workbench.picture(order, of: desk.opened)
        }
        #expect(fault?.code == .outsidePage)
    }

    @Test func theResolutionCountsTheInch() throws {
        let desk = try Desk()
        var order = try desk.order("1")
        order.extent = .dotsPerInch(144)
        order.showsAnnotations = false
        order.background = .clear
        _ = try desk.workbench.picture(order, of: desk.opened)
        let request = try #require(desk.fake.requests.first)
        #expect(request.pageSize == PixelSize(width: 400, height: 200))
        #expect(!request.showsAnnotations && !request.showsFormFields)
        #expect(request.background == .clear && request.terms.priority == .visible)
    }

    /// Fails on one page, as a worker that a page kills.
    private struct Fragile: PageRenderer {
        let fake: FakeRenderer
        let bad: Int
        var code = FaultCode.workerFailed

        func render(_ request: RenderRequest) throws(Fault) -> RenderedPicture {
            if request.pageIndex == bad { throw Fault(code, "This page is bad.") }
            return try fake.render(request)
        }
    }

    @Test func aPageThatCannotBeDrawnDoesNotStopTheOthers() throws {
        let desk = try Desk()
        var workbench = desk.workbench
        let fragile = Fragile(fake: desk.fake, bad: 1)
        workbench.renderer = { fragile }
        let receipt = try workbench.writePictures(
            try desk.order("all"),
            of: desk.opened,
            to: .folder(desk.folder.path)
        )
        #expect(receipt.parts.map(\.pageIndex) == [0, 2])
        #expect(receipt.failures.map(\.place.pageIndex) == [1])
        #expect(!desk.folder.has("book-002.png") && desk.folder.has("book-003.png"))
        let fault = #expect(throws: Fault.self) {
            try workbench.writePictures(
                try desk.order("2"),
                of: desk.opened,
                to: .named(desk.folder / "two.png")
            )
        }
        #expect(fault?.code == .workerFailed)
    }

    @Test func whatConcernsAllPagesLeavesNothingBehind() throws {
        let desk = try Desk()
        var workbench = desk.workbench
        let fragile = Fragile(fake: desk.fake, bad: 1, code: .passwordRequired)
        workbench.renderer = { fragile }
        #expect(throws: Fault.self) {
            try workbench.writePictures(
                try desk.order("all"),
                of: desk.opened,
                to: .folder(desk.folder.path)
            )
        }
        #expect(try desk.folder.names() == ["book.pdf"])
    }

    @Test func beingStoppedLeavesNothingBehind() throws {
        let desk = try Desk(pages: 40)
        let watched = WatchedOperation(stoppingAfter: { $0.stage == .processing && $0.done >= 5 })
        let fault = #expect(throws: Fault.self) {
            try desk.workbench.writePictures(
                try desk.order("all"),
                of: desk.opened,
                to: .folder(desk.folder / "pictures"),
                operation: watched.operation(.pdfRender)
            )
        }
        #expect(fault?.code == .cancelled)
        #expect(try desk.folder.names() == ["book.pdf"])
        #expect(desk.fake.requests.count < 40)
    }

    @Test func withoutARendererNothingIsDrawn() throws {
        let desk = try Desk()
        let fault = #expect(throws: Fault.self) {
            try Samples.workbench().picture(try desk.order("1"), of: desk.opened)
        }
        #expect(fault?.code == .unsupported)
    }
}
