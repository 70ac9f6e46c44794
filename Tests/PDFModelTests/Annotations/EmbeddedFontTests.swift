// SPDX-License-Identifier: Apache-2.0
import Faults
import Geometry
import PDFModel
import PDFSyntax
import Testing
import Typesetting
import TypesettingContract

/// Free text in fonts that become part of the document.
@Suite struct EmbeddedFontTests {
    private let shaper = EmbeddingFontShaper(FakeTypesetter())

    private func note(_ text: String, _ id: String = "", page: Int = 0) -> Annotation {
        Annotation(
            id: id,
            pageIndex: page,
            kind: .freeText(.init(fontSize: 10)),
            rect: Rect(x: 10, y: 10, width: 150, height: 20),
            contents: text
        )
    }

    /// The font objects of a face that a document has, by their numbers.
    private func fonts(_ document: Document, _ face: String? = nil) throws -> [ObjectID] {
        let numbers =
            try document.base.allObjectIDs().map(\.number) + Array(document.overlay.keys)
        return try Set(numbers).sorted().map { ObjectID($0) }.filter { id in
            let name = try document.object(id).dictionary?["InkstoneFace"]?.name
            return name != nil && (face == nil || name == face.map { COSName($0) })
        }
    }

    private func descendant(_ font: ObjectID, _ document: Document) throws -> COSDictionary {
        let dictionary = try document.object(font).dictionary ?? [:]
        let array = try document.value("DescendantFonts", in: dictionary).array
        return try document.resolve(array?.first).dictionary ?? [:]
    }

    private func content(_ id: String, _ document: Document) throws -> (ObjectID, String) {
        for annotation in try document.page(0).annotationDictionaries(document)
        where TextString.decode(annotation["NM"]?.string ?? []) == id {
            let appearances = try document.value("AP", in: annotation).dictionary
            guard let form = appearances?["N"]?.reference,
                let stream = try document.object(form).stream
            else { break }
            let bytes = try document.decodedBytes(of: stream).bytes
            return (form, String.latin1(bytes))
        }
        throw Fault(.notFound, "There is no appearance of \(id).")
    }

    /// The codes of glyphs as a content stream has them.
    private func shown(_ glyphs: UInt16...) -> String {
        var writer = ObjectWriter()
        let codes = glyphs.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        writer.write(COSObject.string(codes))
        return String.latin1(writer.bytes)
    }

    private func texts(_ font: ObjectID, _ document: Document) throws -> String {
        let map = try document.value("ToUnicode", in: document.object(font).dictionary ?? [:])
        let stream = try #require(map.stream)
        return String(decoding: try document.decodedBytes(of: stream).bytes, as: UTF8.self)
    }

    // MARK: One font object for a face

    @Test func westernTextNeedsNoFont() throws {
        var document = try FileBuilder.onePage().document
        try document.add(note("Grüße – “yes”"), shaper: shaper)
        #expect(try fonts(document) == [])
    }

    @Test func anotherTextAddsItsGlyphsToTheSameFont() throws {
        var document = try FileBuilder.onePage().document
        try document.add(note("张三", "first"), shaper: shaper)
        var saved = try document.saved()
        let font = try #require(try fonts(saved).first)
        let first = try content("first", saved)
        #expect(try descendant(font, saved)["W"]?.array?.count == 4)
        try saved.add(note("三李", "second"), shaper: shaper)
        for state in [saved, try saved.saved()] {
            #expect(try fonts(state) == [font])
            #expect(try content("first", state) == first)
            // 三 is U+4E09, so its glyph is 4E0A.
            #expect(try content("second", state).1.contains(shown(0x4E0A, 0x674F)))
            #expect(try texts(font, state).contains("<5F21> <5F20>"))
            #expect(try texts(font, state).contains("<674F> <674E>"))
            #expect(try descendant(font, state)["W"]?.array?.count == 6)
        }
    }

    @Test func aTextWhoseGlyphsAreThereLeavesTheFontAlone() throws {
        var document = try FileBuilder.onePage().document
        try document.add(note("张三李", "first"), shaper: shaper)
        var saved = try document.saved()
        let font = try #require(try fonts(saved).first)
        try saved.add(note("李三", "second"), shaper: shaper)
        #expect(saved.overlay[font.number] == nil)
        #expect(try fonts(saved) == [font])
    }

    @Test func twoTextsOfOneSessionShareAFont() throws {
        var document = try FileBuilder.onePage().document
        try document.add([note("张", "a"), note("三", "b")], shaper: shaper)
        try document.add(note("Ωμέγα 李", "c"), shaper: shaper)
        #expect(try fonts(document, FakeTypesetter.ideographic.text).count == 1)
        #expect(try fonts(document, FakeTypesetter.plain.text).count == 1)
    }

    @Test func aFontIsFoundOnThePageWhenTheFileHasNoHistory() throws {
        var document = try FileBuilder.onePage().document
        try document.add(note("张三", "first"), shaper: shaper)
        // The same objects, as a program that writes files anew would leave them.
        var file = FileBuilder()
        let count = try document.saved().base.allObjectIDs().map(\.number).max() ?? 0
        for number in 1...count {
            file.objects.append(try document.saved().text(of: ObjectID(number)))
        }
        var rewritten = try file.document
        let font = try #require(try fonts(rewritten).first)
        try rewritten.add(note("李", "second"), shaper: shaper)
        #expect(try fonts(rewritten) == [font])
    }

    @Test func whatWasSignedStaysAsItIs() throws {
        var file = FileBuilder.onePage(catalog: "/AcroForm << /Fields [6 0 R] >>")
        file.objects += [
            "<< /FT /Sig /T (Signature1) /V 7 0 R >>",
            "<< /Type /Sig /SubFilter /ETSI.CAdES.detached >>",
        ]
        var document = try file.document
        try document.add(note("张三", "first"), shaper: shaper)
        var saved = try document.saved()
        let font = try #require(try fonts(saved).first)
        try saved.add(note("三", "second"), shaper: shaper)
        #expect(try fonts(saved) == [font])
        try saved.add(note("李", "third"), shaper: shaper)
        #expect(saved.overlay[font.number] == nil)
        #expect(try fonts(saved).count == 2)
        try saved.add(note("四", "fourth"), shaper: shaper)
        #expect(try fonts(saved).count == 2)
    }

    @Test(arguments: [
        "<< /Type /Font /InkstoneFace /FakeHan-Regular.0000000000000002 >>",
        "<< /InkstoneFace /FakeHan-Regular.0000000000000002 /DescendantFonts [6 0 R] "
            + "/ToUnicode 4 0 R >>",
        "<< /InkstoneFace /FakeHan-Regular.0000000000000002 /DescendantFonts [7 0 R] "
            + "/ToUnicode 4 0 R >>",
        "<< /InkstoneFace /FakeHan-Regular.0000000000000002 /DescendantFonts [8 0 R] "
            + "/ToUnicode 9 0 R >>",
    ])
    func aFontThatIsNotAsWeWriteItIsLeftAlone(_ font: String) throws {
        var file = FileBuilder.onePage("/Annots [10 0 R]")
        file.objects += [
            font,
            "<< /FontDescriptor 7 0 R /W [1 [2 /x]] /FontFile2 4 0 R >>",
            "<< /FontDescriptor 7 0 R /W [1 [500] 99999 [1]] >>",
            FileBuilder.stream("1 beginbfchar\n<00> <>\nendbfchar", "/Filter /DCTDecode"),
            "<< /Subtype /FreeText /Rect [0 0 9 9] /AP << /N 11 0 R >> >>",
            FileBuilder.stream(
                "",
                "/BBox [0 0 9 9] /Resources << /Font << /F 6 0 R >> /XObject << /X 11 0 R >> >>"
            ),
        ]
        var document = try file.document
        try document.add(note("张", "ours"), shaper: shaper)
        #expect(document.overlay[6] == nil)
        #expect(try fonts(document).count == 2)
        #expect(try content("ours", document).1.contains(shown(0x5F21)))
    }

    // MARK: What is read

    @Test func oneGlyphOfTwoTextsIsToldApart() throws {
        var document = try FileBuilder.onePage().document
        // The fake gives U+14E01 and U+4E11 one glyph.
        try document.add(note("\u{4E11}", "a"), shaper: shaper)
        try document.add(note("\u{4E11}\u{14E01}", "b"), shaper: shaper)
        #expect(try !content("a", document).1.contains("ActualText"))
        let second = try content("b", document).1
        #expect(second.contains("BDC\n[\(shown(0x4E12))] TJ\nEMC"))
        #expect(second.components(of: "ActualText").count == 2)
    }

    @Test func aLigatureStandsForAllItsLetters() throws {
        var document = try FileBuilder.onePage().document
        try document.add(note("fi Ω", "a"), shaper: shaper)
        let font = try #require(try fonts(document).first)
        #expect(try texts(font, document).contains("<FFF1> <00660069>"))
        #expect(try !content("a", document).1.contains("ActualText"))
    }

    @Test func aMarkIsReadBehindItsLetterAndStandsAboveIt() throws {
        var document = try FileBuilder.onePage().document
        try document.add(note("Ωe\u{301}Ω", "a"), shaper: shaper)
        let shown = try content("a", document).1
        // The accent goes back by half a letter, and up by a 25th.
        let (before, accent) = (self.shown(0x66), self.shown(0x302))
        #expect(shown.contains("[\(before) 250] TJ\n.4 Ts\n[\(accent) -250] TJ\n0 Ts\n"))
        // What shows nothing stands where the letter ends.
        #expect(shown.contains("[\(self.shown(0xFFF2))] TJ\nEMC\n[\(self.shown(0x3AA))] TJ"))
        #expect(shown.components(of: "ActualText").count == 2)
    }

    @Test func hebrewIsWrittenFromLeftToRight() throws {
        var document = try FileBuilder.onePage().document
        try document.add(note("אב", "a"), shaper: shaper)
        #expect(try content("a", document).1.contains(shown(0x5D2, 0x5D1)))
    }

    @Test func otherEditorsAreToldTheDirectionOfEachParagraph() throws {
        var document = try FileBuilder.onePage().document
        try document.add(note("“אב” x\nx אב\n12", "a"), shaper: shaper)
        let annotation = try #require(
            try document.page(0).annotationDictionaries(document).first
        )
        let rich = TextString.decode(annotation["RC"]?.string ?? [])
        let directions = rich.components(of: "<p dir=\"").dropFirst().map { $0.prefix(3) }
        #expect(directions == ["rtl", "ltr", "ltr"])
    }

    // MARK: The box

    @Test func theBoxGrowsWithItsLines() throws {
        var document = try FileBuilder.onePage().document
        let added = try document.add(note("漢字漢字漢字漢字漢字漢字漢字漢字", "a"), shaper: shaper)
        // Of 150 points 144 are left, for 14 letters of 10 points.
        #expect(added.rect == Rect(x: 10, y: 10, width: 150, height: 30))
        #expect(try document.annotations(of: document.page(0)).first?.rect == added.rect)
    }

    @Test func lettersThatNoFontHasAreNamedAndNothingIsAdded() throws {
        var document = try FileBuilder.onePage().document
        let fault = #expect(throws: Fault.self) {
            try document.add(note("张\u{E123}"), shaper: shaper)
        }
        #expect(fault?.code == .unsupported)
        #expect(fault?.message.contains("E123") == true)
        #expect(!document.isChanged)
    }

    @Test func theSameTextGivesTheSameBytes() throws {
        func delta() throws -> [UInt8] {
            var document = try FileBuilder.onePage().document
            try document.add([note("张三 Ω", "a"), note("李四 Ωé", "b")], shaper: shaper)
            return try document.delta()
        }
        #expect(try delta() == delta())
    }
}

extension Page {
    /// The dictionaries of the page's annotations.
    fileprivate func annotationDictionaries(_ document: Document) throws -> [COSDictionary] {
        let dictionary = try document.object(location.holder).dictionary ?? [:]
        let list = try document.value("Annots", in: dictionary).array ?? []
        return try list.compactMap { try document.resolve($0).dictionary }
    }
}

extension String {
    /// Each byte as the character of its number.
    fileprivate static func latin1(_ bytes: [UInt8]) -> String {
        String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    fileprivate func components(of separator: String) -> [Substring] {
        split(separator: separator, omittingEmptySubsequences: false)
    }
}

extension Document {
    /// An object as a file would have it.
    fileprivate func text(of id: ObjectID) throws -> String {
        var writer = ObjectWriter()
        guard case .stream(var stream) = try object(id) else {
            writer.write(try object(id))
            return String(decoding: writer.bytes, as: UTF8.self)
        }
        let bytes = try decodedBytes(of: stream).bytes
        stream.dictionary["Filter"] = .name("ASCIIHexDecode")
        stream.dictionary["DecodeParms"] = nil
        let digits = bytes.map { byte in
            let text = String(byte, radix: 16)
            return text.utf8.count < 2 ? "0\(text)" : text
        }
        stream.dictionary["Length"] = .integer(2 * bytes.count + 1)
        writer.write(COSObject.dictionary(stream.dictionary))
        return String(decoding: writer.bytes, as: UTF8.self)
            + "\nstream\n\(digits.joined())>\nendstream"
    }
}
