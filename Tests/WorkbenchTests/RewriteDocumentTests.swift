// SPDX-License-Identifier: Apache-2.0
import ByteSource
import Faults
import Geometry
import Operations
import PDFModel
import PDFSyntax
import Testing
import Workbench

/// Rewriting, extracting and splitting, as far as the disk is concerned.
@Suite struct RewriteDocumentTests {
    private let folder: TestFolder
    private let workbench = Samples.workbench()

    init() throws { folder = try TestFolder() }

    /// A file of pages whose widths are 101, 102, ….
    private func pages(_ count: Int) throws -> OpenDocument {
        let kids = (0..<count).map { "\(3 + $0) 0 R" }.joined(separator: " ")
        let objects =
            [
                "<< /Type /Catalog /Pages 2 0 R >>",
                "<< /Type /Pages /Kids [\(kids)] /Count \(count) >>",
            ]
            + (0..<count).map {
                "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 \(101 + $0) 50] >>"
            }
        return try workbench.open(try folder.write(Samples.pdf(objects: objects), "a.pdf"))
    }

    private func widths(_ name: String) throws -> [Int] {
        let tree = try PageTree(try workbench.open(folder / name).document)
        return try tree.pages(at: Array(0..<tree.count())).map { Int($0.space.size.width) }
    }

    @Test(arguments: [FileWritingOptions.Form.streams, .classic])
    func aRewrittenFileHasTheSamePages(_ form: FileWritingOptions.Form) throws {
        let opened = try pages(300)
        let receipt = try workbench.rewrite(
            opened,
            to: .file(folder / "b.pdf", replacing: false),
            options: FileWritingOptions(form: form)
        )
        #expect(try widths("b.pdf") == Array(101...400))
        #expect(receipt.written.objectCount == 302)
        #expect(try folder.read("b.pdf").count == receipt.written.byteCount)
        #expect(receipt.diagnostics.isEmpty)
    }

    @Test func rewritingInPlaceLeavesTheEarlierRevisionOut() throws {
        let opened = try pages(3)
        var document = opened.document
        _ = try document.add(.string(Array("unreachable".utf8)))
        _ = try workbench.save(document, of: opened.file, to: .inPlace)
        let changed = try workbench.open(folder / "a.pdf")
        let receipt = try workbench.rewrite(changed, to: .inPlace)
        #expect(
            receipt.diagnostics.map(\.message) == [
                "One earlier revision is left out of the new file."
            ]
        )
        let again = try workbench.open(folder / "a.pdf")
        #expect(try again.document.base.revisions().count == 1)
        #expect(try folder.names() == ["a.pdf"])
    }

    @Test func aSignedFileIsAskedFirst() throws {
        let field =
            "/AcroForm << /Fields [<< /FT /Sig /T (s) /V << /Type /Sig >> >>] /SigFlags 3 >>"
        let path = try folder.write(Samples.pdf(catalog: field), "a.pdf")
        let opened = try workbench.open(path)
        let target = SaveDestination.file(folder / "b.pdf", replacing: false)
        let fault = #expect(throws: Fault.self) { try workbench.rewrite(opened, to: target) }
        #expect(fault?.code == .wouldBreakSignature)
        #expect(!folder.has("b.pdf"))
        let receipt = try workbench.rewrite(opened, to: target, force: true)
        #expect(receipt.diagnostics.contains { $0.message.contains("“s”") })
    }

    @Test func aStoppedRewritingLeavesNothing() throws {
        let opened = try pages(2000)
        for stage in [OperationStage.writing, .finalizing] {
            let watched = WatchedOperation(stoppingAfter: { $0.stage == stage })
            let fault = #expect(throws: Fault.self) {
                try workbench.rewrite(
                    opened,
                    to: .file(folder / "b.pdf", replacing: false),
                    operation: watched.operation(.pdfRewrite)
                )
            }
            #expect(fault?.code == .cancelled)
            #expect(try folder.names() == ["a.pdf"])
        }
    }

    @Test func extractedPagesAreThoseAskedFor() throws {
        let opened = try pages(40)
        let part = try workbench.extract(try PageList.parse("3,10-12,last"), of: opened.document)
        #expect(part.pageCount == 5)
        _ = try workbench.saveWhole(
            part.document,
            of: opened.file,
            to: .file(folder / "b.pdf", replacing: false),
            options: Workbench.partOptions(.streams)
        )
        #expect(try widths("b.pdf") == [103, 110, 111, 112, 140])
        // The pages that stay behind are not in the file.
        let all = try workbench.open(folder / "b.pdf").document.base.allObjectIDs()
        #expect(all.count < 20)
    }

    @Test func aPartOfVeryFewObjectsIsWritten() throws {
        // The page is no page tree, and nothing comes behind what would have been packed.
        let objects = [
            "<< /Type /Catalog /Pages 2 0 R /OpenAction 2 0 R >>", "<< /S /JavaScript /JS (x) >>",
        ]
        try folder.write(Samples.pdf(objects: objects), "a.pdf")
        let opened = try workbench.open(folder / "a.pdf")
        let part = try workbench.extract(.all, of: opened.document)
        _ = try workbench.saveWhole(
            part.document,
            of: opened.file,
            to: .file(folder / "b.pdf", replacing: false),
            options: Workbench.partOptions(.streams)
        )
        let again = try workbench.open(folder / "b.pdf").document
        #expect(!again.base.isRebuilt)
        #expect(try PageTree(again).count() == 1)
    }

    @Test(arguments: [
        (SplitRule.every(3), [3, 3, 3, 1]), (.every(1), Array(repeating: 1, count: 10)),
        (.every(.max), [10]), (.at(.page(at: 4)), [4, 6]), (.at(.page(at: 0)), [10]),
        (.at(.all), Array(repeating: 1, count: 10)),
        (.size(bytes: 1), Array(repeating: 1, count: 10)),
        (.size(bytes: 1_000_000), [10]),
    ])
    func theRuleSaysWhereToCut(_ rule: SplitRule, _ counts: [Int]) throws {
        let opened = try pages(10)
        let receipt = try workbench.split(opened, by: rule, into: folder.path)
        #expect(receipt.parts.map(\.pages.count) == counts)
        var all: [Int] = []
        for (place, part) in receipt.parts.enumerated() {
            let number = String(place + 1)
            let name = "a-" + String(repeating: "0", count: 3 - number.count) + number + ".pdf"
            #expect(part.path == folder / name)
            #expect(try folder.read(name).count == part.byteCount)
            all += try widths(name)
        }
        #expect(all == Array(101...110))
    }

    @Test func aPartIsAsLargeAsItMayBe() throws {
        let opened = try pages(60)
        let limit = 900
        let receipt = try workbench.split(opened, by: .size(bytes: limit), into: folder.path)
        #expect(receipt.parts.count > 1 && receipt.parts.count < 60)
        let extraction = try PageExtraction(opened.document)
        for part in receipt.parts {
            #expect(part.byteCount <= limit)
            guard part.pages.upperBound < 60 else { continue }
            let sink = MemoryByteSink()
            let more = Array(part.pages.lowerBound...part.pages.upperBound)
            try extraction.part(more).write(to: sink, Workbench.partOptions(.streams))
            #expect(sink.count > limit)
        }
    }

    @Test func theOutlineSaysWhereChaptersBegin() throws {
        let objects = [
            "<< /Type /Catalog /Pages 2 0 R /Outlines 7 0 R >>",
            "<< /Type /Pages /Kids [3 0 R 4 0 R 5 0 R 6 0 R] /Count 4 /MediaBox [0 0 9 9] >>",
            "<< /Type /Page /Parent 2 0 R >>", "<< /Type /Page /Parent 2 0 R >>",
            "<< /Type /Page /Parent 2 0 R >>", "<< /Type /Page /Parent 2 0 R >>",
            "<< /First 8 0 R /Last 9 0 R /Count 2 >>",
            "<< /Title (A) /Parent 7 0 R /Next 9 0 R /First 10 0 R /Last 10 0 R /Count -1"
                + " /Dest [3 0 R /Fit] >>",
            "<< /Title (B) /Parent 7 0 R /Prev 8 0 R /Dest [6 0 R /Fit] >>",
            "<< /Title (A1) /Parent 8 0 R /A << /S /GoTo /D [5 0 R /Fit] >> >>",
        ]
        let opened = try workbench.open(
            try folder.write(Samples.pdf(objects: objects), "book.pdf")
        )
        func counts(_ level: Int) throws -> [Int] {
            try workbench.split(
                opened,
                by: .outline(level: level),
                into: folder.path,
                naming: PartNaming("l\(level)-{first}-{last}")
            ).parts.map(\.pages.count)
        }
        #expect(try counts(1) == [3, 1])
        #expect(try counts(2) == [2, 1, 1])
        #expect(folder.has("l2-001-002.pdf"))
        let fault = #expect(throws: Fault.self) {
            try workbench.split(try pages(2), by: .outline(level: 1), into: folder.path)
        }
        #expect(fault?.code == .notFound)
    }

    @Test func aStoppedSplitLeavesNothing() throws {
        let opened = try pages(100)
        for stage in [OperationStage.preparing, .writing, .finalizing] {
            let watched = WatchedOperation(stoppingAfter: { $0.stage == stage })
            let fault = #expect(throws: Fault.self) {
                try workbench.split(
                    opened,
                    by: .every(1),
                    into: folder / "out",
                    operation: watched.operation(.pdfSplit)
                )
            }
            #expect(fault?.code == .cancelled)
            #expect(try folder.names() == ["a.pdf"])
        }
    }

    @Test func aPatternMustTellThePartsApart() throws {
        for wrong in ["x", "{name}", "a/{part}", ""] {
            #expect(throws: Fault.self) { try PartNaming(wrong) }
        }
        let names = try PartNaming("{{name}} {part}of{x} {first}-{last}.PDF")
            .names(of: [0..<4, 4..<1200], from: "/x/My.pdf")
        #expect(names == ["{My} 001of{x} 0001-0004.PDF", "{My} 002of{x} 0005-1200.PDF"])
    }
}

private typealias OperationStage = OperationProgress.Stage
