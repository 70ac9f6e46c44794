// SPDX-License-Identifier: Apache-2.0
internal import ByteSource
internal import Faults
internal import Geometry
internal import PDFModel
internal import PDFSyntax
internal import Typesetting

/// Hostile bytes as the font that a free text on the page was written in, to which another text
/// adds its letters.
enum FuzzedFonts {
    /// A file whose page has a free text in the font 7, which is among the bytes.
    private static func document(_ font: [UInt8]) -> Document? {
        let start = Array("%PDF-1.7\n".utf8)
        let end = Array(
            ("\nendstream endobj\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
                + "2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 200 300]>>endobj\n"
                + "3 0 obj<</Type/Page/Parent 2 0 R/Contents 4 0 R/Annots[5 0 R]>>endobj\n"
                + "4 0 obj<</Length 12>>stream\n0 0 9 9 re f\nendstream endobj\n"
                + "5 0 obj<</Type/Annot/Subtype/FreeText/Rect[0 0 99 99]/NM(old)"
                + "/AP<</N 6 0 R>>>>endobj\n"
                + "6 0 obj<</Subtype/Form/BBox[0 0 9 9]/Resources<</Font<</F 7 0 R>>>>"
                + "/Length 1>>stream\nq\nendstream endobj\n").utf8
        )
        guard let base = try? BaseFile(MemoryByteSource(start + font + end)) else { return nil }
        return Document(base)
    }

    private static func names(_ document: Document) -> [String]? {
        guard let page = try? PageTree(document).page(at: 0) else { return nil }
        return try? document.annotationNames(of: page)
    }

    static func extend(_ bytes: [UInt8]) {
        guard var document = document(bytes), let before = names(document),
            let content = try? document.object(ObjectID(4))
        else { return }
        let shaper = EmbeddingFontShaper(OneFaceTypesetter())
        for (name, text) in [("one", "三四"), ("two", "四五三")] where !before.contains(name) {
            let annotation = Annotation(
                id: name,
                pageIndex: 0,
                kind: .freeText(.init(fontSize: 10)),
                rect: Rect(x: 10, y: 10, width: 90, height: 40),
                contents: text
            )
            guard (try? document.add(annotation, shaper: shaper)) != nil else { continue }
            law(
                names(document).map { $0.starts(with: before) && $0.contains(name) } == true,
                "Writing a font took something else from the page."
            )
            law(
                (try? document.object(ObjectID(4))) == content,
                "Writing a font took the content of the page."
            )
        }
        _ = try? document.delta()
    }
}

/// One face that has every letter.
private struct OneFaceTypesetter: Typesetter {
    private static let face = FaceName(postScriptName: "Fuzz", digest: 1)

    func typeset(
        _ text: String,
        _ style: LetterStyle,
        width: Double
    ) throws(Fault) -> TypesetText {
        let clusters = text.unicodeScalars.map { scalar in
            let glyph = UInt16(truncatingIfNeeded: scalar.value)
            return GlyphCluster(
                text: String(scalar),
                glyphs: [Glyph(id: glyph, scalar: scalar, advance: 1000)]
            )
        }
        let run = GlyphRun(face: Self.face, isRightToLeft: false, clusters: clusters)
        return TypesetText(lines: [TypesetLine(runs: [run])], ascent: 900, descent: 200)
    }

    func program(of face: FaceName, glyphs: [UInt16]) throws(Fault) -> FontProgram {
        FontProgram(
            format: .trueType,
            bytes: Array("glyphs".utf8),
            widths: glyphs.map { _ in 1000 },
            metrics: .init(
                box: [0, -200, 1000, 900],
                ascent: 900,
                descent: -200,
                capHeight: 700,
                italicAngle: 0,
                weight: 400,
                isSerif: false,
                isFixedPitch: false
            )
        )
    }
}
