// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Geometry
internal import Ink
internal import JSON
internal import PDFModel

/// What only one kind of annotation has, as members of its JSON.
enum AnnotationKindJSON {
    /// All words that "type" may be.
    static let words =
        Annotation.TextMarkup.Style.allCases.map(\.rawValue) + [
            "ink", "freeText", "note", "link", "stamp", "line", "arrow", "rectangle", "ellipse",
            "polygon", "polyline", "caret",
        ]

    static func word(_ kind: Annotation.Kind) -> String {
        switch kind {
        case .textMarkup(let markup): markup.style.rawValue
        case .ink: "ink"
        case .freeText: "freeText"
        case .note: "note"
        case .link: "link"
        case .stamp: "stamp"
        case .line: "line"
        case .rectangle: "rectangle"
        case .ellipse: "ellipse"
        case .polygon: "polygon"
        case .polyline: "polyline"
        case .caret: "caret"
        case .other: "other"
        }
    }

    // MARK: Writing

    static func write(_ kind: Annotation.Kind, into value: inout JSONValue) {
        switch kind {
        case .textMarkup(let markup): value["quads"] = quads(markup.quads)
        case .ink(let ink):
            value["strokes"] = .array(ink.strokes.map { .array($0.map(reading)) })
        case .freeText(let text): write(text, into: &value)
        case .note(let note):
            value["icon"] = JSONValue(note.icon)
            if note.isOpen { value["open"] = true }
            value["state"] = note.state.map { JSONValue($0) }
            value["stateModel"] = note.stateModel.map { JSONValue($0) }
        case .link(let link):
            if !link.quads.isEmpty { value["quads"] = quads(link.quads) }
            write(link.target, into: &value)
        case .stamp(let stamp): value["stamp"] = JSONValue(stamp.name)
        case .line(let line):
            value["from"] = AnnotationJSON.numbers(line.from)
            value["to"] = AnnotationJSON.numbers(line.to)
            write(line.start, line.end, into: &value)
        case .polygon(let vertices): value["points"] = points(vertices.points)
        case .polyline(let vertices):
            value["points"] = points(vertices.points)
            write(vertices.start, vertices.end, into: &value)
        case .caret(let caret): if caret.isParagraph { value["paragraph"] = true }
        case .other(let subtype): value["subtype"] = JSONValue(subtype)
        case .rectangle, .ellipse: break
        }
    }

    private static func points(_ points: [Point]) -> JSONValue {
        .array(points.map(AnnotationJSON.numbers))
    }

    private static func quads(_ quads: [Quad]) -> JSONValue {
        .array(
            quads.map { quad in .array(quad.corners.flatMap { [.number($0.x), .number($0.y)] }) }
        )
    }

    private static func reading(_ point: StrokePoint) -> JSONValue {
        var numbers = [point.x, point.y, point.pressure]
        if let time = point.milliseconds { numbers.append(time) }
        return .array(numbers.map { .number($0) })
    }

    private static func write(
        _ start: LineEnding,
        _ end: LineEnding,
        into value: inout JSONValue
    ) {
        if start != .none { value["start"] = JSONValue(start.rawValue) }
        if end != .none { value["end"] = JSONValue(end.rawValue) }
    }

    private static func write(_ text: Annotation.FreeText, into value: inout JSONValue) {
        value["font"] = JSONValue(text.typeface.rawValue)
        value["fontSize"] = .number(text.fontSize)
        value["textColor"] = JSONValue(text.textColor.hex)
        value["align"] = JSONValue(text.alignment.rawValue)
        guard !text.callout.isEmpty else { return }
        value["callout"] = points(text.callout)
        value["calloutEnding"] = JSONValue(text.calloutEnding.rawValue)
    }

    private static func write(_ target: Annotation.Link.Target, into value: inout JSONValue) {
        switch target {
        case .address(let address): value["url"] = JSONValue(address)
        case .named(let name): value["destination"] = JSONValue(name)
        case .page(let index, let top):
            value["toPage"] = JSONValue(index + 1)
            value["toPoint"] = top.map(AnnotationJSON.numbers)
        case .other: break
        }
    }

    // MARK: Reading

    static func read(
        _ word: String,
        _ reader: inout MemberReader
    ) throws(Fault) -> Annotation.Kind {
        if let style = Annotation.TextMarkup.Style(rawValue: word) {
            return .textMarkup(.init(style, quads: try quads(&reader)))
        }
        switch word {
        case "ink": return .ink(.init(try strokes(&reader)))
        case "freeText": return .freeText(try freeText(&reader))
        case "note":
            return .note(
                .init(
                    icon: try reader.text("icon") ?? "Note",
                    isOpen: try reader.bool("open") ?? false,
                    state: try reader.text("state"),
                    stateModel: try reader.text("stateModel")
                )
            )
        case "link": return .link(try link(&reader))
        case "stamp": return .stamp(.init(try reader.text("stamp") ?? "Approved"))
        case "line", "arrow": return .line(try line(&reader, isArrow: word == "arrow"))
        case "rectangle": return .rectangle
        case "ellipse": return .ellipse
        case "polygon": return .polygon(.init(try reader.points("points") ?? []))
        case "polyline":
            let points = try reader.points("points") ?? []
            return .polyline(
                .init(
                    points,
                    start: try ending("start", &reader) ?? .none,
                    end: try ending("end", &reader) ?? .none
                )
            )
        case "caret": return .caret(.init(isParagraph: try reader.bool("paragraph") ?? false))
        case "other": return .other(try reader.text("subtype") ?? "")
        default:
            throw Fault(
                .usage,
                "\"type\" of an annotation is one of \(words.joined(separator: ", "))"
                    + (word.isEmpty ? "." : ", not \"\(word)\".")
            )
        }
    }

    /// Quads, or upright boxes for the usual text.
    private static func quads(_ reader: inout MemberReader) throws(Fault) -> [Quad] {
        let boxes = try reader.rows("rects", 4...4, "[x,y,width,height]") ?? []
        let quads = try reader.rows("quads", 8...8, "[x,y,x,y,x,y,x,y]") ?? []
        return boxes.map { Quad(Rect(x: $0[0], y: $0[1], width: $0[2], height: $0[3])) }
            + quads.map { n in
                Quad(
                    Point(x: n[0], y: n[1]),
                    Point(x: n[2], y: n[3]),
                    Point(x: n[4], y: n[5]),
                    Point(x: n[6], y: n[7])
                )
            }
    }

    private static func strokes(_ reader: inout MemberReader) throws(Fault) -> [[StrokePoint]] {
        (try reader.strokes("strokes") ?? []).map { stroke in
            stroke.map { row in
                StrokePoint(
                    x: row[0],
                    y: row[1],
                    pressure: row.count > 2 ? row[2] : 0.5,
                    milliseconds: row.count > 3 ? row[3] : nil
                )
            }
        }
    }

    private static func ending(
        _ name: String,
        _ reader: inout MemberReader
    ) throws(Fault) -> LineEnding? {
        guard let word = try reader.text(name) else { return nil }
        guard let ending = LineEnding(rawValue: word) else {
            let all = LineEnding.allCases.map(\.rawValue).joined(separator: ", ")
            throw Fault(.usage, "\"\(name)\" of an annotation is one of \(all), not \"\(word)\".")
        }
        return ending
    }

    private static func line(
        _ reader: inout MemberReader,
        isArrow: Bool
    ) throws(Fault) -> Annotation.Line {
        guard let from = try reader.point("from"), let to = try reader.point("to") else {
            throw Fault(.usage, "A line needs \"from\":[x,y] and \"to\":[x,y].")
        }
        return Annotation.Line(
            from: from,
            to: to,
            start: try ending("start", &reader) ?? .none,
            end: try ending("end", &reader) ?? (isArrow ? .openArrow : .none)
        )
    }

    private static func link(_ reader: inout MemberReader) throws(Fault) -> Annotation.Link {
        let quads = try quads(&reader)
        if let address = try reader.text("url") { return .init(.address(address), quads: quads) }
        if let name = try reader.text("destination") { return .init(.named(name), quads: quads) }
        guard let page = try reader.number("toPage") else { return .init(.other, quads: quads) }
        guard let number = Int(exactly: page), number > 0 else {
            throw Fault(.usage, "\"toPage\" of a link is a number from 1.")
        }
        return .init(.page(number - 1, top: try reader.point("toPoint")), quads: quads)
    }

    private static func freeText(
        _ reader: inout MemberReader
    ) throws(Fault) -> Annotation.FreeText {
        func word<Word: RawRepresentable & CaseIterable>(
            _ name: String,
            _ usual: Word
        ) throws(Fault) -> Word where Word.RawValue == String {
            guard let text = try reader.text(name) else { return usual }
            guard let word = Word(rawValue: text) else {
                let all = Word.allCases.map(\.rawValue).joined(separator: ", ")
                throw Fault(.usage, "\"\(name)\" of a text is one of \(all), not \"\(text)\".")
            }
            return word
        }
        let typeface = try word("font", Annotation.FreeText.Typeface.sans)
        let alignment = try word("align", Annotation.FreeText.Alignment.left)
        return Annotation.FreeText(
            typeface: typeface,
            fontSize: try reader.number("fontSize") ?? 12,
            textColor: try reader.color("textColor")?.value ?? .black,
            alignment: alignment,
            callout: try reader.points("callout") ?? [],
            calloutEnding: try ending("calloutEnding", &reader) ?? .openArrow
        )
    }
}
