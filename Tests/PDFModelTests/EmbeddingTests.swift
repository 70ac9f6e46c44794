// SPDX-License-Identifier: Apache-2.0
import Faults
import Geometry
import Imaging
import Ink
import PDFModel
import PDFSyntax
import Testing

@Suite struct EmbeddingTests {
    private func embedded(
        _ mark: Mark,
        blend: MarkStyle.BlendMode = .normal,
        opacity: Double = 1
    ) throws -> (document: Document, mark: EmbeddedMark, form: COSStream) {
        var document = try FileBuilder.onePage().document
        let mark = try document.embed(mark, blendMode: blend, opacity: opacity)
        let form = try #require(try document.object(mark.form).stream)
        return (document, mark, form)
    }

    private func content(_ stream: COSStream, _ document: Document) throws -> String {
        String(decoding: try document.decodedBytes(of: stream).bytes, as: UTF8.self)
    }

    // MARK: Ink

    @Test(arguments: [1e-200, 1e-6, 0.01, 1, 300, 1e6, 1e20, 1e300])
    func inkInAnyUnitIsDrawnFine(side: Double) throws {
        let made = try embedded(Marks.ink(side: side))
        let longest = max(made.mark.box.width, made.mark.box.height)
        #expect(longest >= 100 && longest <= 11_000)
        #expect(abs(made.mark.box.width / made.mark.box.height - 1) < 0.02)
        let text = try content(made.form, made.document)
        #expect(text.hasSuffix("f\n"))
        let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
        #expect(numbers.count > 40)
        #expect(numbers.allSatisfy { $0 > -longest / 50 && $0 < longest * 1.02 })
    }

    @Test func unitsDoNotChangeTheShape() throws {
        let small = try embedded(Marks.ink(side: 0.25))
        let large = try embedded(Marks.ink(side: 250))
        #expect(try content(small.form, small.document) == content(large.form, large.document))
    }

    @Test func inkFarFromTheOriginIsDrawnAtTheOrigin() throws {
        let points = [StrokePoint(x: 1e9, y: -1e9), StrokePoint(x: 1e9 + 200, y: -1e9 + 100)]
        let made = try embedded(.ink(Drawing(strokes: [Stroke(points: points, width: 2)])))
        #expect(abs(made.mark.box.width - 202) < 1 && abs(made.mark.box.height - 102) < 1)
    }

    @Test(arguments: [.leastNonzeroMagnitude, 1.7e308])
    func inkBeyondArithmeticIsRefused(side: Double) throws {
        let points = [StrokePoint(x: -side, y: 0), StrokePoint(x: side, y: 0)]
        let fault = #expect(throws: Fault.self) {
            try embedded(.ink(Drawing(strokes: [Stroke(points: points, width: side)])))
        }
        #expect(fault?.code == .usage)
    }

    @Test func inkThatShowsNothingIsRefused() throws {
        for drawing in [
            Drawing(), Drawing(strokes: [Stroke(points: [], width: 2)]),
            Drawing(strokes: [Stroke(points: [StrokePoint(x: .nan, y: 0)], width: 2)]),
        ] {
            let fault = #expect(throws: Fault.self) { try embedded(.ink(drawing)) }
            #expect(fault?.code == .usage)
        }
    }

    @Test func eachColourIsSetOnce() throws {
        let stroke = Stroke(
            points: [StrokePoint(x: 0, y: 0), StrokePoint(x: 50, y: 50)],
            width: 2,
            color: InkColor(red: 255, green: 0, blue: 51)
        )
        let made = try embedded(.ink(Drawing(strokes: [stroke, stroke])))
        let text = try content(made.form, made.document)
        #expect(text.hasPrefix("1 0 .2 rg\n"))
        #expect(text.split(separator: "\n").count { $0.hasSuffix("rg") } == 1)
    }

    // MARK: Blend and opacity

    @Test(arguments: [0, 1, 2])
    func whatIsBlendedIsOneGroup(kind: Int) throws {
        let mark = [Marks.ink(side: 10), Marks.picture, try Marks.page(of: .onePage())][kind]
        let made = try embedded(mark, blend: .multiply, opacity: 0.5)
        #expect(try content(made.form, made.document) == "/G gs /M Do")
        let resources = try #require(made.form.dictionary["Resources"]?.dictionary)
        let state = try #require(
            resources["ExtGState"]?.dictionary?["G"]?.dictionary
        )
        #expect(state["ca"]?.number == 0.5 && state["CA"]?.number == 0.5)
        #expect(state["BM"]?.name == "Multiply")
        let inner = try made.document.value(
            "M",
            in: try #require(resources["XObject"]?.dictionary)
        )
        #expect(inner.dictionary?["Group"]?.dictionary?["S"]?.name == "Transparency")
    }

    @Test func anOpaqueMarkNeedsNoGroup() throws {
        for mark in [Marks.ink(side: 10), Marks.picture] {
            #expect(try embedded(mark).form.dictionary["Group"] == nil)
        }
    }

    // MARK: Pictures

    @Test func aPictureHasItsSoftMask() throws {
        let made = try embedded(Marks.picture)
        #expect(made.mark.box == Rect(x: 0, y: 0, width: 2, height: 1))
        #expect(try content(made.form, made.document) == "2 0 0 1 0 0 cm\n/I Do\n")
        let objects = try #require(
            made.form.dictionary["Resources"]?.dictionary?["XObject"]?.dictionary
        )
        let picture = try #require(try made.document.value("I", in: objects).stream)
        #expect(picture.dictionary["ColorSpace"]?.name == "DeviceRGB")
        #expect(try made.document.decodedBytes(of: picture).bytes == [255, 0, 0, 255, 0, 0])
        let mask = try #require(try made.document.value("SMask", in: picture.dictionary).stream)
        #expect(try made.document.decodedBytes(of: mask).bytes == [255, 0])
    }

    @Test func aJPEGStaysByteForByte() throws {
        let bytes: [UInt8] = [0xFF, 0xD8, 0xFF, 1, 2, 3]
        let image = MarkImage(
            widthPixels: 4,
            heightPixels: 2,
            bitsPerComponent: 8,
            colour: ColourSpace(.cmyk),
            samples: .jpeg(bytes, colourTransform: 1),
            decodeInverted: true,
            orientation: .quarterClockwise
        )
        let made = try embedded(.image(image))
        #expect(made.mark.size == Size(width: 2, height: 4))
        let objects = try #require(
            made.form.dictionary["Resources"]?.dictionary?["XObject"]?.dictionary
        )
        let picture = try #require(try made.document.value("I", in: objects).stream)
        #expect(Array(try made.document.encodedBytes(of: picture)) == bytes)
        #expect(picture.dictionary["Filter"]?.name == "DCTDecode")
        #expect(
            picture.dictionary["Decode"]?.array?.compactMap(\.integer) == [1, 0, 1, 0, 1, 0, 1, 0]
        )
        #expect(
            picture.dictionary["DecodeParms"] == .dictionary(["ColorTransform": .integer(1)])
        )
        #expect(try content(made.form, made.document) == "0 -4 2 0 0 4 cm\n/I Do\n")
    }

    @Test func aPNGKeepsItsCompressedRows() throws {
        let image = MarkImage(
            widthPixels: 3,
            heightPixels: 1,
            bitsPerComponent: 4,
            colour: ColourSpace(.grey),
            samples: .pngFlate([1, 2, 3])
        )
        let made = try embedded(.image(image))
        let objects = try #require(
            made.form.dictionary["Resources"]?.dictionary?["XObject"]?.dictionary
        )
        let picture = try #require(try made.document.value("I", in: objects).stream)
        #expect(Array(try made.document.encodedBytes(of: picture)) == [1, 2, 3])
        #expect(
            picture.dictionary["DecodeParms"]
                == .dictionary([
                    "Predictor": .integer(15), "Colors": .integer(1),
                    "BitsPerComponent": .integer(4), "Columns": .integer(3),
                ])
        )
    }

    // MARK: Pages

    @Test func aPageIsAFormOfItsVisibleBox() throws {
        let file = FileBuilder.onePage("/CropBox [10 20 60 80]", content: "1 0 0 rg")
        let made = try embedded(try Marks.page(of: file))
        #expect(made.mark.size == Size(width: 50, height: 60))
        let objects = try #require(
            made.form.dictionary["Resources"]?.dictionary?["XObject"]?.dictionary
        )
        let inner = try #require(try made.document.value("P", in: objects).stream)
        #expect(inner.dictionary["BBox"]?.array?.compactMap(\.number) == [10, 20, 60, 80])
        #expect(inner.dictionary["Matrix"]?.array?.compactMap(\.number) == [1, 0, 0, 1, -10, -20])
        #expect(try content(inner, made.document) == "1 0 0 rg")
    }

    @Test(arguments: [0, 90, 180, 270])
    func aTurnedPageIsUpright(rotation: Int) throws {
        let made = try embedded(try Marks.page(of: .onePage("/Rotate \(rotation)")))
        #expect(
            made.mark.size
                == (rotation % 180 == 0
                    ? Size(width: 200, height: 100) : Size(width: 100, height: 200))
        )
        guard rotation != 0 else { return }
        let objects = try #require(
            made.form.dictionary["Resources"]?.dictionary?["XObject"]?.dictionary
        )
        let inner = try #require(try made.document.value("P", in: objects).stream)
        let n = inner.dictionary["Matrix"]?.array?.compactMap(\.number) ?? []
        try #require(n.count == 6)
        let matrix = AffineTransform(a: n[0], b: n[1], c: n[2], d: n[3], tx: n[4], ty: n[5])
        #expect(matrix.apply(Rect(x: 0, y: 0, width: 200, height: 100)) == Rect(made.mark.size))
    }

    @Test func aPageWhoseContentCannotBeDecodedIsRefused() throws {
        var file = FileBuilder.onePage()
        file.objects[3] = FileBuilder.stream("x", "/Filter /Unheard")
        let mark = try Marks.page(of: file)
        let fault = #expect(throws: Fault.self) { try embedded(mark) }
        #expect(fault?.code == .unsupported)
    }

    @Test func aStrayRestoreOfAPageIsLeftOut() throws {
        let made = try embedded(try Marks.page(of: .onePage(content: "1 0 0 rg Q 0 0 5 5 re f")))
        let text = try content(made.form, made.document)
        #expect(!text.split(separator: " ").contains("Q"))
        #expect(text.contains("0 0 5 5 re f"))
    }
}
