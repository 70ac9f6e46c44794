// SPDX-License-Identifier: Apache-2.0
import Faults
import Geometry
import PDFModel
import Rendering
import Testing

@testable import Workbench

@Suite struct ProvePlacementTests {
    /// Draws a file of grey pages, and a red mark on it where a save would append one.
    ///
    /// It is told what to do wrong.
    private struct Painter: PageRenderer {
        /// The file as it was opened.
        let opened: DocumentVersion
        /// How far off the mark is painted, in points.
        var offset = Point(x: 0, y: 0)
        /// Something else that changes.
        var stray: Rect?

        static let mark = Rect(x: 10, y: 20, width: 40, height: 20)

        func render(_ request: RenderRequest) throws(Fault) -> RenderedPicture {
            let isAlone = request.source.version.description.hasPrefix("mark alone")
            let isMarked = request.source.version != opened
            let paper: UInt8 = isAlone ? (request.pageIndex == 0 ? 255 : 0) : 200
            let scale = Double(request.pageSize.width) / 200
            let region = request.region
            var bytes: [UInt8] = []
            for row in region.y..<region.y + region.height {
                for column in region.x..<region.x + region.width {
                    let point = Point(
                        x: (Double(column) + 0.5) / scale,
                        y: (Double(row) + 0.5) / scale
                    )
                    let moved =
                        isAlone
                        ? point : Point(x: point.x - offset.x, y: point.y - offset.y)
                    if isMarked && Self.mark.contains(moved) {
                        bytes += [180, 0, 0, 255]
                    } else if isMarked && !isAlone && stray?.contains(point) == true {
                        bytes += [0, 0, 0, 255]
                    } else {
                        bytes += [paper, paper, paper, 255]
                    }
                }
            }
            return RenderedPicture(
                size: PixelSize(width: region.width, height: region.height),
                bytes: bytes
            )
        }
    }

    private static func prove(
        _ kind: MarkRequest.Kind = .content,
        _ change: (inout Painter) -> Void = { _ in }
    ) throws -> [Diagnostic] {
        let folder = try TestFolder()
        try folder.write(Samples.pdf(kids: "3 0 R 3 0 R", count: 2), "a.pdf")
        try folder.write(Samples.ink, "ink.json")
        var workbench = Samples.workbench()
        let opened = try workbench.open(folder / "a.pdf")
        var painter = Painter(opened: opened.renderSource(delta: []).version)
        change(&painter)
        let changed = painter
        workbench.renderer = { changed }
        let mark = try workbench.loadMark(folder / "ink.json")
        var request = try Samples.request(mark, pages: "all", kind: kind)
        request.style.fit = .stretch
        let marked = try workbench.place(request, on: opened.document)
        return try workbench.prove(marked, of: request, on: opened)
    }

    @Test(arguments: MarkRequest.Kind.allCases)
    func aMarkInItsPlacePasses(kind: MarkRequest.Kind) throws {
        #expect(try Self.prove(kind) == [])
    }

    @Test func aMarkThatTheRendererPutsElsewhereFails() throws {
        for offset in [Point(x: 0.3, y: 0), Point(x: 0, y: -0.4), Point(x: 30, y: 40)] {
            let fault = #expect(throws: Fault.self) {
                try Self.prove { $0.offset = offset }
            }
            // Within two pixels, which are 0.48 points, it is the ink that is wrong.
            let isFar = offset.x > 1
            #expect(fault?.code == .saveFailed)
            #expect(fault?.message.contains("10,20,40,20") == true, "\(offset)")
            #expect(fault?.message.contains("outside the mark") == isFar, "\(offset)")
        }
    }

    @Test func aChangeElsewhereFailsAndIsNamed() throws {
        let fault = #expect(throws: Fault.self) {
            try Self.prove { $0.stray = Rect(x: 120, y: 60, width: 12, height: 6) }
        }
        #expect(fault?.code == .saveFailed)
        #expect(fault?.message.contains("120,60,12,6") == true, "\(fault?.message ?? "")")
    }

    @Test func withoutARendererThereIsNoProof() throws {
        let folder = try TestFolder()
        try folder.write(Samples.pdf(), "a.pdf")
        try folder.write(Samples.ink, "ink.json")
        let workbench = Samples.workbench()
        let opened = try workbench.open(folder / "a.pdf")
        let request = try Samples.request(try workbench.loadMark(folder / "ink.json"))
        let marked = try workbench.place(request, on: opened.document)
        let fault = #expect(throws: Fault.self) {
            try workbench.prove(marked, of: request, on: opened)
        }
        #expect(fault?.code == .unsupported)
    }
}
