// SPDX-License-Identifier: Apache-2.0
import Faults
import Geometry
import Operations
import PDFModel
import PDFSyntax
import Testing
import Workbench

@Suite struct PlaceMarkTests {
    private let folder: TestFolder
    private let workbench = Samples.workbench()
    private let mark: LoadedMark

    init() throws {
        folder = try TestFolder()
        mark = try workbench.loadMark(try folder.write(Samples.ink, "ink.json"))
    }

    private func open(_ bytes: [UInt8]) throws -> OpenDocument {
        try workbench.open(try folder.write(bytes, "a.pdf"))
    }

    /// How many streams draw the mark on a page.
    private func marks(_ document: Document, page: Int) throws -> Int {
        let page = try PageTree(document).page(at: page)
        return try (page.dictionary["Contents"]?.array ?? []).count { element in
            guard let stream = try document.resolve(element).stream else { return false }
            let bytes = try document.decodedBytes(of: stream).bytes
            return String(decoding: bytes, as: UTF8.self).contains("/Mark0 Do")
        }
    }

    private static let twoPages = Samples.pdf(
        kids: "3 0 R 4 0 R 3 0 R",
        count: 3,
        more: ["<< /Type /Page /MediaBox [0 0 60 60] >>"]
    )

    @Test func aPageThatStandsTwiceIsMarkedOnceAtEachPlace() throws {
        let opened = try open(Self.twoPages)
        let marked = try workbench.place(
            try Samples.request(mark, pages: "all"),
            on: opened.document
        )
        #expect(marked.placements.map(\.pageIndex) == [0, 1, 2])
        for page in 0..<3 { #expect(try marks(marked.document, page: page) == 1) }
    }

    @Test func aMarkDoesNotShowWhereItsPageStandsAgain() throws {
        let opened = try open(Self.twoPages)
        let marked = try workbench.place(
            try Samples.request(mark, pages: "3"),
            on: opened.document
        )
        #expect(try marks(marked.document, page: 0) == 0)
        #expect(try marks(marked.document, page: 2) == 1)
    }

    @Test func eachPageHasItsOwnSize() throws {
        let opened = try open(Self.twoPages)
        let marked = try workbench.place(
            try Samples.request(mark, pages: "1,2"),
            on: opened.document
        )
        #expect(marked.placements[0].viewRect == marked.placements[1].viewRect)
        let difference = marked.placements[0].pageRect.maxY - marked.placements[1].pageRect.maxY
        #expect(abs(difference - 40) < 1e-9)
    }

    @Test func aRectThatFitsNotEveryPageIsRefusedWithThePage() throws {
        let opened = try open(
            Samples.pdf(
                kids: "3 0 R 4 0 R",
                count: 2,
                more: ["<< /Type /Page /MediaBox [0 0 30 30] >>"]
            )
        )
        let fault = #expect(throws: Fault.self) {
            try workbench.place(try Samples.request(mark, pages: "all"), on: opened.document)
        }
        #expect(fault?.code == .outsidePage)
        #expect(fault?.place.pageIndex == 1)
    }

    @Test func aCountedPageThatIsNotThereIsTold() throws {
        let opened = try open(
            Samples.pdf(kids: "3 0 R null 4 0 R", count: 3, more: ["<< /Type /Page >>"])
        )
        let marked = try workbench.place(
            try Samples.request(mark, pages: "all"),
            on: opened.document
        )
        #expect(marked.placements.map(\.pageIndex) == [0, 2])
        #expect(marked.diagnostics.contains { $0.severity == .lost && $0.place.pageIndex == 1 })
        let fault = #expect(throws: Fault.self) {
            try workbench.place(try Samples.request(mark, pages: "2"), on: opened.document)
        }
        #expect(fault?.code == .notFound)
    }

    @Test(arguments: ["4", "1,4", "2-9", "99999999"])
    func aPageBeyondTheEndIsNotFound(pages: String) throws {
        let opened = try open(Self.twoPages)
        let fault = #expect(throws: Fault.self) {
            try workbench.place(try Samples.request(mark, pages: pages), on: opened.document)
        }
        #expect(fault?.code == .notFound)
    }

    @Test func aMarkThatShowsNothingIsTheMarksFault() throws {
        let path = try folder.write(Array(#"{"version":1,"strokes":[]}"#.utf8), "empty.json")
        let empty = try workbench.loadMark(path)
        let opened = try open(Samples.pdf())
        let fault = #expect(throws: Fault.self) {
            try workbench.place(try Samples.request(empty), on: opened.document)
        }
        #expect(fault?.place.file == path)
    }

    @Test func progressCountsPages() throws {
        let opened = try open(Self.twoPages)
        let watched = WatchedOperation()
        _ = try workbench.place(
            try Samples.request(mark, pages: "all"),
            on: opened.document,
            operation: watched.operation(.pdfSave)
        )
        #expect(watched.told.map(\.done) == [0, 1, 2, 3])
        #expect(watched.told.allSatisfy { $0.of == 3 && $0.stage == .processing })
    }

    @Test func aCancelledPlacingThrows() throws {
        let opened = try open(Self.twoPages)
        let fault = #expect(throws: Fault.self) {
            try workbench.place(
                try Samples.request(mark, pages: "all"),
                on: opened.document,
                operation: WatchedOperation(stoppingAfter: { $0.done == 1 }).operation(.pdfSave)
            )
        }
        #expect(fault?.code == .cancelled)
    }

    @Test func anAnnotationHasAFreshNameAndTheTime() throws {
        let opened = try open(Samples.pdf())
        let marked = try workbench.place(
            try Samples.request(mark, kind: .annotation),
            on: opened.document
        )
        let page = try PageTree(marked.document).page(at: 0)
        let annotation = try #require(
            try marked.document.resolve(page.dictionary["Annots"]?.array?.first).dictionary
        )
        #expect(annotation["NM"]?.string == Array("000102030405060708090a0b0c0d0e0f".utf8))
        #expect(annotation["M"]?.string == Array("D:20260131120000Z".utf8))
        #expect(annotation["T"]?.string == Array("Inkstone".utf8))
    }

    // MARK: Signed documents

    private func signed(_ parameters: String?) -> [UInt8] {
        let reference = parameters.map {
            "/Reference [<< /TransformMethod /DocMDP /TransformParams << \($0) >> >>]"
        }
        return Samples.pdf(
            catalog: "/AcroForm << /Fields [4 0 R] >>",
            more: ["<< /FT /Sig /T (Boss) /V << /Type /Sig \(reference ?? "") >> >>"]
        )
    }

    @Test func aMarkThatBreaksASignatureIsRefusedWithARemedy() throws {
        let document = try open(signed(nil)).document
        let fault = #expect(throws: Fault.self) {
            try workbench.place(try Samples.request(mark), on: document)
        }
        #expect(
            fault
                == Fault(
                    .wouldBreakSignature,
                    "The mark would break the digital signature “Boss”: it signs the pages as they "
                        + "are. Place the mark with --as annotation, or use --force to break the "
                        + "signature."
                )
        )
    }

    @Test func aRemedyThatDoesNotHelpIsNotOffered() throws {
        let document = try open(signed("/P 1")).document
        for kind in MarkRequest.Kind.allCases {
            let fault = #expect(throws: Fault.self) {
                try workbench.place(try Samples.request(mark, kind: kind), on: document)
            }
            #expect(fault?.message.hasSuffix(". Use --force to break the signature.") == true)
        }
    }

    @Test func annotationsFollowTheCertification() throws {
        let request = try Samples.request(mark, kind: .annotation)
        for (parameters, isAllowed) in [(nil, true), ("/P 3", true), ("/P 2", false)] {
            let document = try open(signed(parameters)).document
            if isAllowed {
                #expect(try workbench.place(request, on: document).diagnostics.isEmpty)
            } else {
                #expect(throws: Fault.self) { try workbench.place(request, on: document) }
            }
        }
    }

    @Test func whatForceBreaksIsTold() throws {
        let document = try open(signed(nil)).document
        let marked = try workbench.place(
            try Samples.request(mark, force: true),
            on: document
        )
        #expect(
            marked.diagnostics == [
                Diagnostic(
                    .lost,
                    "The mark breaks the digital signature “Boss”: it signs the pages as they are."
                )
            ]
        )
    }
}
