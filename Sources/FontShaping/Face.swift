// SPDX-License-Identifier: Apache-2.0
internal import CHarfBuzz
internal import Typesetting

/// A face as HarfBuzz has it open.
@safe final class Face {
    let face: OpaquePointer
    let font: OpaquePointer
    let name: FaceName
    /// The size in units of the font.
    let unitsPerEm: Double
    /// Whether outlines are CFF, not TrueType.
    let isCompact: Bool

    /// Opens a face; `nil` when it cannot be read, or must not or cannot be embedded.
    convenience init?(_ entry: FontCatalog.Entry) {
        self.init(path: entry.path, index: entry.index, postScriptName: entry.postScriptName)
    }

    /// Opens a face of a file.
    init?(path: String, index: UInt32, postScriptName: String) {
        guard let blob = unsafe hb_blob_create_from_file_or_fail(path) else { return nil }
        guard let face = unsafe hb_face_create(blob, index) else { return nil }
        unsafe hb_blob_destroy(blob)
        guard let font = unsafe hb_font_create(face) else { return nil }
        unsafe self.face = face
        unsafe self.font = font
        unitsPerEm = Double(max(1, unsafe hb_face_get_upem(face)))
        name = unsafe FaceName(postScriptName: postScriptName, digest: Self.digest(face))
        isCompact = unsafe !Self.table("CFF ", face).isEmpty
        let glyphs = unsafe hb_face_get_glyph_count(face)
        let hasOutlines = isCompact || !table("glyf").isEmpty
        guard (1...0x10000).contains(glyphs), hasOutlines, mayBeEmbedded
        else { return nil }
    }

    deinit {
        unsafe hb_font_destroy(font)
        unsafe hb_face_destroy(face)
    }

    /// The plain glyph of a character.
    func glyph(_ scalar: Unicode.Scalar) -> UInt16? {
        var glyph: hb_codepoint_t = 0
        guard unsafe hb_font_get_nominal_glyph(font, scalar.value, &glyph) != 0 else { return nil }
        return UInt16(exactly: glyph)
    }

    /// A glyph that shows nothing and has no width: that of a character which only parts others.
    private(set) lazy var spacer: UInt16? = {
        for scalar: Unicode.Scalar in ["\u{200B}", "\u{200C}", "\u{200D}", "\u{2060}"] {
            guard let glyph = glyph(scalar), glyph != 0,
                unsafe hb_font_get_glyph_h_advance(font, UInt32(glyph)) == 0
            else { continue }
            var extents = hb_glyph_extents_t()
            let isKnown = unsafe hb_font_get_glyph_extents(font, UInt32(glyph), &extents) != 0
            if !isKnown || extents.width == 0 && extents.height == 0 { return glyph }
        }
        return nil
    }()

    /// A length of the font in thousandths of the size.
    func thousandths(_ units: some BinaryInteger) -> Double {
        Double(units) * 1000 / unitsPerEm
    }

    /// A table of the font.
    func table(_ tag: String) -> [UInt8] { unsafe Self.table(tag, face) }

    /// Four letters as a number.
    static func tag(_ text: String) -> hb_tag_t {
        text.utf8.reduce(0) { $0 << 8 | hb_tag_t($1) }
    }

    /// OpenType, OS/2, fsType: what may not be put into documents that are edited, not be cut down,
    /// or only as pixels, is left alone.
    ///
    /// A font without the table says nothing against it.
    private var mayBeEmbedded: Bool {
        let table = table("OS/2")
        guard table.count >= 10 else { return true }
        let type = UInt16(table[8]) << 8 | UInt16(table[9])
        let (restricted, preview, editable): (UInt16, UInt16, UInt16) = (0x2, 0x4, 0x8)
        let (whole, pixels): (UInt16, UInt16) = (0x100, 0x200)
        if type & (whole | pixels) != 0 { return false }
        // Where several are set, the least restrictive counts.
        return type & editable != 0 || type & (restricted | preview) == 0
    }

    private static func table(_ tag: String, _ face: OpaquePointer) -> [UInt8] {
        let blob = unsafe hb_face_reference_table(face, self.tag(tag))
        defer { unsafe hb_blob_destroy(blob) }
        return unsafe bytes(of: blob)
    }

    /// The bytes that HarfBuzz holds.
    static func bytes(of blob: OpaquePointer?) -> [UInt8] {
        var count: UInt32 = 0
        guard let data = unsafe hb_blob_get_data(blob, &count) else { return [] }
        return unsafe [UInt8](UnsafeRawBufferPointer(start: data, count: Int(count)))
    }

    /// Changes with the font: the tables' names and sizes, and the bytes of those that tell its
    /// version, the date of its last change and what stands under which number (FNV-1a).
    private static func digest(_ face: OpaquePointer) -> UInt64 {
        var count: UInt32 = 256
        var tags = [hb_tag_t](repeating: 0, count: Int(count))
        _ = unsafe hb_face_get_table_tags(face, 0, &count, &tags)
        var digest: UInt64 = 0xCBF2_9CE4_8422_2325
        func add(_ byte: UInt8) { digest = (digest ^ UInt64(byte)) &* 0x100_0000_01B3 }
        func add(_ number: UInt32) {
            for shift in [UInt32(24), 16, 8, 0] { add(UInt8(truncatingIfNeeded: number >> shift)) }
        }
        for tag in tags.prefix(Int(count)).sorted() {
            let blob = unsafe hb_face_reference_table(face, tag)
            add(tag)
            add(unsafe hb_blob_get_length(blob))
            unsafe hb_blob_destroy(blob)
        }
        for tag in ["head", "maxp", "hhea", "hmtx"] {
            for byte in unsafe table(tag, face) { add(byte) }
        }
        return digest
    }
}
