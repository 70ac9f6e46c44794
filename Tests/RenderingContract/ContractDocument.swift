// SPDX-License-Identifier: Apache-2.0
internal import ByteSource
public import Geometry
public import Rendering

/// The document of the contract, as a PDF file and as the fake renderer knows it.
///
/// Two pages. The first is 200 × 100 pt, white, with a red box in the upper left quarter (20, 10,
/// 40 × 20) and a blue box (100, 50, 80 × 40), and says "Ink on stone". The second is stored
/// upright, 100 × 200, and turned by 90 degrees: as seen it is 200 × 100, with a green box at the
/// same place as the red one.
public enum ContractDocument {
    /// The version under which the fake knows it.
    public static let version = DocumentVersion("contract")
    /// The size of both pages as seen.
    public static let size = Size(width: 200, height: 100)
    /// Where the box in the upper left quarter is, in view space.
    public static let leftBox = Rect(x: 20, y: 10, width: 40, height: 20)
    /// Where the box in the lower right quarter of the first page is, in view space.
    public static let rightBox = Rect(x: 100, y: 50, width: 80, height: 40)
    /// What the first page says.
    public static let text = "Ink on stone"
    /// Where it says so: baseline 45 pt from the top, 10 pt high.
    public static let textBox = Rect(x: 20, y: 37, width: 60, height: 10)
    /// How both pages as seen lie to the pages in the file.
    public static let spaces = [
        PageSpace(mediaBox: Rect(x: 0, y: 0, width: 200, height: 100)),
        PageSpace(mediaBox: Rect(x: 0, y: 0, width: 100, height: 200), rotation: 90),
    ]

    /// What the fake renderer must know.
    public static let pages = [
        FakePage(
            size: size,
            rectangles: [
                (leftBox, RenderColour(red: 255, green: 0, blue: 0)),
                (rightBox, RenderColour(red: 0, green: 0, blue: 255)),
            ],
            texts: [(text, textBox)]
        ),
        FakePage(
            size: size,
            rectangles: [(leftBox, RenderColour(red: 0, green: 255, blue: 0))]
        ),
    ]

    /// The document as it is shown.
    public static var source: RenderSource {
        RenderSource(version: version, base: MemoryByteSource(Array(file.utf8)))
    }

    /// The document after its first page was painted over with black, as base ∥ delta.
    public static var editedSource: RenderSource {
        RenderSource(
            version: DocumentVersion("contract, edited"),
            base: MemoryByteSource(Array(file.utf8)),
            delta: Array(delta.utf8)
        )
    }

    /// The edited document, for the fake.
    public static let editedPages = [
        FakePage(
            size: size,
            rectangles: [
                (Rect(x: 0, y: 0, width: 200, height: 100), RenderColour(red: 0, green: 0, blue: 0))
            ]
        ), pages[1],
    ]

    /// The file.
    public static let file: String = {
        let first = """
            1 0 0 rg 20 70 40 20 re f 0 0 1 rg 100 10 80 40 re f
            0 g BT /F 10 Tf 20 55 Td (Ink on stone) Tj ET
            """
        // Stored upright: the left edge as seen is the lower edge of the page.
        let second = "0 1 0 rg 10 20 20 40 re f"
        let fontDictionary = "<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>"
        return assemble([
            "<</Type/Catalog/Pages 2 0 R>>",
            "<</Type/Pages/Count 2/Kids[3 0 R 5 0 R]>>",
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R"
                + "/Resources<</Font\(fontDictionary)>>>>",
            stream(first),
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 200]/Rotate 90/Contents 6 0 R"
                + "/Resources<<>>>>",
            stream(second),
        ])
    }()

    /// What a save would append for the edit.
    public static let delta: String = {
        let start = file.utf8.count
        let object = "4 0 obj\n\(stream("0 g 0 0 200 100 re f"))\nendobj\n"
        return object + "xref\n4 1\n\(padded(start)) 00000 n \n"
            + "trailer\n<</Size 7/Root 1 0 R/Prev \(crossReferenceStart)>>\n"
            + "startxref\n\(start + object.utf8.count)\n%%EOF\n"
    }()

    private static var crossReferenceStart: Int {
        let words = file.split(separator: "\n")
        return words.count > 1 ? Int(words[words.count - 2]) ?? 0 : 0
    }

    private static func stream(_ content: String) -> String {
        "<</Length \(content.utf8.count)>>\nstream\n\(content)\nendstream"
    }

    private static func assemble(_ objects: [String]) -> String {
        var file = "%PDF-1.7\n"
        var table = "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
        for (index, object) in objects.enumerated() {
            table += "\(padded(file.utf8.count)) 00000 n \n"
            file += "\(index + 1) 0 obj\n\(object)\nendobj\n"
        }
        let start = file.utf8.count
        return file + table + "trailer\n<</Size \(objects.count + 1)/Root 1 0 R>>\n"
            + "startxref\n\(start)\n%%EOF\n"
    }

    private static func padded(_ offset: Int) -> String {
        let digits = String(offset)
        return String(repeating: "0", count: 10 - digits.count) + digits
    }
}
