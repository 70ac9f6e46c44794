// SPDX-License-Identifier: Apache-2.0
import Faults
import Geometry
import Operations
import Testing
import Workbench

@Suite struct CheckDocumentTests {
    private let folder: TestFolder
    private let workbench = Samples.workbench()

    init() throws { folder = try TestFolder() }

    private func check(_ bytes: [UInt8]) throws -> CheckReport {
        try workbench.check(try workbench.open(try folder.write(bytes, "a.pdf")))
    }

    private func stream(_ entries: String, _ body: String) -> String {
        "<< /Length \(body.utf8.count) \(entries) >>\nstream\n\(body)\nendstream"
    }

    @Test func aGoodFileIsClean() throws {
        let report = try check(Samples.pdf(more: [stream("", "q Q")]))
        #expect(report.isClean)
        #expect(report.diagnostics.isEmpty)
        #expect(report.objectCount == 4)
        #expect(report.pageCount == 1)
    }

    @Test func damagedDataAreLostAndNameTheObject() throws {
        let report = try check(
            Samples.pdf(more: [stream("/Filter /FlateDecode", "this is not deflated")])
        )
        #expect(!report.isClean)
        #expect(report.diagnostics.map(\.severity) == [.lost])
        #expect(report.diagnostics.first?.place.object == "4 0")
    }

    @Test func pixelsAreTheRenderersBusiness() throws {
        let report = try check(Samples.pdf(more: [stream("/Filter /JPXDecode", "no picture")]))
        #expect(report.isClean)
    }

    @Test func aRebuiltFileIsRepaired() throws {
        var bytes = Samples.pdf()
        bytes.removeLast(40)
        let report = try check(bytes)
        #expect(!report.isClean)
        #expect(report.diagnostics.contains { $0.severity == .repaired })
        #expect(report.pageCount == 1)
    }

    @Test func strangeBoxesAreRepairedAndNameThePage() throws {
        let report = try check(Samples.pdf(page: "/MediaBox [0 0 0 0]"))
        #expect(report.diagnostics.map(\.severity) == [.repaired])
        #expect(report.diagnostics.first?.place.pageIndex == 0)
    }

    @Test func missingPagesAreTold() throws {
        let some = try check(
            Samples.pdf(kids: "3 0 R null 4 0 R", count: 3, more: ["<< /Type /Page >>"])
        )
        #expect(!some.isClean)
        #expect(
            some.diagnostics.contains { $0.message.contains("has 2 pages and says that it has 3") }
        )
        let none = try check(Samples.pdf(kids: "", count: 0))
        #expect(none.diagnostics.map(\.severity) == [.lost])
        #expect(none.pageCount == 0)
    }

    @Test func progressCountsObjects() throws {
        let watched = WatchedOperation()
        _ = try workbench.check(
            try workbench.open(
                try folder.write(Samples.pdf(more: Array(repeating: "1", count: 100)), "a.pdf")
            ),
            operation: watched.operation(.pdfCheck)
        )
        #expect(watched.told.last?.done == 64 && watched.told.last?.of == 103)
    }

    @Test(arguments: ["", "hello", "%PDF-1.7\n", "%PDF-1.7\n1 0 obj\n<< >>\nendobj\n"])
    func whatIsNoPDFIsInvalidAndNamesTheFile(text: String) throws {
        let fault = #expect(throws: Fault.self) { try check(Array(text.utf8)) }
        #expect(fault?.code == .invalidDocument)
        #expect(fault?.place.file == folder / "a.pdf")
    }

    @Test func aSummaryTellsWhatIsThere() throws {
        let path = try folder.write(Samples.pdf(page: "/Rotate 90"), "a.pdf")
        let summary = try workbench.inspect(try workbench.open(path))
        #expect(summary.pageCount == 1)
        #expect(summary.firstPageSize?.width == 100 && summary.firstPageSize?.height == 200)
        #expect(summary.bytes == Samples.pdf(page: "/Rotate 90").count)
        #expect(summary.revisions.count == 1 && summary.signatures.isEmpty && !summary.isRepaired)
    }
}

/// Faults that readers step over, and that `check` tells all the same.
@Suite struct DeepCheckTests {
    private let folder: TestFolder
    private let workbench = Samples.workbench()

    init() throws { folder = try TestFolder() }

    private func messages(_ bytes: [UInt8]) throws -> [String] {
        let report = try workbench.check(try workbench.open(try folder.write(bytes, "a.pdf")))
        return report.diagnostics.map(\.description)
    }

    private func stream(_ entries: String, _ body: String) -> String {
        "<< /Length \(body.utf8.count) \(entries) >>\nstream\n\(body)\nendstream"
    }

    private func objects(_ page: String, kids: String = "3 0 R", count: Int = 1) -> [String] {
        [
            "<< /Type /Catalog /Pages 2 0 R >>",
            "<< /Type /Pages /Kids [\(kids)] /Count \(count) /MediaBox [0 0 9 9] >>", page,
        ]
    }

    @Test(arguments: [
        ("<< /Type /Page /Parent 2 0 R >>", ""),
        ("<< /Type /Page >>", "The /Parent is another"),
        ("<< /Type /Pages /Parent 2 0 R /Count 1 >>", "The page's /Type is not /Page."),
        ("<< /Type /Page /Parent 2 0 R /Contents 4 0 R >>", ""),
        (
            "<< /Type /Page /Parent 2 0 R /Contents [4 0 R 2 0 R] >>",
            "Something in the array /Contents"
        ),
        ("<< /Type /Page /Parent 2 0 R /Contents (x) >>", "The /Contents are neither"),
        ("<< /Type /Page /Parent 2 0 R /Contents 9 0 R >>", "The /Contents lead nowhere."),
        ("<< /Type /Page /Parent 2 0 R /Annots << >> >>", "The /Annots are no array."),
        ("<< /Type /Page /Parent 2 0 R /Annots [1] >>", "Something in the array /Annots"),
        ("<< /Type /Page /Parent 2 0 R /Contents 5 0 R >>", "An inline image in the content"),
        ("<< /Type /Page /Parent 2 0 R /A << /B 1 /B 2 >> >>", "The key /B stands twice"),
    ])
    func eachFaultOfAPageIsTold(page: String, told: String) throws {
        let more = [stream("", "q Q"), stream("", "BI /W 1 /H 1 ID x")]
        let found = try messages(Samples.pdf(objects: objects(page) + more))
        #expect(told.isEmpty ? found.isEmpty : found.count == 1 && found[0].contains(told))
    }

    @Test(arguments: [
        ("3 0 R 3 0 R", 2, "stands in the page tree more than once"),
        ("3 0 R", 2, "/Count is wrong"),
        ("3 0 R 2 0 R", 1, "runs in a circle"),
        ("3 0 R << /Type /Page >>", 2, "no object of its own"),
        ("3 0 R 1", 1, "no dictionary"),
    ])
    func eachFaultOfTheTreeIsTold(kids: String, count: Int, told: String) throws {
        let page = "<< /Type /Page /Parent 2 0 R >>"
        let found = try messages(Samples.pdf(objects: objects(page, kids: kids, count: count)))
        #expect(found.contains { $0.contains(told) })
    }

    @Test func aWrongSizeIsTold() throws {
        let bytes = Samples.pdf(objects: objects("<< /Type /Page /Parent 2 0 R >>"))
        let text = String(decoding: bytes, as: UTF8.self)
        let small = try messages(Array(text.replacing("/Size 4", with: "/Size 2").utf8))
        #expect(small.count == 1 && small[0].contains("/Size is 2"))
        let none = try messages(Array(text.replacing("/Size 4", with: "/Sice 4").utf8))
        #expect(none.count == 1 && none[0].contains("no /Size"))
    }

    @Test func damagedDataAreToldWithTheirPlace() throws {
        let page = "<< /Type /Page /Parent 2 0 R >>"
        for (entries, body) in [
            ("/Filter /FlateDecode", "none"), ("/Filter /DCTDecode", "none"),
            ("/Filter [/ASCII85Decode /LZWDecode]", "zz~>"), ("/Filter /RunLengthDecode", "abc"),
        ] {
            let bytes = Samples.pdf(objects: objects(page) + [stream(entries, body)])
            let found = try workbench.check(try workbench.open(try folder.write(bytes, "a.pdf")))
            #expect(found.diagnostics.map(\.severity) == [.lost], "\(entries)")
            #expect(found.diagnostics.first?.place.object == "4 0")
            #expect(found.diagnostics.first?.place.byteOffset != nil)
        }
    }
}
