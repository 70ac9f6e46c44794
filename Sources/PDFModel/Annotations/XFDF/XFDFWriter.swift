// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Geometry
internal import Ink
internal import PDFSyntax

/// Writes one annotation as an element of XFDF (ISO 19444-1, 6.5).
struct XFDFWriter {
    private let annotation: Annotation
    private let page: PageSpace
    /// The one that the annotation's own coordinates are in.
    private let space: PageSpace
    private let document: Document

    init(_ annotation: Annotation, on page: PageSpace, _ document: Document) {
        self.annotation = annotation
        self.page = page
        space = annotation.space(on: page)
        self.document = document
    }

    /// Elements by kind.
    static func name(_ kind: Annotation.Kind) -> String { kind.subtype.lowercased() }

    /// Whether the kind can be the name of an element: a subtype of another program may be any
    /// bytes, and XFDF has no word for it.
    static func hasName(_ kind: Annotation.Kind) -> Bool {
        let name = name(kind).utf8
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        return !name.isEmpty && name.allSatisfy { letters.contains($0) }
    }

    /// The words of /F.
    static let flagWords: [(word: String, flag: AnnotationFlags)] = [
        ("invisible", .invisible), ("hidden", .hidden), ("print", .print), ("nozoom", .noZoom),
        ("norotate", .noRotate), ("noview", .noView), ("readonly", .readOnly),
        ("locked", .locked), ("togglenoview", .toggleNoView),
        ("lockedcontents", .lockedContents),
    ]

    func element() throws(Fault) -> String {
        let name = Self.name(annotation.kind)
        var attributes = common
        var children = ""
        try write(&attributes, &children)
        if !annotation.contents.isEmpty {
            children += "<contents>\(XMLScanner.escaped(annotation.contents))</contents>"
        }
        if let popup = annotation.popup {
            let rect = numbers(corners: popup.rect, page)
            children +=
                "<popup page=\"\(annotation.pageIndex)\" rect=\"\(rect)\" "
                + "open=\"\(popup.isOpen ? "yes" : "no")\"/>"
        }
        let words = attributes.map { " \($0.name)=\"\(XMLScanner.escaped($0.value))\"" }.joined()
        return children.isEmpty ? "<\(name)\(words)/>" : "<\(name)\(words)>\(children)</\(name)>"
    }

    private typealias Attribute = (name: String, value: String)

    private var common: [Attribute] {
        var result: [Attribute] = [
            ("page", String(annotation.pageIndex)),
            ("rect", numbers(corners: annotation.outerRect, space)), ("name", annotation.id),
        ]
        func add(_ name: String, _ value: String?) {
            if let value { result.append((name, value)) }
        }
        add("color", annotation.color?.hex)
        add("interior-color", annotation.interiorColor?.hex)
        if annotation.opacity < 1 { add("opacity", "\(annotation.opacity)") }
        add("width", "\(annotation.width / space.userUnit)")
        if !annotation.dash.isEmpty {
            add("style", "dash")
            add("dashes", numbers(annotation.dash.map { $0 / space.userUnit }))
        } else if annotation.cloudiness > 0 {
            add("style", "cloudy")
        }
        if annotation.cloudiness > 0 { add("intensity", "\(annotation.cloudiness)") }
        add("title", annotation.author)
        add("subject", annotation.subject)
        add("creationdate", annotation.created?.pdfText)
        add("date", annotation.modified?.pdfText)
        let flags = Self.flagWords.filter { annotation.flags.contains($0.flag) }.map(\.word)
        add("flags", flags.isEmpty ? nil : flags.joined(separator: ","))
        if let reply = annotation.reply {
            add("inreplyto", reply.to)
            if reply.isGrouped { add("replyType", "group") }
        }
        return result
    }

    private func write(
        _ attributes: inout [Attribute],
        _ children: inout String
    ) throws(Fault) {
        switch annotation.kind {
        case .textMarkup(let markup): attributes.append(("coords", coords(markup.quads)))
        case .ink(let ink): children += inkList(ink)
        case .freeText(let text): write(text, &attributes, &children)
        case .note(let note):
            attributes.append(("icon", note.icon))
            if note.isOpen { attributes.append(("open", "yes")) }
            if let state = note.state { attributes.append(("state", state)) }
            if let model = note.stateModel { attributes.append(("statemodel", model)) }
        case .link(let link):
            if !link.quads.isEmpty { attributes.append(("coords", coords(link.quads))) }
            children += try target(link.target)
        case .stamp(let stamp): attributes.append(("icon", stamp.name))
        case .line(let line):
            attributes += [
                ("start", numbers([line.from])), ("end", numbers([line.to])),
                ("head", line.start.rawValue), ("tail", line.end.rawValue),
            ]
        case .polygon(let vertices): children += corners(vertices)
        case .polyline(let vertices):
            attributes += [("head", vertices.start.rawValue), ("tail", vertices.end.rawValue)]
            children += corners(vertices)
        case .caret(let caret):
            if caret.isParagraph { attributes.append(("symbol", "paragraph")) }
        case .rectangle, .ellipse: addFringe(&attributes)
        case .other: break
        }
    }

    /// 6.5.8: how much smaller than its rect the annotation is.
    private func addFringe(_ attributes: inout [Attribute]) {
        let differences = Annotation.differences(annotation.outerRect, annotation.rect, space)
        guard let values = differences?.array?.compactMap(\.number) else { return }
        attributes.append(("fringe", numbers(values)))
    }

    private func write(
        _ text: Annotation.FreeText,
        _ attributes: inout [Attribute],
        _ children: inout String
    ) {
        addFringe(&attributes)
        let alignment = ["left": "left", "center": "centered", "right": "right"]
        attributes.append(("justification", alignment[text.alignment.rawValue] ?? "left"))
        if !text.callout.isEmpty {
            attributes += [
                ("callout", numbers(text.callout)), ("head", text.calloutEnding.rawValue),
            ]
        }
        var dictionary: COSDictionary = [:]
        text.write(into: &dictionary, annotation, space)
        for (name, key) in [("defaultappearance", "DA"), ("defaultstyle", "DS")] {
            guard let value = dictionary[COSName(key)]?.string else { continue }
            children += "<\(name)>\(XMLScanner.escaped(TextString.decode(value)))</\(name)>"
        }
    }

    private func inkList(_ ink: Annotation.InkStrokes) -> String {
        var text = "<inklist>"
        for stroke in ink.strokes {
            var own = ""
            if stroke.contains(where: { $0.pressure != 0.5 }) {
                own += " inkstone:pressure=\"\(numbers(stroke.map(\.pressure)))\""
            }
            let times = stroke.compactMap(\.milliseconds)
            if times.count == stroke.count, !times.isEmpty {
                own += " inkstone:time=\"\(numbers(times))\""
            }
            text += "<gesture\(own)>\(rows(stroke.map(\.position)))</gesture>"
        }
        return text + "</inklist>"
    }

    private func corners(_ vertices: Annotation.Vertices) -> String {
        "<vertices>\(rows(vertices.points))</vertices>"
    }

    private func target(_ target: Annotation.Link.Target) throws(Fault) -> String {
        let action: String
        switch target {
        case .other: return ""
        case .address(let address): action = "<URI Name=\"\(XMLScanner.escaped(address))\"/>"
        case .named(let name):
            action = "<GoTo><Dest><Named Name=\"\(XMLScanner.escaped(name))\"/></Dest></GoTo>"
        case .page(let index, nil):
            action = "<GoTo><Dest><Fit Page=\"\(index)\"/></Dest></GoTo>"
        case .page(let index, let top?):
            guard let page = try document.foundPages(at: [index]).first else { return "" }
            let place = page.space.viewToPage.apply(top)
            action =
                "<GoTo><Dest><XYZ Page=\"\(index)\" Left=\"\(place.x)\" Top=\"\(place.y)\" "
                + "Zoom=\"0\"/></Dest></GoTo>"
        }
        return "<OnActivation><Action Trigger=\"U\">\(action)</Action></OnActivation>"
    }

    // MARK: Numbers of the file's own space

    private func numbers(_ values: [Double]) -> String {
        values.map { "\($0)" }.joined(separator: ",")
    }

    private func numbers(_ points: [Point]) -> String {
        numbers(points.map(space.viewToPage.apply).flatMap { [$0.x, $0.y] })
    }

    private func rows(_ points: [Point]) -> String {
        points.map { numbers([$0]) }.joined(separator: ";")
    }

    /// Row by row, as a file has them.
    private func coords(_ quads: [Quad]) -> String {
        numbers(quads.flatMap { [$0.p0, $0.p1, $0.p3, $0.p2] })
    }

    private func numbers(corners rect: Rect, _ space: PageSpace) -> String {
        let page = space.pageRect(of: rect)
        return numbers([page.minX, page.minY, page.maxX, page.maxY])
    }
}
