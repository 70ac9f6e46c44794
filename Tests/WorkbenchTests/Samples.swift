// SPDX-License-Identifier: Apache-2.0
import Faults
import Geometry
import Imaging
import PDFModel
import Workbench

/// A worker that answers what a test tells it to.
struct FakeConverter: SVGConverter {
    var answer: Result<[UInt8], Fault> = .success(Samples.pdf(width: 30, height: 10))

    func convertSVG(_ bytes: [UInt8]) throws(Fault) -> [UInt8] { try answer.get() }
}

/// Files and calls for tests.
enum Samples {
    /// 31 January 2026, noon, UTC.
    static let noon = Timestamp(seconds: 1_769_860_800)

    /// A workbench whose time stands still and whose random bytes are 0, 1, 2, ….
    static func workbench(_ converter: FakeConverter? = FakeConverter()) -> Workbench {
        Workbench(
            svgConverter: { converter },
            clock: { noon },
            random: { count in (0..<count).map { UInt8(truncatingIfNeeded: $0) } }
        )
    }

    static let ink = Array(
        #"{"version":1,"strokes":[{"width":2,"points":[[0,0],[10,5],[20,0]]}]}"#.utf8
    )

    /// A PDF file from the text of its objects, numbered from 1; the first is the catalog.
    static func pdf(objects: [String]) -> [UInt8] {
        var text = "%PDF-1.7\n"
        var offsets: [Int] = []
        for (index, object) in objects.enumerated() {
            offsets.append(text.utf8.count)
            text += "\(index + 1) 0 obj\n\(object)\nendobj\n"
        }
        let start = text.utf8.count
        text += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
        for offset in offsets {
            let digits = String(offset)
            text += String(repeating: "0", count: 10 - digits.count) + digits + " 00000 n \n"
        }
        text +=
            "trailer\n<< /Size \(objects.count + 1) /Root 1 0 R >>\nstartxref\n\(start)\n%%EOF\n"
        return Array(text.utf8)
    }

    /// A page, and as many more as there are other kids, in objects from 3 on.
    static func pdf(
        width: Int = 200,
        height: Int = 100,
        kids: String = "3 0 R",
        count: Int = 1,
        page: String = "",
        catalog: String = "",
        more: [String] = []
    ) -> [UInt8] {
        pdf(
            objects: [
                "<< /Type /Catalog /Pages 2 0 R \(catalog) >>",
                "<< /Type /Pages /Kids [\(kids)] /Count \(count) "
                    + "/MediaBox [0 0 \(width) \(height)] >>",
                "<< /Type /Page /Parent 2 0 R \(page) >>",
            ] + more
        )
    }

    /// Asks for a mark on pages, at one rect.
    static func request(
        _ mark: LoadedMark,
        pages: String = "1",
        kind: MarkRequest.Kind = .content,
        force: Bool = false
    ) throws -> MarkRequest {
        MarkRequest(
            mark: PendingMark(mark),
            pages: try PageList.parse(pages),
            kind: kind,
            breaksSignatures: force,
            rect: { _ in Rect(x: 10, y: 20, width: 40, height: 20) }
        )
    }
}
