// SPDX-License-Identifier: Apache-2.0
internal import Typesetting

/// Glyphs and fonts as they go over the wire.
///
/// Every count is followed by that many elements of at least a byte, so a count that lies meets the
/// end of the payload before it costs anything.
enum TypesettingPacking {
    static func pack(_ text: TypesetText) -> [UInt8] {
        var packer = WirePacker()
        packer.put(Float(text.ascent))
        packer.put(Float(text.descent))
        packer.put(text.lines.count)
        for line in text.lines {
            packer.put(line.runs.count)
            for run in line.runs { pack(run, &packer) }
        }
        return packer.bytes
    }

    private static func pack(_ run: GlyphRun, _ packer: inout WirePacker) {
        packer.put(Array(run.face.text.utf8))
        packer.put(run.isRightToLeft ? 1 as UInt8 : 0)
        // Glyph 0 is what a font shows for letters that it has not.
        packer.put(run.spacer ?? 0)
        packer.put(run.clusters.count)
        for cluster in run.clusters {
            packer.put(Array(cluster.text.utf8))
            packer.put(cluster.glyphs.count)
            for glyph in cluster.glyphs {
                packer.put(glyph.id)
                // No character has the number that is left for none.
                packer.put(glyph.scalar?.value ?? noScalar)
                packer.put(Float(glyph.advance))
                packer.put(Float(glyph.x))
                packer.put(Float(glyph.y))
            }
        }
    }

    private static let noScalar = UInt32.max

    static func unpackText(_ bytes: [UInt8]) throws(WireFailure) -> TypesetText {
        guard bytes.count <= WorkerLimits.maximumTypesetBytes else {
            throw .malformed("text of \(bytes.count) bytes")
        }
        var unpacker = WireUnpacker(bytes)
        let ascent = Double(try unpacker.takeFloat())
        let descent = Double(try unpacker.takeFloat())
        let lines = try list(&unpacker) { unpacker throws(WireFailure) in
            TypesetLine(
                runs: try list(&unpacker) { unpacker throws(WireFailure) in
                    try run(&unpacker)
                }
            )
        }
        try unpacker.finish()
        return TypesetText(lines: lines, ascent: ascent, descent: descent)
    }

    private static func run(_ unpacker: inout WireUnpacker) throws(WireFailure) -> GlyphRun {
        let face = try unpacker.takeFace()
        let isRightToLeft = try unpacker.takeByte() != 0
        let spacer = try unpacker.takeHalfWord()
        let clusters = try list(&unpacker) { unpacker throws(WireFailure) in
            GlyphCluster(
                text: try unpacker.takeText(),
                glyphs: try list(&unpacker) { unpacker throws(WireFailure) in
                    try glyph(&unpacker)
                }
            )
        }
        return GlyphRun(
            face: face,
            isRightToLeft: isRightToLeft,
            clusters: clusters,
            spacer: spacer == 0 ? nil : spacer
        )
    }

    private static func glyph(_ unpacker: inout WireUnpacker) throws(WireFailure) -> Glyph {
        Glyph(
            id: try unpacker.takeHalfWord(),
            scalar: Unicode.Scalar(try unpacker.takeWord()),
            advance: Double(try unpacker.takeFloat()),
            x: Double(try unpacker.takeFloat()),
            y: Double(try unpacker.takeFloat())
        )
    }

    private static func list<Element>(
        _ unpacker: inout WireUnpacker,
        _ element: (inout WireUnpacker) throws(WireFailure) -> Element
    ) throws(WireFailure) -> [Element] {
        let count = try unpacker.takeInt()
        guard count >= 0, count <= unpacker.left else {
            throw .malformed("a payload promises \(count) elements")
        }
        var elements: [Element] = []
        for _ in 0..<count { elements.append(try element(&unpacker)) }
        return elements
    }

    // MARK: Fonts

    static func pack(_ program: FontProgram) -> [UInt8] {
        var packer = WirePacker(reserving: program.bytes.count + 4 * program.widths.count + 100)
        packer.put(program.format.rawValue)
        let metrics = program.metrics
        let facts = [
            metrics.ascent, metrics.descent, metrics.capHeight, metrics.italicAngle, metrics.weight,
        ]
        for fact in metrics.box + facts { packer.put(fact) }
        packer.put(metrics.isSerif ? 1 as UInt8 : 0)
        packer.put(metrics.isFixedPitch ? 1 as UInt8 : 0)
        packer.put(program.widths.count)
        for width in program.widths { packer.put(width) }
        packer.put(program.bytes)
        return packer.bytes
    }

    static func unpackProgram(_ bytes: [UInt8]) throws(WireFailure) -> FontProgram {
        var unpacker = WireUnpacker(bytes)
        guard let format = FontProgram.Format(rawValue: try unpacker.takeByte()) else {
            throw .malformed("no such format of fonts")
        }
        var facts: [Int] = []
        for _ in 0..<9 { facts.append(try unpacker.takeInt()) }
        let metrics = FontProgram.Metrics(
            box: Array(facts[0..<4]),
            ascent: facts[4],
            descent: facts[5],
            capHeight: facts[6],
            italicAngle: facts[7],
            weight: facts[8],
            isSerif: try unpacker.takeByte() != 0,
            isFixedPitch: try unpacker.takeByte() != 0
        )
        let widths = try list(&unpacker) { unpacker throws(WireFailure) in try unpacker.takeInt() }
        let program = try unpacker.takeBytes()
        try unpacker.finish()
        return FontProgram(format: format, bytes: program, widths: widths, metrics: metrics)
    }
}

extension WireUnpacker {
    /// A face's name.
    mutating func takeFace() throws(WireFailure) -> FaceName {
        guard let face = FaceName(try takeText()) else { throw .malformed("no name of a face") }
        return face
    }

    /// Text; what is no UTF-8 becomes replacement characters.
    mutating func takeText() throws(WireFailure) -> String {
        String(decoding: try takeBytes(), as: UTF8.self)
    }
}
