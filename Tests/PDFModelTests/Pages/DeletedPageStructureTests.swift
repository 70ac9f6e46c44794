// SPDX-License-Identifier: Apache-2.0
import PDFSyntax
import Testing

@testable import PDFModel

/// What points at a page goes with it, and nothing else does.
@Suite struct DeletedPageStructureTests {
    private let document: Document

    init() throws { document = try FileBuilder.everything().document }

    private func seen(deleting indexes: [Int]) throws -> SeenStructure {
        try SeenStructure(try document.deletingPages(at: indexes).saved())
    }

    private func seen(keeping indexes: [Int]) throws -> SeenStructure {
        try SeenStructure(try document.keepingPages(indexes))
    }

    @Test func theFixtureHasEverything() throws {
        let seen = try SeenStructure(document)
        #expect(seen.outline == ["one 0", "  two 1", "three 2"])
        #expect(seen.names == ["three 2", "two 1", "/old 1"])
        #expect(seen.labels == ["0: r 1", "1: A-D 1"])
        #expect(seen.fields == ["both 0", "both 1", "alone 1"])
        #expect(seen.tags == ["Document", "P 0 2", "P 1"])
        #expect(seen.links == ["0 → 1", "0 → 2", "2 → 0GoTo"])
    }

    @Test func outlineItemsGoWithTheirPages() throws {
        #expect(try seen(deleting: [1]).outline == ["one 0", "three 2"])
        #expect(try seen(deleting: [2]).outline == ["one 0", "  two 1"])
        // An item whose own page is gone stays for the one below it.
        #expect(try seen(deleting: [0]).outline == ["one -", "  two 1", "three 2"])
        #expect(try seen(keeping: [1]).outline == ["one -", "  two 1"])
        #expect(try seen(keeping: [2, 0]).outline == ["one 0", "three 2"])
    }

    @Test func countsOfTheOutlineFollow() throws {
        let after = try document.deletingPages(at: [1])
        #expect(try after.dictionary(7)["Count"] == nil)
        #expect(try after.dictionary(7)["First"] == nil)
        #expect(try after.dictionary(6)["Count"] == .integer(2))
        #expect(try document.deletingPages(at: [0, 1]).dictionary(9)["Prev"] == nil)
    }

    @Test func namedDestinationsGoWithTheirPages() throws {
        #expect(try seen(deleting: [1]).names == ["three 2"])
        #expect(try seen(deleting: [2]).names == ["two 1", "/old 1"])
        #expect(try seen(keeping: [2]).names == ["three 2"])
    }

    @Test func pagesKeepTheirLabels() throws {
        #expect(try seen(deleting: [0]).labels == ["0: A-D 1"])
        #expect(try seen(deleting: [1]).labels == ["0: r 1", "1: A-D 2"])
        #expect(try seen(keeping: [2, 0]).labels == ["0: A-D 2", "1: r 1"])
        let moved = try document.movingPages(at: [2], before: 0)
        #expect(try SeenStructure(moved).labels == ["0: A-D 2", "1: r 1", "2: A-D 1"])
        let more = try document.insertingBlankPages(.a4, before: 2)
        #expect(try SeenStructure(more).labels == ["0: r 1", "1: A-D 1", "2:  1", "3: A-D 2"])
    }

    @Test func aFieldGoesWithItsLastWidget() throws {
        #expect(try seen(deleting: [1]).fields == ["both 0"])
        #expect(try seen(deleting: [0]).fields == ["both 1", "alone 1"])
        #expect(try seen(deleting: [0, 1]).fields == [])
        #expect(try seen(keeping: [0]).fields == ["both 0"])
        #expect(try seen(keeping: [2]).fields == [])
        let after = try document.deletingPages(at: [1])
        #expect(try after.dictionary(11)["CO"]?.array?.isEmpty == true)
    }

    /// 12.5.2 forbids that pages share an annotation, and files have it.
    @Test func aFieldThatPagesShareStaysOnTheOthers() throws {
        let document = try FileBuilder(
            "<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [5 0 R] >> >>",
            "<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 /MediaBox [0 0 200 100] >>",
            "<< /Type /Page /Parent 2 0 R /Annots [5 0 R] >>",
            "<< /Type /Page /Parent 2 0 R /Annots [5 0 R] >>",
            "<< /Subtype /Widget /FT /Tx /T (both) /P 4 0 R /Rect [20 10 60 90] >>"
        ).document
        for index in 0..<2 {
            let after = try document.deletingPages(at: [index]).saved()
            let form = try after.value("AcroForm", in: after.catalog()).dictionary ?? [:]
            #expect(try after.value("Fields", in: form).array == [.reference(ObjectID(5))])
            #expect(try after.dictionary(5)["T"] == .string(Array("both".utf8)))
        }
        let none = try document.deletingPages(at: [0])
            .insertingBlankPages(.a4, before: 0).deletingPages(at: [1]).saved()
        let form = try none.value("AcroForm", in: none.catalog()).dictionary ?? [:]
        #expect(try none.value("Fields", in: form).array?.isEmpty ?? true)
    }

    @Test func linksToLostPagesBecomePlain() throws {
        #expect(try seen(deleting: [1]).links == ["0 → -", "0 → 2", "2 → 0GoTo"])
        // What was to follow the jump still does.
        #expect(try seen(deleting: [0]).links == ["2 → -URI"])
        #expect(try seen(keeping: [0, 2]).links == ["0 → -", "0 → 2", "2 → 0GoTo"])
        #expect(try seen(keeping: [0]).links == ["0 → -", "0 → -"])
    }

    @Test func tagsGoWithTheirContent() throws {
        #expect(try seen(deleting: [1]).tags == ["Document", "P 0 2"])
        #expect(try seen(deleting: [0]).tags == ["Document", "P 2", "P 1"])
        #expect(try seen(keeping: [1]).tags == ["Document", "P 1"])
        let part = try document.keepingPages([1])
        let tags = try part.value("StructTreeRoot", in: part.catalog()).dictionary ?? [:]
        let entries = try NumberTree.entries(tags["ParentTree"], of: part)
        #expect(entries.map(\.key) == [1])
        #expect(try NameTree.entries(tags["IDTree"], of: part).count == 1)
        let after = try document.deletingPages(at: [1])
        #expect(try NameTree.entries(after.dictionary(15)["IDTree"], of: after).isEmpty)
    }

    @Test func theOpeningActionGoesWithItsPage() throws {
        #expect(try document.deletingPages(at: [2]).catalog()["OpenAction"] == nil)
        #expect(try document.deletingPages(at: [0]).catalog()["OpenAction"] != nil)
        #expect(try document.keepingPages([0]).catalog()["OpenAction"] == nil)
    }

    @Test func articlesCloseOverTheGap() throws {
        let after = try document.deletingPages(at: [0])
        #expect(try after.dictionary(21)["F"] == .reference(ObjectID(23)))
        #expect(try after.dictionary(23)["V"] == .reference(ObjectID(24)))
        #expect(try after.dictionary(24)["N"] == .reference(ObjectID(23)))
        #expect(try document.keepingPages([0]).catalog()["Threads"] == nil)
    }

    @Test func nothingOfALostPageCanBeReached() throws {
        for part in [
            try document.deletingPages(at: [1]), try document.keepingPages([0, 2]),
        ] {
            var seen: Set<ObjectID> = []
            var stack: [COSObject] = [.reference(try part.catalogID())]
            while let object = stack.popLast() {
                switch object {
                case .reference(let id):
                    if seen.insert(id).inserted { stack.append(try part.object(id)) }
                case .array(let elements): stack += elements
                case .dictionary(let entries): stack += entries.entries.map(\.value)
                default: break
                }
            }
            for id in seen { #expect(try part.object(id).dictionary?["Tag"]?.integer != 1) }
        }
    }

    @Test func destinationsThatCountPagesFollowThem() throws {
        let file = FileBuilder.everything(catalog: "/AA << >>")
        var counted = file
        counted.objects[6] = counted.objects[6].replacing("[3 0 R /Fit]", with: "[2 /Fit]")
        let document = try counted.document
        let after = try document.deletingPages(at: [1])
        #expect(try after.dictionary(7)["Dest"]?.array?.first == .reference(ObjectID(5)))
        #expect(try SeenStructure(document.deletingPages(at: [2])).outline == ["one -", "  two 1"])
    }
}
