// SPDX-License-Identifier: Apache-2.0
import Faults
import PDFSyntax
import Testing

@testable import PDFModel

/// Two documents that have everything become one.
@Suite struct MergingTests {
    private func merged(_ files: FileBuilder...) throws -> MergedDocument {
        try Document.merging(
            try files.enumerated().map { MergeSource(try $1.document, name: "file\($0)") }
        )
    }

    /// The merged document, as written and read again.
    private func written(_ merged: MergedDocument) throws -> Document {
        try merged.document.absorbingImports().saved()
    }

    @Test func pagesFollowEachOther() throws {
        for first in SmallTree.rows(pages: 2, depth: 1) {
            for second in SmallTree.rows(pages: 3, depth: 1) {
                let documents = [try FileBuilder(first).document, try FileBuilder(second).document]
                let after = try Document.merging(
                    documents.map { MergeSource($0, name: "x") }
                ).document
                let expected = try documents.flatMap { try $0.seenPages() }
                #expect(try after.seenPages() == expected)
                #expect(try after.treeFaults() == [])
                let read = try after.absorbingImports().saved()
                #expect(try read.seenPages() == expected)
                #expect(try read.treeFaults() == [])
            }
        }
    }

    @Test func everythingIsThereTwice() throws {
        let merged = try merged(.everything(), .everything())
        for document in [merged.document, try written(merged)] {
            let seen = try SeenStructure(document)
            #expect(
                seen.outline == [
                    "file0 0", "  one 0", "    two 1", "  three 2",
                    "file1 0", "  one 0", "    two 1", "  three 2",
                ]
            )
            #expect(
                seen.names == ["old 1", "old_2 1", "three 2", "three_2 2", "two 1", "two_2 1"]
            )
            #expect(seen.labels == ["0: r 1", "1: A-D 1", "3: r 1", "4: A-D 1"])
            #expect(
                seen.fields == ["both 0", "both 1", "alone 1", "both_2 0", "both_2 1", "alone_2 1"]
            )
            #expect(seen.tags == ["Document", "P 0 2", "P 1", "Document", "P 0 2", "P 1"])
            #expect(seen.links == ["0 → 1", "0 → 2", "2 → 0GoTo", "0 → 1", "0 → 2", "2 → 0GoTo"])
            #expect(seen.attachments == ["a", "a_2"])
        }
    }

    @Test func linksLeadIntoTheirOwnDocument() throws {
        let document = try written(try merged(.everything(), .everything()))
        let pages = try PageTree(document).roster().pages
        let destinations = try Destinations(document)
        for (place, page) in pages.enumerated() {
            for annotation in try document.annotations(of: try #require(page)) {
                let link = try document.resolve(annotation).dictionary ?? [:]
                guard case .page(let id)? = try destinations.target(from: link) else { continue }
                let target = try #require(pages.firstIndex(of: id))
                #expect(target / 3 == place / 3)
            }
        }
    }

    @Test func typesAndClassesOfTagsKeepTheirMeaning() throws {
        func tagged(role: String, colour: String) -> FileBuilder {
            var file = FileBuilder.everything()
            // Object 15 is the root, 18 a paragraph.
            file.objects[14] = file.objects[14].replacing(
                "/Type /StructTreeRoot",
                with: "/Type /StructTreeRoot /RoleMap << /Mine \(role) /Also /Mine >> "
                    + "/ClassMap << /Look << /O /Layout /Color [\(colour)] >> >>"
            )
            file.objects[17] = file.objects[17].replacing("/S /P", with: "/S /Mine /C [/Look 0]")
            file.objects[18] = file.objects[18].replacing("/S /P", with: "/S /Also /C /Look")
            return file
        }
        let first = tagged(role: "/P", colour: "1 0 0")
        let document = try written(
            try merged(first, tagged(role: "/H1", colour: "0 0 1"), first)
        )
        let root = try document.value("StructTreeRoot", in: document.catalog()).dictionary ?? [:]
        let roles = try document.value("RoleMap", in: root).dictionary ?? [:]
        let classes = try document.value("ClassMap", in: root).dictionary ?? [:]
        #expect(roles["Mine"] == .name("P") && roles["Also"] == .name("Mine"))
        #expect(roles["Mine_2"] == .name("H1"))
        #expect(classes.entries.map(\.key) == ["Look", "Look_2"])
        #expect(
            try SeenStructure(document).tags == [
                "Document", "Mine 0 2", "Also 1", "Document", "Mine_2 0 2", "Also_2 1",
                "Document", "Mine 0 2", "Also 1",
            ]
        )
        #expect(roles["Also_2"] == .name("Mine_2"))
    }

    @Test func keysOfTheParentTreeLeadToTheTagsOfThePage() throws {
        let document = try written(try merged(.everything(), .everything()))
        let root = try document.value("StructTreeRoot", in: document.catalog()).dictionary ?? [:]
        let entries = try NumberTree.entries(root["ParentTree"], of: document)
        #expect(entries.map(\.key) == [0, 1, 2, 3, 4, 5])
        let index = try #require(try StructureIndex(document))
        for page in try PageTree(document).roster().pages.compactMap({ $0 }) {
            let key = try #require(try document.structureKeys(of: [page]).first)
            let element = try document.resolve(entries[key].value).array?.first?.reference
            let places = index.elementsByPage[page] ?? []
            #expect(places.map { index.elements[$0].id } == [element])
        }
    }

    @Test func aFontOfTheSameNameGetsAnother() throws {
        var other = FileBuilder.everything()
        other.objects[24] = "<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>"
        other.objects[13] =
            "<< /Subtype /Widget /Rect [0 0 1 1] /FT /Tx /T (alone) "
            + "/DA (0 g /Helv 9 Tf) >>"
        let document = try written(try merged(.everything(), other))
        let form = try document.value("AcroForm", in: document.catalog()).dictionary ?? [:]
        let fonts = form["DR"]?.dictionary?["Font"]?.dictionary ?? [:]
        func font(_ name: COSName) throws -> COSName? {
            try document.value(name, in: fonts).dictionary?["BaseFont"]?.name
        }
        #expect(try font("Helv") == "Helvetica")
        #expect(try font("Helv_2") == "Courier")
        let fields = try (form["Fields"]?.array ?? []).map {
            try document.resolve($0).dictionary?["DA"]?.string.map(TextString.decode)
        }
        #expect(fields == [nil, nil, "/Helv_2 10 Tf", "0 g /Helv_2 9 Tf"])
    }

    @Test func metadataIsThatOfTheFirst() throws {
        var first = FileBuilder.everything(catalog: "/Lang (en)")
        first.objects.append("<< /Title (The title) >>")
        first.trailer = "/Info 26 0 R"
        let other = FileBuilder.everything(catalog: "/Lang (de) /ViewerPreferences << >>")
        let document = try written(try merged(first, other))
        #expect(try DocumentInfo(document).title == "The title")
        #expect(try document.catalog()["Lang"] == .string(Array("en".utf8)))
        #expect(try document.catalog()["ViewerPreferences"] == nil)
        #expect(try SeenStructure(document).outline.first == "The title 0")
    }

    @Test func aFileWithoutLabelsCountsItsOwnPages() throws {
        let plain = FileBuilder([.page, .page])
        let document = try merged(plain, .everything(), plain).document
        let labels = ["0: D 1", "2: r 1", "3: A-D 1", "5: D 1"]
        #expect(try SeenStructure(document).labels == labels)
        #expect(try SeenStructure(merged(plain, plain).document).labels == [])
    }

    @Test func signaturesAreLeftOutAndTold() throws {
        let signed = FileBuilder(
            "<< /Type /Catalog /Pages 2 0 R /AcroForm << /SigFlags 3 /Fields [4 0 R] >> "
                + "/Perms << /DocMDP 5 0 R >> >>",
            "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            "<< /Type /Page /Parent 2 0 R /Annots [4 0 R] >>",
            "<< /Subtype /Widget /FT /Sig /T (s) /V 5 0 R /Rect [0 0 0 0] >>",
            "<< /Type /Sig /SubFilter /adbe.pkcs7.detached >>"
        )
        let result = try merged(.everything(), signed)
        let document = try written(result)
        #expect(try document.signatures().isEmpty)
        #expect(result.diagnostics.contains { $0.message.contains("“s”") })
        #expect(result.diagnostics.allSatisfy { $0.place.file == "file1" })
        #expect(try SeenStructure(document).fields.contains { $0.hasPrefix("s ") })
    }

    @Test func layersAreJoined() throws {
        let layers = "/OCProperties << /OCGs [20 0 R] /D << /BaseState /OFF /Order [20 0 R] >> >>"
        let document = try written(
            try merged(.everything(catalog: layers), .everything(catalog: layers))
        )
        let found = try document.value("OCProperties", in: document.catalog()).dictionary ?? [:]
        #expect(found["OCGs"]?.array?.count == 2)
        let configuration = found["D"]?.dictionary ?? [:]
        #expect(configuration["OFF"] == found["OCGs"] && configuration["Order"] == found["OCGs"])
        #expect(configuration["BaseState"] == nil)
    }

    @Test func insertedPagesBringWhatIsTheirs() throws {
        let target = try FileBuilder.everything().document
        let other = try FileBuilder.everything().document
        let result = try target.insertingPages(
            [1, 0],
            of: MergeSource(other, name: "other"),
            before: 2
        )
        let document = try result.document.saved()
        #expect(try document.seenPages().map(\.tag) == [0, 1, 1, 0, 2])
        #expect(try document.treeFaults() == [])
        let seen = try SeenStructure(document)
        #expect(
            seen.outline == [
                "one 0", "  two 1", "three 2", "other 1", "  one 0", "    two 1",
            ]
        )
        #expect(seen.names == ["old_2 1", "three 2", "two 1", "two_2 1", "/old 1"])
        #expect(
            seen.fields == ["both 0", "both 1", "alone 1", "both_2 1", "both_2 0", "alone_2 1"]
        )
        #expect(seen.tags == ["Document", "P 0 2", "P 1", "Document", "P 0", "P 1"])
        #expect(
            seen.labels == ["0: r 1", "1: A-D 1", "2: A-D 1", "3: r 1", "4: A-D 2"]
        )
        #expect(
            seen.links == ["0 → 1", "0 → 2", "0 → 1", "0 → -", "2 → 0GoTo"]
        )
    }

    @Test func pagesOfAPlainDocumentAddNothingElse() throws {
        let target = try FileBuilder.everything().document
        let before = try SeenStructure(target)
        let plain = MergeSource(try FileBuilder([.page]).document, name: "plain")
        let document = try target.insertingPages([0], of: plain, before: 0).document.saved()
        var after = try SeenStructure(document)
        #expect(after.labels == ["0:  1", "1: r 1", "2: A-D 1"])
        after.labels = before.labels
        #expect(after == before)
    }

    @Test func aDocumentCanBeMergedWithItself() throws {
        let document = try FileBuilder([.page, .node([.page])]).document
        let merged = try Document.merging([
            MergeSource(document, name: "a"), MergeSource(document, name: "a"),
        ])
        #expect(try merged.document.seenPages().map(\.tag) == [0, 1, 0, 1])
    }

    @Test func mergedDocumentsCanBeMergedAgain() throws {
        let document = try FileBuilder.everything().document
        let once = try Document.merging([
            MergeSource(document, name: "a"), MergeSource(document, name: "b"),
        ]).document
        let twice = try Document.merging([
            MergeSource(once, name: "c"), MergeSource(document, name: "d"),
        ]).document
        #expect(try twice.seenPages().map(\.tag) == [0, 1, 2, 0, 1, 2, 0, 1, 2])
        #expect(try SeenStructure(twice).fields.count == 9)
        #expect(try SeenStructure(twice.absorbingImports().saved()) == SeenStructure(twice))
    }

    @Test func aMergedDocumentIsNoUpdate() throws {
        let fault = #expect(throws: (any Error).self) { try merged(.everything()).document.delta() }
        #expect(fault != nil)
    }
}
