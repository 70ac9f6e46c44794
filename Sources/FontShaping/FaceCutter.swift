// SPDX-License-Identifier: Apache-2.0
internal import CHarfBuzz
internal import Faults
internal import Typesetting

/// Makes a part of a face.
struct FaceCutter {
    private let face: Face

    init(_ face: Face) { self.face = face }

    /// Tables that no reader of PDF looks at (ISO 32000-2, 9.9.1), or that are of no use without
    /// others.
    private static let unused = [
        "GSUB", "GPOS", "GDEF", "BASE", "JSTF", "MATH", "kern", "name", "OS/2", "cmap", "post",
        "DSIG", "VORG", "vhea", "vmtx", "VDMX", "hdmx", "LTSH", "gasp", "meta", "FFTM", "STAT",
    ]

    func program(_ glyphs: [UInt16]) throws(Fault) -> FontProgram {
        let count = unsafe hb_face_get_glyph_count(face.face)
        guard glyphs.allSatisfy({ UInt32($0) < count }) else {
            throw Fault(.usage, "The font \(face.name.postScriptName) has no such glyph.")
        }
        let bytes = try cut(glyphs)
        return FontProgram(
            format: face.isCompact ? .compactFontFormat : .trueType,
            bytes: bytes,
            widths: glyphs.map { glyph in
                Int(
                    face.thousandths(
                        unsafe hb_font_get_glyph_h_advance(face.font, UInt32(glyph))
                    ).rounded()
                )
            },
            metrics: metrics
        )
    }

    private func cut(_ glyphs: [UInt16]) throws(Fault) -> [UInt8] {
        guard let input = unsafe hb_subset_input_create_or_fail() else { throw failure("memory") }
        defer { unsafe hb_subset_input_destroy(input) }
        // Numbers are kept, so that what is written stays right when more glyphs come.
        unsafe hb_subset_input_set_flags(
            input,
            HB_SUBSET_FLAGS_RETAIN_GIDS.rawValue | HB_SUBSET_FLAGS_NO_HINTING.rawValue
        )
        let wanted = unsafe hb_subset_input_glyph_set(input)
        for glyph in glyphs { unsafe hb_set_add(wanted, UInt32(glyph)) }
        let dropped = unsafe hb_subset_input_set(input, HB_SUBSET_SETS_DROP_TABLE_TAG)
        for tag in Self.unused { unsafe hb_set_add(dropped, Face.tag(tag)) }
        guard let part = unsafe hb_subset_or_fail(face.face, input) else { throw failure("subset") }
        defer { unsafe hb_face_destroy(part) }
        let blob =
            if face.isCompact {
                unsafe hb_face_reference_table(part, Face.tag("CFF "))
            } else {
                unsafe hb_face_reference_blob(part)
            }
        defer { unsafe hb_blob_destroy(blob) }
        let bytes = unsafe Face.bytes(of: blob)
        guard !bytes.isEmpty else { throw failure("empty") }
        if face.isCompact, !CompactFont(bytes).addressesByNumber(glyphs) {
            throw failure("its glyphs have numbers of their own")
        }
        return bytes
    }

    private func failure(_ cause: String) -> Fault {
        Fault(
            .unsupported,
            "The font \(face.name.postScriptName) cannot be cut down to what is shown; remove it or "
                + "install another with its letters.",
            cause: cause
        )
    }

    // MARK: Facts

    private var metrics: FontProgram.Metrics {
        var extents = hb_font_extents_t()
        _ = unsafe hb_font_get_h_extents(face.font, &extents)
        var capHeight: hb_position_t = 0
        unsafe hb_ot_metrics_get_position_with_fallback(
            face.font,
            HB_OT_METRICS_TAG_CAP_HEIGHT,
            &capHeight
        )
        let head = BigEndianTable(face.table("head"))
        let os2 = BigEndianTable(face.table("OS/2"))
        let post = BigEndianTable(face.table("post"))
        let weight = os2.unsigned(at: 4) ?? 400
        // OpenType, OS/2: the classes 1 to 5 and 7 of sFamilyClass are those with serifs.
        let family = (os2.unsigned(at: 30) ?? 0) >> 8
        return FontProgram.Metrics(
            box: [36, 38, 40, 42].map { thousandths(head.signed(at: $0) ?? 0) },
            ascent: thousandths(Int(extents.ascender)),
            descent: thousandths(Int(extents.descender)),
            capHeight: thousandths(Int(capHeight)),
            italicAngle: post.signed(at: 4) ?? 0,
            weight: min(max(weight, 100), 900),
            isSerif: [1, 2, 3, 4, 5, 7].contains(family)
                || face.name.postScriptName.contains("Serif"),
            isFixedPitch: (post.unsigned(at: 12) ?? 0) != 0 || (post.unsigned(at: 14) ?? 0) != 0
        )
    }

    private func thousandths(_ units: Int) -> Int { Int(face.thousandths(units).rounded()) }
}

/// Numbers of a font's table; those behind its end are `nil`.
struct BigEndianTable {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func unsigned(at offset: Int) -> Int? {
        guard offset >= 0, offset + 1 < bytes.count else { return nil }
        return Int(bytes[offset]) << 8 | Int(bytes[offset + 1])
    }

    func signed(at offset: Int) -> Int? {
        unsigned(at: offset).map { $0 < 0x8000 ? $0 : $0 - 0x10000 }
    }
}
