// SPDX-License-Identifier: Apache-2.0
import Geometry
import PDFModel
import Rendering
import RenderingContract
import Testing
import Workbench

/// Who starts the renderer before it is needed, and who does not.
@Suite struct PreparingTests {
    private let fake = FakeRenderer()

    private var workbench: Workbench {
        let fake = fake
        return Workbench(renderer: { fake }, textExtractor: { fake })
    }

    private func request(_ pages: String) throws -> MarkRequest {
        let folder = try TestFolder()
        let mark = try workbench.loadMark(try folder.write(Samples.ink, "ink.json"))
        return try Samples.request(mark, pages: pages)
    }

    @Test(arguments: [
        ("1", 1), ("last", 1), ("1,3,5-8", 1), ("1-8", 1), ("last-last", 1), ("1-9", 0), ("all", 0),
        ("odd", 0), ("2-last", 0), ("1-9223372036854775807", 0),
        ("1-9223372036854775807,1-9223372036854775807,last", 0),
    ])
    func marksOnFewPagesHaveTheirTextLookedAt(pages: String, times: Int) throws {
        workbench.prepare(for: try request(pages))
        #expect(fake.timesPrepared == times)
    }

    @Test func onManyPagesWhoeverAvoidsTextOrLooksForItDoes() throws {
        var request = try request("all")
        request.avoidsText = true
        workbench.prepare(for: request)
        #expect(fake.timesPrepared == 1)
        request.avoidsText = false
        request.anchor = TextAnchor(try SearchPattern("ink"), hit: nil, offset: .zero)
        workbench.prepare(for: request)
        #expect(fake.timesPrepared == 2)
    }

    @Test func picturesDoAndWithoutARendererNothingIsDone() {
        workbench.prepareForPages()
        #expect(fake.timesPrepared == 1)
        Workbench().prepareForPages()
    }
}
