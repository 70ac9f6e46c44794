// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Geometry
internal import PDFSyntax

extension Annotation {
    /// Reads the entries of an annotation (ISO 32000-2, tables 166, 168 and 172).
    ///
    /// - Parameters:
    ///   - slot: the annotation with its name.
    ///   - pageIndex: of its page.
    ///   - names: of the other annotations of the page, by their objects.
    ///   - reader: of that page.
    ///   - pages: for links.
    /// - Throws: `readFailed`, `limitExceeded`.
    init(
        reading slot: AnnotationSlot,
        pageIndex: Int,
        names: [ObjectID: String],
        _ reader: inout AnnotationReader,
        _ pages: PageNumbers
    ) throws(Fault) {
        self = try reader.reading(slot.dictionary) { (reader) throws(Fault) in
            try Annotation(slot, pageIndex: pageIndex, names: names, &reader, pages)
        }
        // A window is no part of what turns or stays.
        popup = try Self.popup(slot.dictionary, reader)
    }

    /// Reads all but the window.
    private init(
        _ slot: AnnotationSlot,
        pageIndex: Int,
        names: [ObjectID: String],
        _ reader: inout AnnotationReader,
        _ pages: PageNumbers
    ) throws(Fault) {
        let dictionary = slot.dictionary
        let document = reader.document
        let rect = try reader.rect("Rect", in: dictionary)
        let border = try reader.border(in: dictionary)
        kind = try Self.kind(dictionary, &reader, pages)
        id = slot.id
        self.pageIndex = pageIndex
        color = try reader.color("C", in: dictionary)
        interiorColor = try reader.color("IC", in: dictionary)
        opacity = min(max(try document.value("CA", in: dictionary).number ?? 1, 0), 1)
        width = max(border.width, 0)
        dash = border.dash
        cloudiness = try Self.cloudiness(dictionary, document)
        author = try reader.text("T", in: dictionary)
        subject = try reader.text("Subj", in: dictionary)
        created = try reader.date("CreationDate", in: dictionary)
        modified = try reader.date("M", in: dictionary)
        contents = Self.withNewlines(try reader.text("Contents", in: dictionary) ?? "")
        flags = AnnotationFlags(rawValue: try document.value("F", in: dictionary).integer ?? 0)
        if let other = dictionary["IRT"]?.reference.flatMap({ names[$0] }) {
            let isGrouped = try document.value("RT", in: dictionary).name == "Group"
            reply = AnnotationReply(to: other, isGrouped: isGrouped)
        } else {
            reply = nil
        }
        self.rect = rect ?? Rect(x: 0, y: 0, width: 0, height: 0)
        switch kind {
        case .rectangle, .ellipse, .freeText:
            self.rect = try Self.innerRect(self.rect, dictionary, &reader)
        default: if rect == nil { fitRect() }
        }
    }

    /// Older files end lines with a carriage return.
    private static func withNewlines(_ text: String) -> String {
        guard text.unicodeScalars.contains("\r") else { return text }
        var result = String.UnicodeScalarView()
        var previous: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            if scalar == "\r" {
                result.append("\n")
            } else if scalar != "\n" || previous != "\r" {
                result.append(scalar)
            }
            previous = scalar
        }
        return String(result)
    }

    private static func kind(
        _ dictionary: COSDictionary,
        _ reader: inout AnnotationReader,
        _ pages: PageNumbers
    ) throws(Fault) -> Kind {
        let subtype = try reader.document.value("Subtype", in: dictionary).name?.latin1 ?? ""
        if let style = TextMarkup.style(subtype: subtype) {
            let quads = try TextMarkup.quads(dictionary["QuadPoints"], &reader)
            return .textMarkup(TextMarkup(style, quads: quads))
        }
        switch subtype {
        case "Ink": return .ink(try .read(dictionary, &reader))
        case "FreeText": return .freeText(try .read(dictionary, &reader))
        case "Text": return .note(try .read(dictionary, reader))
        case "Link": return .link(try .read(dictionary, &reader, pages))
        case "Stamp": return .stamp(try .read(dictionary, reader))
        case "Line": return try Line.read(dictionary, &reader).map { .line($0) } ?? .other("Line")
        case "Square": return .rectangle
        case "Circle": return .ellipse
        case "Polygon": return .polygon(try .read(dictionary, &reader))
        case "PolyLine": return .polyline(try .read(dictionary, &reader))
        case "Caret": return .caret(try .read(dictionary, reader))
        default: return .other(subtype)
        }
    }

    /// Table 169: how strong a cloud the border is.
    private static func cloudiness(
        _ dictionary: COSDictionary,
        _ document: Document
    ) throws(Fault) -> Double {
        guard let effect = try document.value("BE", in: dictionary).dictionary,
            try document.value("S", in: effect).name == "C"
        else { return 0 }
        return min(max(try document.value("I", in: effect).number ?? 0, 0), 2)
    }

    private static func popup(
        _ dictionary: COSDictionary,
        _ reader: AnnotationReader
    ) throws(Fault) -> AnnotationPopup? {
        guard let popup = try reader.document.value("Popup", in: dictionary).dictionary,
            let rect = try reader.rect("Rect", in: popup)
        else { return nil }
        let isOpen = try reader.document.value("Open", in: popup).boolean ?? false
        return AnnotationPopup(rect: rect, isOpen: isOpen)
    }
}
