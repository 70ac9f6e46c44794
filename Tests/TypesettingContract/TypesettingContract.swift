// SPDX-License-Identifier: Apache-2.0
public import Faults
public import Typesetting

/// What holds for whoever sets text, law by law.
public enum TypesettingContract: String, CaseIterable, Sendable {
    case keepsTheText
    case keepsToTheWidth
    case endsLinesWhereTheTextDoes
    case setsAnythingInNoWidthAtAll
    case namesWhatItHasNot
    case givesAWidthForEachGlyph
    case saysTheSameTwice
    case knowsNoOtherFace

    /// Tries the law.
    ///
    /// - Returns: what was found wrong, in words; empty when the law holds.
    /// - Throws: what the subject throws and should not.
    public func violations(of subject: any Typesetter) throws(Fault) -> [String] {
        switch self {
        case .keepsTheText: return try Trial(subject).keepsTheText()
        case .keepsToTheWidth: return try Trial(subject).keepsToTheWidth()
        case .endsLinesWhereTheTextDoes: return try Trial(subject).endsLines()
        case .setsAnythingInNoWidthAtAll: return try Trial(subject).needsNoWidth()
        case .namesWhatItHasNot: return Trial(subject).namesWhatItHasNot()
        case .givesAWidthForEachGlyph: return try Trial(subject).givesWidths()
        case .saysTheSameTwice: return try Trial(subject).saysTheSameTwice()
        case .knowsNoOtherFace: return Trial(subject).knowsNoOtherFace()
        }
    }
}

private struct Trial {
    let subject: any Typesetter

    init(_ subject: any Typesetter) { self.subject = subject }

    static let texts = [
        "office 张三 Ελληνικά", "שלום עולם", "e\u{301}t\u{E9}", "漢字だけの文", "один два три четыре",
        "a", "",
    ]

    /// A line as it is read.
    func text(_ line: TypesetLine) -> String {
        let isRightToLeft = line.runs.first?.isRightToLeft ?? false
        let runs = isRightToLeft ? line.runs.reversed() : line.runs
        return runs.map { run in
            let clusters = run.isRightToLeft ? run.clusters.reversed() : run.clusters
            return clusters.map(\.text).joined()
        }.joined()
    }

    func keepsTheText() throws(Fault) -> [String] {
        var wrong: [String] = []
        for text in Self.texts {
            for style in LetterStyle.allCases {
                let lines = try subject.typeset(text, style, width: 1e6).lines
                guard lines.count == 1 else {
                    wrong.append("“\(text)” became \(lines.count) lines")
                    continue
                }
                let read = self.text(lines[0])
                if !read.unicodeScalars.elementsEqual(text.unicodeScalars) {
                    wrong.append("“\(text)” became “\(read)”")
                }
            }
        }
        return wrong
    }

    func keepsToTheWidth() throws(Fault) -> [String] {
        var wrong: [String] = []
        for text in Self.texts {
            for width in [1500.0, 2500, 4000] {
                let lines = try subject.typeset(text, .sans, width: width).lines
                for line in lines where line.width > width + 0.01 {
                    wrong.append("“\(self.text(line))” is \(line.width) wide, not \(width)")
                }
                let read = lines.map { self.text($0) }.joined()
                let (kept, wanted) = (read.filter { $0 != " " }, text.filter { $0 != " " })
                if kept != wanted { wrong.append("“\(text)” became “\(read)” in \(width)") }
            }
        }
        return wrong
    }

    func endsLines() throws(Fault) -> [String] {
        let lines = try subject.typeset("один\nдва\r\n\nтри", .serif, width: 1e6).lines
        let read = lines.map { text($0) }
        return read == ["один", "два", "", "три"] ? [] : ["the lines are \(read)"]
    }

    func needsNoWidth() throws(Fault) -> [String] {
        var wrong: [String] = []
        for width in [0, -5, Double.nan] {
            let lines = try subject.typeset("abc", .sans, width: width).lines
            if lines.map({ text($0) }) != ["a", "b", "c"] {
                wrong.append("at \(width) the lines are \(lines.map { text($0) })")
            }
        }
        return wrong
    }

    func namesWhatItHasNot() -> [String] {
        do {
            _ = try subject.typeset("a\u{E123}b", .sans, width: 1e6)
            return ["it has a letter for private use"]
        } catch {
            var wrong: [String] = []
            if error.code != .unsupported { wrong.append("the code is \(error.code)") }
            if !error.message.contains("E123") { wrong.append("it says “\(error.message)”") }
            return wrong
        }
    }

    func givesWidths() throws(Fault) -> [String] {
        var wrong: [String] = []
        for run in try subject.typeset("office 张三", .sans, width: 1e6).lines.flatMap(\.runs) {
            let glyphs = Array(Set(run.clusters.flatMap(\.glyphs).map(\.id))).sorted()
            let program = try subject.program(of: run.face, glyphs: glyphs)
            if program.widths.count != glyphs.count { wrong.append("\(run.face) lacks widths") }
            if program.bytes.isEmpty { wrong.append("\(run.face) is empty") }
            if program.metrics.box.count != 4 { wrong.append("\(run.face) has no box") }
        }
        return wrong
    }

    func saysTheSameTwice() throws(Fault) -> [String] {
        let text = "office 张三 Ελληνικά"
        let first = try subject.typeset(text, .sans, width: 3000)
        if try subject.typeset(text, .sans, width: 3000) != first { return ["the text differs"] }
        guard let run = first.lines.first?.runs.first else { return ["there is no run"] }
        let glyphs = run.clusters.flatMap(\.glyphs).map(\.id)
        return try subject.program(of: run.face, glyphs: glyphs)
            == subject.program(of: run.face, glyphs: glyphs) ? [] : ["the font differs"]
    }

    func knowsNoOtherFace() -> [String] {
        do {
            let face = FaceName(postScriptName: "NoSuchFont", digest: 7)
            _ = try subject.program(of: face, glyphs: [1])
            return ["it has a font that nobody has"]
        } catch { return error.code == .notFound ? [] : ["the code is \(error.code)"] }
    }
}
