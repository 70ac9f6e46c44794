// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Geometry
internal import PDFSyntax

/// Reads an element of XFDF as an annotation, by way of the dictionary that it stands for
/// (ISO 19444-1, 6.5).
struct XFDFReader {
    private let element: XMLElement
    private let page: Int
    private let space: PageSpace

    init(_ element: XMLElement, page: Int, _ space: PageSpace) {
        self.element = element
        self.page = page
        self.space = space
    }

    /// Subtypes by their elements.
    private static let subtypes: [String: String] = Dictionary(
        uniqueKeysWithValues: [
            "Highlight", "Underline", "StrikeOut", "Squiggly", "Ink", "FreeText", "Text", "Link",
            "Stamp", "Line", "Square", "Circle", "Polygon", "PolyLine", "Caret",
        ].map { ($0.lowercased(), $0) }
    )

    /// The annotation; `nil` for a kind that cannot be made.
    ///
    /// - Throws: `readFailed`, `limitExceeded`.
    func annotation(_ document: Document) throws(Fault) -> Annotation? {
        guard let subtype = Self.subtypes[element.localName.lowercased()] else { return nil }
        var dictionary = common
        dictionary["Subtype"] = .name(COSName(subtype))
        addKind(subtype, &dictionary)
        var reader = AnnotationReader(document, space)
        let slot = AnnotationSlot(
            place: 0,
            object: nil,
            dictionary: dictionary,
            id: element.attributes["name"] ?? ""
        )
        var annotation = try Annotation(
            reading: slot,
            pageIndex: page,
            names: [:],
            &reader,
            PageNumbers(document)
        )
        if let other = element.attributes["inreplyto"] {
            let isGrouped = element.attributes["replyType"]?.lowercased() == "group"
            annotation.reply = AnnotationReply(to: other, isGrouped: isGrouped)
        }
        return annotation
    }

    private func text(_ name: String) -> COSObject? {
        element.attributes[name].map { .string(TextString.encode($0)) }
    }

    private func name(_ attribute: String) -> COSObject? {
        element.attributes[attribute].map { .name(COSName($0)) }
    }

    private func number(_ attribute: String) -> COSObject? {
        element.attributes[attribute].flatMap { Double($0) }.map { .real($0) }
    }

    /// Numbers between commas, semicolons and spaces.
    private static func numbers(_ text: String?) -> COSObject? {
        guard let text else { return nil }
        let separators: Set<Character> = [",", ";", " ", "\n", "\r", "\t"]
        return .array(
            text.split(whereSeparator: separators.contains)
                .map { .real(Double($0).flatMap { $0.isFinite ? $0 : nil } ?? 0) }
        )
    }

    private func numbers(_ attribute: String) -> COSObject? {
        Self.numbers(element.attributes[attribute])
    }

    private func color(_ attribute: String) -> COSObject? {
        element.attributes[attribute].flatMap(AnnotationColor.init(hex:))?.cosArray
    }

    private var common: COSDictionary {
        var result: COSDictionary = [:]
        result["Rect"] = numbers("rect")
        result["C"] = color("color")
        result["IC"] = color("interior-color")
        result["CA"] = number("opacity")
        result["T"] = text("title")
        result["Subj"] = text("subject")
        result["CreationDate"] = text("creationdate")
        result["M"] = text("date")
        result["RD"] = numbers("fringe")
        var flags: AnnotationFlags = []
        for word in (element.attributes["flags"] ?? "").split(separator: ",") {
            if let known = XFDFWriter.flagWords.first(where: { $0.word == word.lowercased() }) {
                flags.insert(known.flag)
            }
        }
        result["F"] = .integer(flags.rawValue)
        addBorder(&result)
        if let contents = element.child("contents") ?? element.child("contents-richtext") {
            result["Contents"] = .string(TextString.encode(contents.allText))
        }
        if let popup = element.child("popup"),
            let rect = Self.numbers(popup.attributes["rect"])
        {
            result["Popup"] = .dictionary([
                "Rect": rect, "Open": .boolean(popup.attributes["open"] == "yes"),
            ])
        }
        return result
    }

    private func addBorder(_ dictionary: inout COSDictionary) {
        var style: COSDictionary = [:]
        style["W"] = number("width")
        if let dashes = numbers("dashes") {
            style["S"] = .name("D")
            style["D"] = dashes
        }
        if !style.isEmpty { dictionary["BS"] = .dictionary(style) }
        if let intensity = number("intensity") {
            dictionary["BE"] = .dictionary(["S": .name("C"), "I": intensity])
        }
    }

    private func addKind(_ subtype: String, _ dictionary: inout COSDictionary) {
        switch subtype {
        case "Highlight", "Underline", "StrikeOut", "Squiggly":
            dictionary["QuadPoints"] = numbers("coords")
        case "Ink": addInk(&dictionary)
        case "FreeText": addFreeText(&dictionary)
        case "Text":
            dictionary["Name"] = name("icon")
            dictionary["State"] = text("state")
            dictionary["StateModel"] = text("statemodel")
            if element.attributes["open"] == "yes" { dictionary["Open"] = .boolean(true) }
        case "Link":
            dictionary["QuadPoints"] = numbers("coords")
            addTarget(&dictionary)
        case "Stamp": dictionary["Name"] = name("icon")
        case "Line":
            let ends = [numbers("start"), numbers("end")].flatMap { $0?.array ?? [] }
            dictionary["L"] = .array(ends)
            addEndings(&dictionary)
        case "Polygon", "PolyLine":
            dictionary["Vertices"] = Self.numbers(element.child("vertices")?.allText)
            addEndings(&dictionary)
        case "Caret":
            if element.attributes["symbol"] == "paragraph" { dictionary["Sy"] = .name("P") }
        default: break
        }
    }

    private func addEndings(_ dictionary: inout COSDictionary) {
        let ends = ["head", "tail"].map { name($0) ?? .name("None") }
        dictionary["LE"] = .array(ends)
    }

    private func addInk(_ dictionary: inout COSDictionary) {
        let gestures = element.child("inklist")?.children.filter { $0.localName == "gesture" } ?? []
        func rows(_ attribute: String) -> COSObject? {
            let values = gestures.map { Self.numbers($0.attributes[attribute]) }
            return values.contains { $0 != nil } ? .array(values.map { $0 ?? .array([]) }) : nil
        }
        dictionary["InkList"] = .array(
            gestures.map { Self.numbers($0.allText) ?? .array([]) }
        )
        dictionary[Annotation.InkStrokes.pressureKey] = rows("inkstone:pressure")
        dictionary[Annotation.InkStrokes.timeKey] = rows("inkstone:time")
    }

    private func addFreeText(_ dictionary: inout COSDictionary) {
        let places = ["left": 0, "centered": 1, "center": 1, "right": 2]
        dictionary["Q"] = .integer(places[element.attributes["justification"] ?? ""] ?? 0)
        dictionary["CL"] = numbers("callout")
        dictionary["LE"] = name("head")
        if let words = element.child("defaultappearance") {
            dictionary["DA"] = .string(Array(words.allText.utf8))
        }
    }

    /// 6.6.19: where a click leads.
    private func addTarget(_ dictionary: inout COSDictionary) {
        let action = element.child("OnActivation")?.child("Action")
        if let address = action?.child("URI")?.attributes["Name"] {
            dictionary["A"] = .dictionary([
                "S": .name("URI"), "URI": .string(TextString.encode(address)),
            ])
        }
        guard let destination = action?.child("GoTo")?.child("Dest") ?? element.child("Dest")
        else { return }
        if let name = destination.child("Named")?.attributes["Name"] {
            dictionary["Dest"] = .string(TextString.encode(name))
        }
        guard let view = destination.children.first,
            let page = view.attributes["Page"].flatMap({ Int($0) })
        else { return }
        guard view.localName == "XYZ", let left = view.attributes["Left"].flatMap({ Double($0) }),
            let top = view.attributes["Top"].flatMap({ Double($0) })
        else {
            dictionary["Dest"] = .array([.integer(page), .name("Fit")])
            return
        }
        dictionary["Dest"] = .array([.integer(page), .name("XYZ"), .real(left), .real(top), .null])
    }
}
