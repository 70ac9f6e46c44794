// SPDX-License-Identifier: Apache-2.0
import Geometry
import PDFModel
import PDFSyntax
import Testing

/// What happens to the resources of a page that gets a mark (ISO 32000-2, 7.8.3).
@Suite struct MarkResourceTests {
    /// Three pages, objects 4 to 6, under nodes 2 and 3; the test's own objects from 7 on.
    private func document(
        root: String = "",
        node: String = "",
        pages: [String],
        _ more: String...
    ) throws -> Document {
        var file = FileBuilder(
            "<< /Type /Catalog /Pages 2 0 R >>",
            "<< /Kids [3 0 R] /Count 3 /MediaBox [0 0 200 100] \(root) >>",
            "<< /Kids [4 0 R 5 0 R 6 0 R] /Count 3 \(node) >>"
        )
        file.objects += pages.map { "<< /Type /Page \($0) >>" }
        file.objects += more
        return try file.document
    }

    private func keptObjects(_ before: Document, _ after: Document, except changed: Set<Int>) throws
    {
        for id in try before.base.allObjectIDs() where !changed.contains(id.number) {
            #expect(after.overlay[id.number] == nil, "object \(id) was replaced")
        }
    }

    @Test func aNameThatIsTakenIsLeftAlone() throws {
        let taken = "/XObject << /Mark0 5 0 R /Mark1 5 0 R /Mark3 5 0 R >>"
        let before = try document(pages: ["/Resources << \(taken) >>", "", ""])
        let after = try before.marked()
        let names = try after.markNames(on: try after.page(0))
        #expect(Set(names.keys) == ["Mark0", "Mark1", "Mark3", "Mark4"])
        #expect(names["Mark1"] == .reference(ObjectID(5)))
    }

    @Test func xObjectsThatAreAnObjectOfTheirOwnStayAsTheyAre() throws {
        let before = try document(
            pages: ["/Resources << /XObject 7 0 R /Font << /F 5 0 R >> >>", "", ""],
            "<< /Mark0 8 0 R >>",
            "null"
        )
        let after = try before.marked()
        try keptObjects(before, after, except: [4])
        let page = try after.saved().page(0)
        #expect(Set(try after.markNames(on: page).keys) == ["Mark0", "Mark1"])
        let fonts = try after.value("Resources", in: page.dictionary).dictionary?["Font"]
        #expect(fonts == .dictionary(["F": .reference(ObjectID(5))]))
    }

    @Test func resourcesThatPagesShareStayAsTheyAre() throws {
        let shared = "/Resources 7 0 R"
        let before = try document(
            pages: [shared, shared, shared],
            "<< /XObject << /Im 8 0 R >> >>",
            "null"
        )
        let after = try before.marked(pages: [0, 2])
        try keptObjects(before, after, except: [4, 6])
        #expect(try after.page(1).dictionary["Resources"] == .reference(ObjectID(7)))
        #expect(Set(try after.markNames(on: try after.page(2)).keys) == ["Im", "Mark1"])
        // The two share their new dictionary too.
        #expect(
            try after.page(0).dictionary["Resources"] == after.page(2).dictionary["Resources"]
        )
    }

    @Test(arguments: [true, false])
    func inheritedResourcesAreNotAlteredForOtherPages(isReference: Bool) throws {
        let resources = "<< /XObject << /Im 8 0 R >> /Font << /F 8 0 R >> >>"
        let before = try document(
            root: "/Resources \(isReference ? "7 0 R" : resources)",
            pages: ["", "", ""],
            resources,
            "null"
        )
        let after = try before.marked(pages: [1, 2])
        try keptObjects(before, after, except: [5, 6])
        #expect(try after.page(0).dictionary["Resources"] == nil)
        let page = try after.saved().page(1)
        #expect(Set(try after.markNames(on: page).keys) == ["Im", "Mark1"])
        #expect(
            try after.value("Resources", in: page.dictionary).dictionary?["Font"]
                == .dictionary(["F": .reference(ObjectID(8))])
        )
        #expect(
            try after.page(1).dictionary["Resources"] == after.page(2).dictionary["Resources"]
        )
    }

    @Test func theNearestNodesResourcesCount() throws {
        let before = try document(
            root: "/Resources << /XObject << /Far 8 0 R >> >>",
            node: "/Resources << /XObject << /Near 8 0 R >> >>",
            pages: ["", "", ""]
        )
        let after = try before.marked()
        #expect(Set(try after.markNames(on: try after.page(0)).keys) == ["Near", "Mark1"])
    }

    @Test(arguments: ["", "/Resources null", "/Resources 99 0 R", "/Resources [1 2]"])
    func aPageWithoutResourcesGetsSome(entry: String) throws {
        let after = try document(pages: [entry, "", ""]).marked().saved()
        #expect(Array(try after.markNames(on: try after.page(0)).keys) == ["Mark0"])
    }
}
