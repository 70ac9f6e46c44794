// SPDX-License-Identifier: Apache-2.0
public import Faults
public import Typesetting

/// A typesetter with two made-up fonts, the same everywhere.
///
/// Every letter is half as wide as it is high, every ideograph as wide; "fi" is one glyph; an
/// accent stands above its letter. Hebrew runs from right to left, line by line. Letters for
/// private use are missing.
public struct FakeTypesetter: Typesetter {
    /// Has everything but ideographs.
    public static let plain = FaceName(postScriptName: "Fake-Regular", digest: 1)
    /// Has ideographs.
    public static let ideographic = FaceName(postScriptName: "FakeHan-Regular", digest: 2)

    private static let ligature: UInt16 = 0xFFF1
    private static let spacer: UInt16 = 0xFFF2

    /// Makes a typesetter.
    public init() {}

    /// Breaks at spaces.
    public func typeset(
        _ text: String,
        _ style: LetterStyle,
        width: Double
    ) throws(Fault) -> TypesetText {
        let missing = text.unicodeScalars.filter { (0xE000...0xF8FF).contains($0.value) }
        if let first = missing.first {
            let code = String(first.value, radix: 16, uppercase: true)
            throw Fault(.unsupported, "No font has the letter U+\(code).")
        }
        var lines: [TypesetLine] = []
        for part in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            var line = ""
            for word in part.split(separator: " ") {
                let longer = line.isEmpty ? String(word) : "\(line) \(word)"
                if !line.isEmpty, Self.line(longer).width > max(0, width) {
                    lines.append(Self.line(line))
                    line = ""
                }
                line = line.isEmpty ? String(word) : longer
                while line.count > 1, Self.line(line).width > max(0, width) {
                    var fitting = line
                    while fitting.count > 1, Self.line(fitting).width > max(0, width) {
                        fitting.removeLast()
                    }
                    lines.append(Self.line(fitting))
                    line.removeFirst(fitting.count)
                }
            }
            lines.append(Self.line(line))
        }
        return TypesetText(lines: lines, ascent: 900, descent: 200)
    }

    private static func line(_ text: String) -> TypesetLine {
        let isRightToLeft = text.unicodeScalars.contains { (0x590...0x5FF).contains($0.value) }
        var runs: [GlyphRun] = []
        var rest = Substring(text)
        while let first = rest.first {
            let count = rest.hasPrefix("fi") && !isRightToLeft ? 2 : 1
            let cluster = cluster(String(rest.prefix(count)))
            rest = rest.dropFirst(count)
            let value = first.unicodeScalars.first?.value ?? 0
            let face = value >= 0x2E80 ? ideographic : plain
            if runs.last?.face == face {
                runs[runs.count - 1].clusters.append(cluster)
            } else {
                runs.append(
                    GlyphRun(
                        face: face,
                        isRightToLeft: isRightToLeft,
                        clusters: [cluster],
                        spacer: face == plain ? spacer : nil
                    )
                )
            }
        }
        guard isRightToLeft else { return TypesetLine(runs: runs) }
        for index in runs.indices { runs[index].clusters.reverse() }
        return TypesetLine(runs: runs.reversed())
    }

    private static func cluster(_ text: String) -> GlyphCluster {
        if text == "fi" {
            return GlyphCluster(
                text: text,
                glyphs: [Glyph(id: ligature, scalar: nil, advance: 500)]
            )
        }
        let glyphs = text.unicodeScalars.map { scalar in
            let id = UInt16(scalar.value % 0xFFF0) + 1
            // Accents stand over the middle of what comes before them.
            if (0x300...0x36F).contains(scalar.value) {
                return Glyph(id: id, scalar: scalar, advance: 0, x: -250, y: 40)
            }
            return Glyph(id: id, scalar: scalar, advance: scalar.value >= 0x2E80 ? 1000 : 500)
        }
        return GlyphCluster(text: text, glyphs: glyphs)
    }

    /// The numbers of the glyphs, after a word.
    public func program(
        of face: FaceName,
        glyphs: [UInt16]
    ) throws(Fault) -> FontProgram {
        guard [Self.plain, Self.ideographic].contains(face) else {
            throw Fault(.notFound, "There is no font \(face.text).")
        }
        let isIdeographic = face == Self.ideographic
        return FontProgram(
            format: isIdeographic ? .compactFontFormat : .trueType,
            bytes: Array("glyphs".utf8) + glyphs.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] },
            widths: glyphs.map { glyph in
                if isIdeographic { return 1000 }
                return (0x300...0x370).contains(glyph) || glyph == Self.spacer ? 0 : 500
            },
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
