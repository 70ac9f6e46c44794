// SPDX-License-Identifier: Apache-2.0
internal import ByteSource
internal import PDFModel
internal import PDFSyntax

/// Hostile bytes as annotations of a page, and as XFDF.
enum FuzzedAnnotations {
    /// A file whose page has the bytes as its /Annots.
    private static func document(_ annotations: [UInt8]) -> Document? {
        let file = Array(
            ("%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj "
                + "2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 200 300]>>endobj "
                + "4 0 obj<</Length 12/BBox[0 0 9 9]>>stream\n0 0 9 9 re f\nendstream endobj "
                + "3 0 obj<</Type/Page/Parent 2 0 R/Rotate 90/Annots[").utf8
        )
        let end = Array("]>>endobj\n".utf8)
        guard let base = try? BaseFile(MemoryByteSource(file + annotations + end)) else {
            return nil
        }
        return Document(base)
    }

    private static func annotations(_ document: Document) -> [Annotation]? {
        guard let page = try? PageTree(document).page(at: 0) else { return nil }
        return try? document.annotations(of: page)
    }

    /// Few are enough to meet every branch.
    private static let mostChanged = 16

    static func change(_ bytes: [UInt8]) {
        guard let document = document(bytes), let read = annotations(document) else { return }
        law(Set(read.map(\.id)).count == read.count, "Two annotations have one name.")
        var changed = document
        for annotation in read.prefix(mostChanged) {
            law(
                (try? changed.replace(annotation)) == nil || !changed.isChanged
                    || document.isChanged,
                "Replacing an annotation by itself changes the document."
            )
        }
        for annotation in read.prefix(mostChanged) {
            var other = annotation.moved(x: 1, y: 1)
            other.color = .black
            _ = try? changed.replace(other)
        }
        if let file = try? XFDF.write(read, of: document) {
            law((try? XFDF.read(file, for: document)) != nil, "What was exported is no XFDF.")
        }
        _ = try? changed.finishingAnnotations(onPages: [0])
        for annotation in read.prefix(mostChanged) { _ = try? changed.remove(annotation) }
        _ = try? changed.delta()
    }

    static func takeOver(_ bytes: [UInt8]) {
        guard var document = document([]) else { return }
        guard let read = try? XFDF.read(bytes, for: document) else { return }
        for annotation in read.annotations.prefix(mostChanged) {
            guard let added = try? document.add(annotation) else { continue }
            law(
                annotations(document)?.contains { $0.id == added.id } == true,
                "What was added is not there."
            )
        }
    }
}
