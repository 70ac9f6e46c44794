// SPDX-License-Identifier: Apache-2.0
public import Faults
internal import Geometry
public import JSON
public import PDFModel

/// An annotation as JSON: `{"type":"highlight","page":1,"rects":[[72,100,200,14]]}`.
///
/// Pages count from 1, all coordinates are in view space: points from the top left of the page as
/// seen. What is left out has the usual value; a name that is not known is an error.
public enum AnnotationJSON {
    /// The annotation as JSON.
    ///
    /// Reading it gives the same annotation.
    public static func value(_ annotation: Annotation) -> JSONValue {
        var value: JSONValue = [
            "type": JSONValue(AnnotationKindJSON.word(annotation.kind)),
            "page": JSONValue(annotation.pageIndex + 1), "id": JSONValue(annotation.id),
            "rect": numbers(annotation.rect),
        ]
        AnnotationKindJSON.write(annotation.kind, into: &value)
        value["color"] = color(annotation.color)
        value["fill"] = annotation.interiorColor.map { color($0) }
        if annotation.opacity != 1 { value["opacity"] = .number(annotation.opacity) }
        value["width"] = .number(annotation.width)
        if !annotation.dash.isEmpty { value["dash"] = .array(annotation.dash.map { .number($0) }) }
        if annotation.cloudiness != 0 { value["cloudiness"] = .number(annotation.cloudiness) }
        value["author"] = annotation.author.map { JSONValue($0) }
        value["subject"] = annotation.subject.map { JSONValue($0) }
        value["created"] = annotation.created.map(date)
        value["modified"] = annotation.modified.map(date)
        if !annotation.contents.isEmpty { value["contents"] = JSONValue(annotation.contents) }
        value["flags"] = flags(annotation.flags)
        if let reply = annotation.reply {
            value["replyTo"] = JSONValue(reply.to)
            if reply.isGrouped { value["grouped"] = true }
        }
        if let popup = annotation.popup {
            value["popup"] = ["rect": numbers(popup.rect), "open": .bool(popup.isOpen)]
        }
        return value
    }

    /// Reads an annotation.
    ///
    /// - Throws: `usage`, with the name of what is wrong.
    public static func annotation(_ value: JSONValue) throws(Fault) -> Annotation {
        var reader = try MemberReader(value)
        let word = try reader.text("type") ?? ""
        let page = try reader.number("page") ?? 1
        guard let number = Int(exactly: page), number > 0 else {
            throw Fault(.usage, "\"page\" of an annotation is a number from 1.")
        }
        let kind = try AnnotationKindJSON.read(word, &reader)
        var annotation = Annotation(pageIndex: number - 1, kind: kind)
        annotation.color = kind.usualColor
        annotation.width = kind.usualWidth
        try readLook(&annotation, &reader)
        try readTold(&annotation, &reader)
        if let rect = try reader.rect("rect") {
            annotation.rect = rect
        } else {
            annotation.fitRect()
        }
        try reader.finish()
        return annotation
    }

    private static func readLook(
        _ annotation: inout Annotation,
        _ reader: inout MemberReader
    ) throws(Fault) {
        if let color = try reader.color("color") { annotation.color = color.value }
        if let fill = try reader.color("fill") { annotation.interiorColor = fill.value }
        if let opacity = try reader.number("opacity") { annotation.opacity = opacity }
        if let width = try reader.number("width") { annotation.width = width }
        if let dash = try reader.numbers("dash") { annotation.dash = dash }
        if let cloudiness = try reader.number("cloudiness") { annotation.cloudiness = cloudiness }
    }

    private static func readTold(
        _ annotation: inout Annotation,
        _ reader: inout MemberReader
    ) throws(Fault) {
        annotation.id = try reader.text("id") ?? ""
        annotation.author = try reader.text("author")
        annotation.subject = try reader.text("subject")
        annotation.created = try reader.date("created")
        annotation.modified = try reader.date("modified")
        annotation.contents = try reader.text("contents") ?? ""
        if let words = try reader.texts("flags") { annotation.flags = try flags(words) }
        let isGrouped = try reader.bool("grouped") ?? false
        if let other = try reader.text("replyTo") {
            annotation.reply = AnnotationReply(to: other, isGrouped: isGrouped)
        }
        if let popup = reader.take("popup") {
            var window = try MemberReader(popup)
            guard let rect = try window.rect("rect") else {
                throw Fault(.usage, "\"popup\" of an annotation needs a \"rect\".")
            }
            annotation.popup = AnnotationPopup(rect: rect, isOpen: try window.bool("open") ?? false)
            try window.finish()
        }
    }

    // MARK: Pieces

    static func numbers(_ rect: Rect) -> JSONValue {
        .array([rect.x, rect.y, rect.width, rect.height].map { .number($0) })
    }

    static func numbers(_ point: Point) -> JSONValue {
        .array([.number(point.x), .number(point.y)])
    }

    static func color(_ color: AnnotationColor?) -> JSONValue {
        color.map { JSONValue($0.hex) } ?? .null
    }

    /// ISO 8601 where that keeps all that is known of the date.
    private static func date(_ date: DocumentDate) -> JSONValue {
        let text = date.isoText
        return JSONValue(DocumentDate(text) == date ? text : date.pdfText)
    }

    private static let flagWords: [(word: String, flag: AnnotationFlags)] = [
        ("invisible", .invisible), ("hidden", .hidden), ("print", .print), ("noZoom", .noZoom),
        ("noRotate", .noRotate), ("noView", .noView), ("readOnly", .readOnly),
        ("locked", .locked), ("toggleNoView", .toggleNoView), ("lockedContents", .lockedContents),
    ]

    static func flags(_ flags: AnnotationFlags) -> JSONValue {
        .array(flagWords.filter { flags.contains($0.flag) }.map { JSONValue($0.word) })
    }

    private static func flags(_ words: [String]) throws(Fault) -> AnnotationFlags {
        var flags: AnnotationFlags = []
        for word in words {
            guard let known = flagWords.first(where: { $0.word == word }) else {
                let all = flagWords.map(\.word).joined(separator: ", ")
                throw Fault(.usage, "\"flags\" of an annotation are \(all), not \"\(word)\".")
            }
            flags.insert(known.flag)
        }
        return flags
    }
}

extension Annotation.Kind {
    /// The colour of one for which none is given.
    var usualColor: AnnotationColor? {
        switch self {
        case .textMarkup(let markup): markup.style == .highlight ? .yellow : .red
        case .note: .yellow
        case .ink: .black
        case .freeText, .link, .other: nil
        default: .red
        }
    }

    /// The width of lines for which none is given, in points.
    var usualWidth: Double {
        switch self {
        case .freeText, .link: 0
        case .ink: 2
        default: 1
        }
    }
}
