// SPDX-License-Identifier: Apache-2.0
public import Faults
public import PDFSyntax
public import Typesetting

/// Text of any script: western text in the standard fonts, everything else in fonts of this
/// machine, of which the glyphs that are shown become part of the document.
///
/// A document has one font object for each face: another text adds its glyphs to it, under the
/// numbers that they have in the font, so what was written before stays right.
public struct EmbeddingFontShaper: FontShaper {
    private let typesetter: any Typesetter
    private let standard = StandardFontShaper()

    /// A shaper over the fonts that a typesetter has.
    public init(_ typesetter: any Typesetter) { self.typesetter = typesetter }

    /// Breaks text into lines; nothing is written.
    public func layout(
        _ text: String,
        _ typeface: Annotation.FreeText.Typeface,
        size: Double,
        width: Double
    ) throws(Fault) -> TextLayout {
        if StandardFontShaper.has(text) {
            return try standard.layout(text, typeface, size: size, width: width)
        }
        guard text.utf8.count <= TextLayout.byteLimit else {
            throw Fault(.limitExceeded, "The text has more than \(TextLayout.byteLimit) bytes.")
        }
        let style: LetterStyle =
            switch typeface {
            case .sans: .sans
            case .serif: .serif
            case .monospaced: .monospaced
            }
        let set = try typesetter.typeset(text, style, width: width / size * 1000)
        guard set.lines.count <= TextLayout.lineLimit else {
            throw Fault(
                .limitExceeded,
                "The text has more than \(TextLayout.lineLimit) lines."
            )
        }
        return TextLayout(
            set.lines.map { .glyphs($0) },
            size: size,
            ascent: set.ascent / 1000,
            descent: set.descent / 1000
        )
    }

    /// Adds the glyphs of the text to the document's fonts.
    public func embed(
        _ layout: TextLayout,
        in document: inout Document,
        knowing known: [ObjectID]
    ) throws(Fault) -> ShownText {
        let lines = layout.lines.compactMap { line in
            if case .glyphs(let line) = line { line } else { nil }
        }
        guard lines.count == layout.lines.count else {
            return try standard.embed(layout, in: &document, knowing: known)
        }
        let faces = Set(lines.flatMap(\.runs).map(\.face)).sorted()
        let places = try EmbeddedFontSearch(faces, in: document, knowing: known).found
        var fonts: [FaceName: EmbeddedFont] = [:]
        for face in faces {
            fonts[face] = EmbeddedFont(face)
            guard let id = places[face], let font = try EmbeddedFont(id, in: document) else {
                continue
            }
            var trial = [face: font]
            _ = Self.add(lines, to: &trial)
            if let grown = trial[face], try !isSealed(grown, in: document) { fonts[face] = font }
        }
        let said = Self.add(lines, to: &fonts)
        var shown = ShownText(fonts: [:], lines: [])
        for face in faces {
            guard var font = fonts[face] else { continue }
            if font.needsWriting { try font.write(into: &document, typesetter) }
            fonts[face] = font
            if let id = font.object { shown.fonts[COSName(face.text)] = .reference(id) }
        }
        for (line, said) in zip(lines, said) {
            var writer = GlyphLineWriter()
            for (run, said) in zip(line.runs, said) {
                writer.add(run, saying: said, fonts[run.face]?.widths ?? [:])
            }
            shown.lines.append(ShownLine(steps: writer.steps))
        }
        return shown
    }

    /// Takes the glyphs of lines into their fonts.
    ///
    /// - Returns: for each line, run and cluster what it must say that it stands for.
    private static func add(
        _ lines: [TypesetLine],
        to fonts: inout [FaceName: EmbeddedFont]
    ) -> [[[String?]]] {
        lines.map { line in
            line.runs.map { run in
                run.clusters.map { fonts[run.face]?.add($0, of: run) }
            }
        }
    }

    /// Whether a font would have to change that digital signatures may cover: what was signed stays
    /// as it is, and the new text gets a font of its own.
    private func isSealed(_ font: EmbeddedFont, in document: Document) throws(Fault) -> Bool {
        guard font.needsWriting, let id = font.object, document.overlay[id.number] == nil else {
            return false
        }
        return try !document.signatures().isEmpty
    }
}

/// Writes glyphs one after the other where they belong.
private struct GlyphLineWriter {
    private(set) var steps: [ShownLine.Step] = []
    /// Where the next glyph belongs, and where the reader would put it.
    private var (wanted, reached) = (0.0, 0.0)
    private var rise = 0.0

    /// What is too little to be seen is left for later: a thousandth of the size.
    private static let tolerance = 1.0

    mutating func add(_ run: GlyphRun, saying said: [String?], _ widths: [UInt16: Int]) {
        steps.append(.font(COSName(run.face.text)))
        for (cluster, text) in zip(run.clusters, said) {
            guard let text else {
                for glyph in cluster.glyphs { show(glyph, widths) }
                continue
            }
            steps.append(.beginReading(text))
            // A reader takes the cluster to reach from its first glyph to its last, and the space
            // to its neighbours for a space: what shows nothing stands where it begins and ends.
            let spacer = run.spacer.map { Glyph(id: $0, scalar: nil, advance: 0) }
            if let spacer, cluster.glyphs.first?.x != 0 { show(spacer, widths) }
            for glyph in cluster.glyphs { show(glyph, widths) }
            if let spacer, abs(wanted - reached) >= Self.tolerance { show(spacer, widths) }
            steps.append(.endReading)
        }
    }

    private mutating func show(_ glyph: Glyph, _ widths: [UInt16: Int]) {
        let way = wanted + glyph.x - reached
        if abs(way) >= Self.tolerance {
            steps.append(.move(way.rounded()))
            reached += way.rounded()
        }
        if abs(glyph.y - rise) >= Self.tolerance || glyph.y == 0 && rise != 0 {
            steps.append(.rise(glyph.y))
            rise = glyph.y
        }
        steps.append(.show([UInt8(glyph.id >> 8), UInt8(glyph.id & 0xFF)]))
        reached += Double(widths[glyph.id] ?? 0)
        wanted += glyph.advance
    }
}

/// Finds the font objects of faces without reading the whole file.
private struct EmbeddedFontSearch {
    private(set) var found: [FaceName: ObjectID] = [:]

    /// Updates of more objects were hardly made by a person's hand.
    private static let objectLimit = 4096

    /// Looks at what was changed, at the fonts that the caller knows, and at what earlier saves of
    /// ours have appended, the newest first.
    init(
        _ faces: [FaceName],
        in document: Document,
        knowing known: [ObjectID]
    ) throws(Fault) {
        var missing = Set(faces)
        func look(at id: ObjectID) throws(Fault) {
            guard !missing.isEmpty,
                let face = try EmbeddedFont.face(of: id, in: document), missing.contains(face)
            else { return }
            missing.remove(face)
            found[face] = id
        }
        // Of two, the one with the lower number, whatever the order of looking.
        for (number, change) in document.overlay {
            guard case .set(.dictionary(let font), let generation) = change,
                let name = font[EmbeddedFont.faceKey]?.name, let face = FaceName(name.latin1),
                missing.contains(face), found[face].map({ number < $0.number }) ?? true
            else { continue }
            found[face] = ObjectID(number, generation)
        }
        missing.subtract(found.keys)
        for id in known { try look(at: id) }
        if missing.isEmpty { return }
        for id in try document.base.objectsOfOwnUpdates(limit: Self.objectLimit) {
            try look(at: id)
        }
    }
}
