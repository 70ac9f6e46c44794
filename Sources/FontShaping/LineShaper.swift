// SPDX-License-Identifier: Apache-2.0
internal import CHarfBuzz
internal import Typesetting

/// Breaks a paragraph into lines and shapes them.
@safe final class LineShaper {
    private let buffer: OpaquePointer?
    private let language: OpaquePointer?
    /// Glyphs that stand for nothing: a font said that it has a character and has it not.
    private(set) var missing: [Unicode.Scalar] = []
    /// Faces by which lines are measured, in thousandths.
    private(set) var ascent = 0.0
    private(set) var descent = 0.0

    init(_ region: FontPreference.Region) {
        unsafe buffer = hb_buffer_create()
        unsafe language = hb_language_from_string(region.language, -1)
    }

    deinit { unsafe hb_buffer_destroy(buffer) }

    /// The lines of a paragraph, each as wide as is allowed, at least one.
    ///
    /// - Parameters:
    ///   - paragraph: may be empty.
    ///   - width: in thousandths of the size.
    ///   - limit: more lines are not made.
    /// - Returns: the lines from the top.
    func lines(
        _ paragraph: Paragraph,
        width: Double,
        limit: Int
    ) -> [TypesetLine] {
        var advances = [Double](repeating: 0, count: paragraph.units.count)
        for stretch in paragraph.stretches {
            for (range, glyphs) in shape(stretch, paragraph) {
                advances[range.lowerBound] += glyphs.reduce(0) { $0 + $1.advance }
            }
        }
        var lines: [TypesetLine] = []
        for range in breaks(paragraph, advances, width) {
            if lines.count >= limit { break }
            lines.append(line(range, paragraph))
        }
        return lines
    }

    // MARK: Breaking

    private func breaks(
        _ paragraph: Paragraph,
        _ advances: [Double],
        _ width: Double
    ) -> [Range<Int>] {
        // What fits on paper must not miss it by rounding.
        let limit = width + 0.001
        let count = advances.count
        var lines: [Range<Int>] = []
        var (start, index, used) = (0, 0, 0.0)
        var lastPlace: Int?
        while index < count {
            if index > start, paragraph.lineStarts[index] { lastPlace = index }
            used += advances[index]
            if used > limit, index > start, advances[index] > 0, !paragraph.isSpace(index),
                let place = lastPlace ?? emergency(paragraph, start, index)
            {
                lines.append(start..<place)
                (start, index, used, lastPlace) = (place, place, 0, nil)
                continue
            }
            index += 1
        }
        lines.append(start..<count)
        return lines.map { range in
            var end = range.upperBound
            while end > range.lowerBound, paragraph.isSpace(end - 1) { end -= 1 }
            return range.lowerBound..<end
        }
    }

    /// Within a word: before the character that is too much, or behind the first.
    private func emergency(
        _ paragraph: Paragraph,
        _ start: Int,
        _ index: Int
    ) -> Int? {
        var place = index
        while place > start, !paragraph.characterStarts[place] { place -= 1 }
        return place > start ? place : nil
    }

    // MARK: Shaping

    private func line(_ range: Range<Int>, _ paragraph: Paragraph) -> TypesetLine {
        var runs: [GlyphRun] = []
        for stretch in paragraph.seen(range) {
            measure(stretch.face)
            var clusters: [GlyphCluster] = []
            for (range, glyphs) in shape(stretch, paragraph) {
                let text = paragraph.string(range)
                if glyphs.contains(where: { $0.id == 0 }) { missing += text.unicodeScalars }
                clusters.append(
                    GlyphCluster(text: text, glyphs: named(glyphs, text, stretch.face))
                )
            }
            if let last = runs.last, last.face == stretch.face.name,
                last.isRightToLeft == stretch.isRightToLeft
            {
                runs[runs.count - 1].clusters += clusters
            } else if !clusters.isEmpty {
                runs.append(
                    GlyphRun(
                        face: stretch.face.name,
                        isRightToLeft: stretch.isRightToLeft,
                        clusters: clusters,
                        spacer: stretch.face.spacer
                    )
                )
            }
        }
        return TypesetLine(runs: runs)
    }

    private func measure(_ face: Face) {
        var extents = hb_font_extents_t()
        guard unsafe hb_font_get_h_extents(face.font, &extents) != 0 else { return }
        ascent = max(ascent, face.thousandths(extents.ascender))
        descent = max(descent, -face.thousandths(extents.descender))
    }

    private static let longestCluster = 64

    /// Says which glyphs are the plain ones of which characters; each character is taken once.
    private func named(_ glyphs: [Glyph], _ text: String, _ face: Face) -> [Glyph] {
        var left = Array(text.unicodeScalars)
        // What is longer is no letter, and looking for each glyph would take long.
        guard left.count <= Self.longestCluster else { return glyphs }
        return glyphs.map { glyph in
            guard let place = left.firstIndex(where: { face.glyph($0) == glyph.id }) else {
                return glyph
            }
            var glyph = glyph
            glyph.scalar = left.remove(at: place)
            return glyph
        }
    }

    /// The clusters of a stretch from left to right, with the units that each stands for.
    private func shape(
        _ stretch: Paragraph.Stretch,
        _ paragraph: Paragraph
    ) -> [(range: Range<Int>, glyphs: [Glyph])] {
        unsafe hb_buffer_clear_contents(buffer)
        let range = stretch.range
        // The rest of the paragraph is context: letters join across what is shaped elsewhere.
        unsafe hb_buffer_add_utf16(
            buffer,
            paragraph.units,
            Int32(paragraph.units.count),
            UInt32(range.lowerBound),
            Int32(range.count)
        )
        unsafe hb_buffer_set_direction(
            buffer,
            stretch.isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR
        )
        unsafe hb_buffer_set_script(
            buffer,
            hb_script_from_iso15924_tag(Face.tag(stretch.script.tag))
        )
        unsafe hb_buffer_set_language(buffer, language)
        unsafe hb_buffer_set_cluster_level(buffer, HB_BUFFER_CLUSTER_LEVEL_MONOTONE_GRAPHEMES)
        unsafe hb_buffer_set_flags(buffer, HB_BUFFER_FLAG_REMOVE_DEFAULT_IGNORABLES)
        unsafe hb_shape(stretch.face.font, buffer, nil, 0)
        return clusters(range, stretch.face)
    }

    private func clusters(
        _ range: Range<Int>,
        _ face: Face
    ) -> [(range: Range<Int>, glyphs: [Glyph])] {
        var count: UInt32 = 0
        guard let infos = unsafe hb_buffer_get_glyph_infos(buffer, &count),
            let positions = unsafe hb_buffer_get_glyph_positions(buffer, &count)
        else { return [] }
        var found: [(start: Int, glyphs: [Glyph])] = []
        for index in 0..<Int(count) {
            let (info, position) = unsafe (infos[index], positions[index])
            let glyph = Glyph(
                id: UInt16(truncatingIfNeeded: info.codepoint),
                scalar: nil,
                advance: face.thousandths(position.x_advance),
                x: face.thousandths(position.x_offset),
                y: face.thousandths(position.y_offset)
            )
            let start = Int(info.cluster)
            if let last = found.last, last.start == start {
                found[found.count - 1].glyphs.append(glyph)
            } else {
                found.append((start, [glyph]))
            }
        }
        // A cluster ends where the next one of the text begins; what has no glyph is with the
        // cluster before it.
        let order = found.indices.sorted { found[$0].start < found[$1].start }
        var ranges = [Range<Int>](repeating: 0..<0, count: found.count)
        for (place, index) in order.enumerated() {
            let start = place == 0 ? range.lowerBound : found[index].start
            let end = place + 1 < order.count ? found[order[place + 1]].start : range.upperBound
            ranges[index] = start..<max(start, end)
        }
        return zip(ranges, found).map { ($0, $1.glyphs) }
    }
}
