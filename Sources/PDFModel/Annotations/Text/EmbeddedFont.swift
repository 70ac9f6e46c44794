// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import PDFSyntax
internal import Typesetting

/// The font object of a face: a composite font whose codes are the numbers of glyphs
/// (ISO 32000-2, 9.7), and which holds those glyphs that are shown somewhere.
///
///     Type0 ── CIDFont ── descriptor ── font program
///        └──── ToUnicode
struct EmbeddedFont {
    /// Which face a font holds; the key is ours, and other programs keep it.
    static let faceKey: COSName = "InkstoneFace"

    let face: FaceName
    /// The objects of the file, when it is in one.
    private var objects: Objects?
    /// The glyphs with their widths in thousandths.
    private(set) var widths: [UInt16: Int] = [:]
    /// What each stands for.
    private(set) var texts: [UInt16: String] = [:]
    private var isChanged = false

    private struct Objects {
        var font: ObjectID
        var descendant: ObjectID
        var descriptor: ObjectID
        var program: ObjectID
        var texts: ObjectID

        init(
            font: ObjectID,
            descendant: ObjectID,
            descriptor: ObjectID,
            program: ObjectID,
            texts: ObjectID
        ) {
            self.font = font
            self.descendant = descendant
            self.descriptor = descriptor
            self.program = program
            self.texts = texts
        }

        /// New objects, which hold nothing yet.
        init(_ document: inout Document) throws(Fault) {
            font = try document.add(.null)
            descendant = try document.add(.null)
            descriptor = try document.add(.null)
            program = try document.add(.null)
            texts = try document.add(.null)
        }
    }

    /// A font that is in no file yet.
    init(_ face: FaceName) { self.face = face }

    /// The face of a font object; `nil` when it is not ours.
    static func face(of id: ObjectID, in document: Document) throws(Fault) -> FaceName? {
        guard case .dictionary(let font) = try document.object(id),
            let name = font[faceKey]?.name
        else { return nil }
        return FaceName(name.latin1)
    }

    /// The font of an object; `nil` when it is not as we write it.
    init?(_ id: ObjectID, in document: Document) throws(Fault) {
        guard let face = try Self.face(of: id, in: document),
            let font = try document.object(id).dictionary, Self.isOurs(font, "Font", Self.fontKeys),
            let descendants = try document.value("DescendantFonts", in: font).array,
            let descendant = descendants.first?.reference,
            let texts = font["ToUnicode"]?.reference,
            let map = try document.object(texts).stream,
            let characters = try document.object(descendant).dictionary,
            Self.isOurs(characters, "Font", Self.descendantKeys),
            let descriptor = characters["FontDescriptor"]?.reference,
            let words = try document.object(descriptor).dictionary,
            Self.isOurs(words, "FontDescriptor", Self.descriptorKeys),
            let program = (words["FontFile2"] ?? words["FontFile3"])?.reference,
            let file = try document.object(program).stream,
            file.dictionary["Length1"] != nil || file.dictionary["Subtype"] != nil,
            let widths = Self.widths(try document.value("W", in: characters)),
            // No two of them may be one object, or writing one would lose the other.
            Set([id, descendant, descriptor, program, texts].map(\.number)).count == 5
        else { return nil }
        self.face = face
        objects = Objects(
            font: id,
            descendant: descendant,
            descriptor: descriptor,
            program: program,
            texts: texts
        )
        self.widths = widths
        do {
            let decoded = try document.decodedBytes(of: map, limit: GlyphTexts.byteLimit)
            guard let told = GlyphTexts.read(decoded.bytes) else { return nil }
            self.texts = told
        } catch {
            // What cannot be unpacked is none of ours.
            if error.code == .readFailed { throw error }
            return nil
        }
    }

    private static let fontKeys: Set<COSName> = [
        "Type", "Subtype", "BaseFont", "Encoding", "DescendantFonts", "ToUnicode", faceKey,
    ]
    private static let descendantKeys: Set<COSName> = [
        "Type", "Subtype", "BaseFont", "CIDSystemInfo", "FontDescriptor", "W", "CIDToGIDMap",
    ]
    private static let descriptorKeys: Set<COSName> = [
        "Type", "FontName", "Flags", "FontBBox", "ItalicAngle", "Ascent", "Descent", "CapHeight",
        "StemV", "FontFile2", "FontFile3",
    ]

    /// Whether a dictionary says nothing but what we write: writing the font again would take
    /// everything else from it, and a file may name a page there.
    private static func isOurs(
        _ dictionary: COSDictionary,
        _ type: COSName,
        _ keys: Set<COSName>
    ) -> Bool {
        dictionary["Type"]?.name == type
            && dictionary.entries.allSatisfy { keys.contains($0.key) }
    }

    /// Where the font is; `nil` before it was written.
    var object: ObjectID? { objects?.font }

    /// Whether something came that the file has not.
    var needsWriting: Bool { isChanged }

    // MARK: Adding

    /// Takes the glyphs of a cluster in.
    ///
    /// Readers take glyphs from left to right and turn right-to-left text round, one character at
    /// a time (PDFium, MuPDF and Poppler all do). So the text of a ligature of such a script is
    /// written the other way round.
    ///
    /// - Returns: what the glyphs must be said to stand for; `nil` when their own texts, one after
    ///   the other, say it already.
    mutating func add(_ cluster: GlyphCluster, of run: GlyphRun) -> String? {
        let isRightToLeft = run.isRightToLeft
        var seen = cluster
        if isRightToLeft { seen.text = String.reversed(cluster.text) }
        for (glyph, text) in zip(seen.glyphs, Self.texts(of: seen)) {
            if widths[glyph.id] == nil {
                widths[glyph.id] = 0
                isChanged = true
            }
            if texts[glyph.id] == nil, !text.isEmpty {
                texts[glyph.id] = text
                isChanged = true
            }
        }
        let told = seen.glyphs.map { texts[$0.id] ?? "" }.joined()
        // Swift's own comparison would take other forms of a letter for equal.
        let isTold = told.unicodeScalars.elementsEqual(seen.text.unicodeScalars)
        // Readers sort what they find by place, and take what stands apart for words: a mark that
        // the font moves about its letter comes behind the next letter, or between spaces.
        let isSpread =
            seen.glyphs.count > 1
            && (isRightToLeft || seen.glyphs.contains { $0.x != 0 || $0.y != 0 })
        if isTold && !isSpread { return nil }
        if let spacer = run.spacer, widths[spacer] == nil {
            widths[spacer] = 0
            isChanged = true
        }
        return cluster.text
    }

    /// What each glyph of a cluster may stand for: plain glyphs for their characters, and the first
    /// of the others for the rest.
    private static func texts(of cluster: GlyphCluster) -> [String] {
        guard cluster.glyphs.count > 1 else { return [cluster.text] }
        var rest = Array(cluster.text.unicodeScalars)
        var texts = cluster.glyphs.map { glyph -> String in
            guard let scalar = glyph.scalar, let place = rest.firstIndex(of: scalar) else {
                return ""
            }
            rest.remove(at: place)
            return String(scalar)
        }
        if !rest.isEmpty, let place = texts.firstIndex(of: "") {
            texts[place].unicodeScalars.append(contentsOf: rest)
        }
        return texts
    }

    // MARK: Writing

    /// Writes the font, over what the file has of it.
    mutating func write(
        into document: inout Document,
        _ typesetter: any Typesetter
    ) throws(Fault) {
        let glyphs = widths.keys.sorted()
        let program = try typesetter.program(of: face, glyphs: glyphs)
        guard program.widths.count == glyphs.count else {
            throw Fault(.internal, "A font program came without the widths of its glyphs.")
        }
        for (glyph, width) in zip(glyphs, program.widths) { widths[glyph] = width }
        let objects: Objects
        if let known = self.objects { objects = known } else { objects = try .init(&document) }
        self.objects = objects
        let name = "\(Self.tag(glyphs))+\(face.postScriptName)"
        let isCompact = program.format == .compactFontFormat
        let file: COSDictionary =
            isCompact
            ? ["Subtype": .name("CIDFontType0C")] : ["Length1": .integer(program.bytes.count)]
        document.set(objects.program, .stream(.deflated(file, Self.packed(program.bytes))))
        document.set(objects.texts, .stream(.deflated([:], GlyphTexts.write(texts))))
        var descriptor = Self.descriptor(program.metrics)
        descriptor["FontName"] = .name(COSName(name))
        descriptor[isCompact ? "FontFile3" : "FontFile2"] = .reference(objects.program)
        document.set(objects.descriptor, .dictionary(descriptor))
        var descendant: COSDictionary = [
            "Type": .name("Font"),
            "Subtype": .name(isCompact ? "CIDFontType0" : "CIDFontType2"),
            "BaseFont": .name(COSName(name)),
            "CIDSystemInfo": .dictionary([
                "Registry": .string(Array("Adobe".utf8)),
                "Ordering": .string(Array("Identity".utf8)), "Supplement": .integer(0),
            ]),
            "FontDescriptor": .reference(objects.descriptor),
            "W": Self.array(of: widths),
        ]
        if !isCompact { descendant["CIDToGIDMap"] = .name("Identity") }
        document.set(objects.descendant, .dictionary(descendant))
        document.set(
            objects.font,
            .dictionary([
                "Type": .name("Font"), "Subtype": .name("Type0"),
                "BaseFont": .name(COSName(isCompact ? "\(name)-Identity-H" : name)),
                "Encoding": .name("Identity-H"),
                "DescendantFonts": .array([.reference(objects.descendant)]),
                "ToUnicode": .reference(objects.texts),
                Self.faceKey: .name(COSName(face.text)),
            ])
        )
        isChanged = false
    }

    /// The bytes of a font, packed as it makes them smallest.
    ///
    /// A font whose glyphs keep their numbers has an offset for each of the thousands that it has
    /// not. They grow by one each, which only a predictor sees: an ideographic font comes to 5 KB
    /// instead of 120. What is large may be smaller without.
    private static func packed(_ bytes: [UInt8]) -> DeflatedBytes {
        let plain = DeflatedBytes(bytes)
        // Offsets have two bytes, or three in fonts above 64 KB.
        return [2, 3].map { DeflatedBytes(bytes, columns: $0) }
            .reduce(plain) { $1.count < $0.count ? $1 : $0 }
    }

    /// 9.9.2: six capitals that differ for each set of glyphs.
    private static func tag(_ glyphs: [UInt16]) -> String {
        // FNV-1a.
        var digest: UInt64 = 0xCBF2_9CE4_8422_2325
        for glyph in glyphs {
            for byte in [UInt64(glyph >> 8), UInt64(glyph & 0xFF)] {
                digest = (digest ^ byte) &* 0x100_0000_01B3
            }
        }
        var letters: [UInt8] = []
        for _ in 0..<6 {
            letters.append(UInt8(ascii: "A") + UInt8(digest % 26))
            digest /= 26
        }
        return String(decoding: letters, as: UTF8.self)
    }

    /// Table 120.
    private static func descriptor(_ metrics: FontProgram.Metrics) -> COSDictionary {
        // Table 121: its characters are not those of the Latin set.
        var flags = 4
        if metrics.isFixedPitch { flags |= 1 }
        if metrics.isSerif { flags |= 2 }
        if metrics.italicAngle != 0 { flags |= 64 }
        return [
            "Type": .name("FontDescriptor"), "Flags": .integer(flags),
            "FontBBox": .array(metrics.box.map { .integer($0) }),
            "ItalicAngle": .integer(metrics.italicAngle),
            "Ascent": .integer(metrics.ascent), "Descent": .integer(metrics.descent),
            "CapHeight": .integer(metrics.capHeight),
            // No font tells how wide its stems are; from 50 for thin ones it grows with the weight.
            "StemV": .integer(50 + (metrics.weight / 65) * (metrics.weight / 65)),
        ]
    }

    // MARK: Widths (9.7.4.3)

    /// Runs of neighbours, `first [w w w]`.
    private static func array(of widths: [UInt16: Int]) -> COSObject {
        var parts: [COSObject] = []
        var run: [COSObject] = []
        var next = -1
        for (glyph, width) in widths.sorted(by: { $0.key < $1.key }) {
            if Int(glyph) != next, !run.isEmpty {
                parts.append(.array(run))
                run = []
            }
            if run.isEmpty { parts.append(.integer(Int(glyph))) }
            run.append(.integer(width))
            next = Int(glyph) + 1
        }
        if !run.isEmpty { parts.append(.array(run)) }
        return .array(parts)
    }

    /// Reads what `array(of:)` wrote; `nil` for anything else.
    private static func widths(_ object: COSObject) -> [UInt16: Int]? {
        guard let parts = object.array, parts.count.isMultiple(of: 2) else { return nil }
        var widths: [UInt16: Int] = [:]
        for place in stride(from: 0, to: parts.count, by: 2) {
            guard var glyph = parts[place].integer, let run = parts[place + 1].array else {
                return nil
            }
            for width in run {
                guard let width = width.integer, let number = UInt16(exactly: glyph) else {
                    return nil
                }
                widths[number] = width
                glyph += 1
            }
        }
        return widths
    }
}

extension String {
    /// The characters of Unicode in the other order.
    fileprivate static func reversed(_ text: String) -> String {
        var reversed = String.UnicodeScalarView()
        reversed.append(contentsOf: text.unicodeScalars.reversed())
        return String(reversed)
    }
}
