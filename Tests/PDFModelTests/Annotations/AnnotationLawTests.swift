// SPDX-License-Identifier: Apache-2.0
import Geometry
import PDFModel
import PDFSyntax
import Testing

/// What is written is read back, on every page (ISO 32000-2, 12.5).
@Suite struct AnnotationLawTests {
    @Test(arguments: AnnotationSamples.geometries)
    func readingGivesWhatWasWritten(geometry: AnnotationSamples.Geometry) throws {
        var document = try geometry.document
        let added = try document.add(AnnotationSamples.all)
        let saved = try document.saved()
        let read = try saved.annotations(of: try saved.page(0))
        #expect(read.count == AnnotationSamples.all.count)
        for (index, annotation) in read.enumerated() {
            #expect(annotation.rounded == added[index].rounded, "\(geometry): \(annotation.id)")
            if case .freeText = annotation.kind { continue }
            #expect(added[index] == AnnotationSamples.all[index])
        }
    }

    @Test(arguments: AnnotationSamples.geometries)
    func exchangingGivesTheSame(geometry: AnnotationSamples.Geometry) throws {
        var document = try geometry.document
        let added = try document.add(AnnotationSamples.all)
        let file = try XFDF.write(added, of: document)
        let reading = try XFDF.read(file, for: document)
        #expect(reading.diagnostics.isEmpty)
        #expect(reading.annotations.count == added.count)
        for (read, annotation) in zip(reading.annotations, added) {
            #expect(read.rounded == annotation.rounded, "\(geometry): \(annotation.id)")
        }
    }

    @Test(arguments: AnnotationSamples.geometries)
    func replacingByTheSameChangesNothing(geometry: AnnotationSamples.Geometry) throws {
        var document = try geometry.document
        try document.add(AnnotationSamples.all)
        let saved = try document.saved()
        var again = saved
        for annotation in try saved.annotations(of: try saved.page(0)) {
            try again.replace(annotation)
        }
        #expect(!again.isChanged)
    }

    @Test(arguments: AnnotationSamples.geometries)
    func movingKeepsTheAppearance(geometry: AnnotationSamples.Geometry) throws {
        var document = try geometry.document
        try document.add(AnnotationSamples.all)
        let saved = try document.saved()
        let before = try saved.annotations(of: try saved.page(0))
        var moved = saved
        for annotation in before { try moved.replace(annotation.moved(x: 5, y: 2.5)) }
        let after = try moved.annotations(of: try moved.page(0))
        for (old, new) in zip(before, after) {
            #expect(new.rounded == old.moved(x: 5, y: 2.5).rounded, "\(geometry): \(old.id)")
        }
        #expect(try appearances(moved) == appearances(saved))
    }

    @Test func restylingMakesANewAppearance() throws {
        var document = try FileBuilder.onePage().document
        try document.add(AnnotationSamples.all)
        let saved = try document.saved()
        var restyled = saved
        for var annotation in try saved.annotations(of: try saved.page(0)) {
            annotation.color = AnnotationColor(red: 1, green: 2, blue: 3)
            try restyled.replace(annotation)
        }
        let (old, new) = (try appearances(saved), try appearances(restyled))
        #expect(old.count == new.count)
        for (before, after) in zip(old, new) where before != nil { #expect(before != after) }
    }

    private func appearances(_ document: Document) throws -> [COSObject?] {
        let list = try document.value("Annots", in: document.page(0).dictionary).array ?? []
        return try list.map { element in
            let annotation = try document.resolve(element).dictionary ?? [:]
            return try document.value("AP", in: annotation).dictionary?["N"]
        }
    }

    @Test func theSameAnnotationsGiveTheSameBytes() throws {
        func delta() throws -> [UInt8] {
            var document = try FileBuilder.onePage().document
            try document.add(AnnotationSamples.all)
            return try document.delta()
        }
        #expect(try delta() == delta())
    }
}
