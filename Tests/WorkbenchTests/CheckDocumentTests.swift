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
        let report = try check(Samples.pdf(more: [stream("/Filter /DCTDecode", "no jpeg")]))
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
        #expect(some.diagnostics.count == 1 && !some.isClean)
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
