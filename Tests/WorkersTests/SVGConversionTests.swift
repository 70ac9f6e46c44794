// SPDX-License-Identifier: Apache-2.0
import Faults
import Testing
import Workers

@Suite struct SVGConversionTests {
    private static let client = Bench.client()
    private static let square = "<rect x='1' y='2' width='4' height='3'/>"

    @Test(arguments: [
        // The viewBox at the scale that width and height give.
        ("width='42mm' height='42mm' viewBox='0 0 420 420'", 119.055, 119.055),
        ("width='2in' height='1in' viewBox='-5 -5 20 10'", 144, 72),
        ("viewBox='0 0 100 50'", 75, 37.5),
        ("width='100%' height='50%' viewBox='0 0 100 50'", 75, 37.5),
        ("width='200' viewBox='0 0 10 5'", 150, 75),
        ("height='10pc' viewBox='0 0 10 5'", 240, 120),
        // The viewBox keeps its shape in a frame of another.
        ("width='100' height='200' viewBox='0 0 50 50'", 75, 75),
        // Without a viewBox width and height, and without them the ink.
        ("width='3cm' height='30pt'", 85.039, 30),
        ("", 3, 2.25),
        ("width='100%' height='100%'", 3, 2.25),
        ("width='200'", 3, 2.25),
        // Scaled down to the largest page that readers take.
        ("viewBox='0 0 1e9 5e8'", 14400, 7200),
    ])
    func thePageIsTheDrawingsBox(attributes: String, width: Double, height: Double) throws {
        let pdf = try Self.client.convertSVG(Bench.svg(attributes, Self.square))
        let box = Bench.mediaBox(pdf)
        try #require(box.count == 4)
        #expect(box[0] == 0 && box[1] == 0)
        #expect(abs(box[2] - width) < 0.001 && abs(box[3] - height) < 0.001)
    }

    @Test func theExampleSealIsVectorsAndNothingElse() throws {
        let pdf = try Self.client.convertSVG(try Bench.bytes(of: "Examples/seal.svg"))
        let text = String(decoding: pdf, as: UTF8.self)
        #expect(!text.contains("/Image"))
        // Outlines: the text of the page that bears the seal stays what it was.
        #expect(!text.contains("/Font /") && !text.contains("FontFile"))
        #expect(pdf.count < 30_000)
    }

    @Test func theExampleSealIsARedRingWithAStarInItsMiddle() throws {
        let pdf = try Self.client.convertSVG(try Bench.bytes(of: "Examples/seal.svg"))
        let page = try Bench.render(pdf, dpi: 254)
        // At 254 dpi a pixel is 0.1 mm, a unit of the drawing.
        #expect(page.width == 420 && page.height == 420)
        for (x, y) in [(210, 205), (210, 7), (210, 412), (7, 210), (412, 210)] {
            #expect(page[x, y] == [215, 23, 31])
        }
        for (x, y) in [(0, 0), (419, 419), (210, 110), (120, 210)] {
            #expect(page[x, y] == [255, 255, 255])
        }
    }

    @Test func eachChineseCharacterHasItsOwnShape() throws {
        var shapes: Set<Picture> = []
        let characters = "合同专用章示例科技有限公司"
        for character in characters {
            let svg = Bench.svg(
                "viewBox='0 0 20 20'",
                "<text x='2' y='16' font-size='16'>\(character)</text>"
            )
            shapes.insert(try Bench.render(try Self.client.convertSVG(svg), dpi: 144))
        }
        #expect(shapes.count == characters.count, "install fonts-noto-cjk")
    }

    @Test func aBlurKeepsItsFineness() throws {
        let svg = Bench.svg(
            "viewBox='0 0 96 96'",
            "<filter id='f'><feGaussianBlur stdDeviation='1'/></filter>"
                + "<circle cx='48' cy='48' r='40' filter='url(#f)'/>"
        )
        let text = String(decoding: try Self.client.convertSVG(svg), as: UTF8.self)
        #expect(text.contains("/Width 600"))
    }

    @Test func nothingOutsideTheDrawingIsLoaded() throws {
        let empty = try Bench.render(
            Self.client.convertSVG(Bench.svg("viewBox='0 0 100 50'")),
            dpi: 72
        )
        let image = Bench.address(of: "Tests/Fixtures/jpeg/rgb.jpg")
        for content in [
            "<image width='50' height='50' href='\(image)'/>",
            "<image width='50' height='50' xlink:href='\(image)'/>",
            "<image width='50' height='50' href='file:///etc/passwd'/>",
            "<image width='50' height='50' href='http://127.0.0.1:9/x.png'/>",
            "<style>@import url('file:///etc/passwd');</style>",
            "<use href='file:///usr/share/icons/a.svg#a'/>",
            "<text y='40'><xi:include xmlns:xi='http://www.w3.org/2001/XInclude' "
                + "href='file:///etc/passwd' parse='text'/></text>",
        ] {
            let pdf = try Self.client.convertSVG(Bench.svg("viewBox='0 0 100 50'", content))
            #expect(try Bench.render(pdf, dpi: 72) == empty, "\(content)")
        }
    }

    @Test func anExternalEntityIsNotRead() throws {
        let svg = Bench.svg("viewBox='0 0 100 50'", "<text y='40'>&x;</text>")
        let document =
            Array("<!DOCTYPE svg [<!ENTITY x SYSTEM 'file:///etc/passwd'>]>".utf8) + svg
        #expect(Bench.code { _ = try Self.client.convertSVG(document) } == .invalidDocument)
    }

    @Test(arguments: [
        ("", FaultCode.invalidDocument),
        ("hello", .invalidDocument),
        ("<html/>", .invalidDocument),
        ("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><rect", .invalidDocument),
        ("<svg xmlns='http://www.w3.org/2000/svg'/>", .invalidDocument),
        ("\u{1F}\u{8B}", .invalidDocument),
    ])
    func whatIsNoDrawingIsSaidToBeNone(text: String, code: FaultCode) {
        #expect(Bench.code { _ = try Self.client.convertSVG(Array(text.utf8)) } == code)
    }

    @Test func textAlongAPathIsRefusedRatherThanLost() {
        let content = "<path id='p' d='M0 20h50'/><text><textPath href='#p'>章</textPath></text>"
        let svg = Bench.svg("viewBox='0 0 9 9'", content)
        #expect(Bench.code { _ = try Self.client.convertSVG(svg) } == .unsupported)
        let remark = Bench.svg("viewBox='0 0 9 9'", "<!-- no <textPath> --><desc>textPath</desc>")
        #expect(Bench.code { _ = try Self.client.convertSVG(remark) } == nil)
    }

    @Test func aCompressedDrawingIsUnsupported() {
        #expect(
            Bench.code { _ = try Self.client.convertSVG([0x1F, 0x8B, 8, 0]) } == .unsupported
        )
    }
}
