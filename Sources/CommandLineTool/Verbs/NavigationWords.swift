// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Geometry
internal import Ink
internal import JSON
internal import PDFModel

/// Outline, links and page labels, in words and for machines.
struct NavigationWords {
    private let navigation: Navigation

    init(_ navigation: Navigation) { self.navigation = navigation }

    // MARK: For people

    /// A line for each outline item, indented as it stands.
    func lines(_ outline: DocumentOutline) -> [String] {
        outline.items.map { item in
            let indent = String(repeating: "  ", count: item.depth + 2)
            let title = ErrorOutput.harmless(item.title)
            return indent + title + (item.target.map { " → " + words($0) } ?? "")
        }
    }

    /// A line for each link: its page, its box and where it leads.
    func lines(_ pages: [PageLinks]) -> [String] {
        pages.flatMap { page in
            page.links.map { link in
                let box = [link.rect.x, link.rect.y, link.rect.width, link.rect.height]
                    .map(Self.brief).joined(separator: ",")
                let target = link.target.map(words) ?? "nowhere"
                return "    page \(page.pageIndex + 1), \(box) → \(target)"
            }
        }
    }

    private func words(_ target: JumpTarget) -> String {
        switch target {
        case .page(let destination): return page(destination.pageIndex)
        case .missing(let name):
            return "nowhere" + (name.map { " (\(ErrorOutput.harmless($0)))" } ?? "")
        case .remote(let remote):
            let file = remote.file ?? remote.embeddedFile ?? "another document"
            let place =
                remote.pageIndex.map { ", page \($0.addingReportingOverflow(1).partialValue)" }
                ?? remote.name.map { ", \($0)" } ?? ""
            return ErrorOutput.harmless(file + place)
        case .address(let address):
            return ErrorOutput.harmless(address.text) + (address.isPlain ? "" : " (not opened)")
        case .named(let name): return ErrorOutput.harmless(name)
        case .other(let kind): return "action \(ErrorOutput.harmless(kind)) (not done)"
        }
    }

    /// As in `page 7`, or `page 7 (iii)` where it is called otherwise.
    private func page(_ index: Int) -> String {
        let number = String(index + 1)
        guard let label = navigation.pageLabel(at: index), label != number, !label.isEmpty else {
            return "page \(number)"
        }
        return "page \(number) (\(ErrorOutput.harmless(label)))"
    }

    private static func brief(_ value: Double) -> String {
        let rounded = (value * 100).rounded() / 100
        return Int(exactly: rounded).map(String.init) ?? String(rounded)
    }

    // MARK: For machines

    func json(_ outline: DocumentOutline) -> JSONValue {
        .array(
            outline.items.map { item in
                var value: JSONValue = [
                    "level": JSONValue(item.depth + 1), "title": JSONValue(item.title),
                    "open": .bool(item.isOpen), "target": json(item.target),
                ]
                if item.isBold { value["bold"] = true }
                if item.isItalic { value["italic"] = true }
                if item.color != .black {
                    value["color"] = .array(
                        [item.color.red, item.color.green, item.color.blue].map { JSONValue($0) }
                    )
                }
                return value
            }
        )
    }

    func json(_ pages: [PageLinks]) -> JSONValue {
        .array(
            pages.flatMap { page in
                page.links.map { link in
                    var value: JSONValue = [
                        "page": JSONValue(page.pageIndex + 1), "rect": Self.json(link.rect),
                        "target": json(link.target),
                    ]
                    if link.quads != [Quad(link.rect)] {
                        value["quads"] = .array(link.quads.map(Self.json))
                    }
                    if let words = link.description { value["description"] = JSONValue(words) }
                    return value
                }
            }
        )
    }

    func json(_ destinations: [NamedDestination]) -> JSONValue {
        .array(
            destinations.map { each in
                [
                    "name": JSONValue(each.name),
                    "target": json(each.destination.map(JumpTarget.page)),
                ]
            }
        )
    }

    /// An object whose `kind` says what else is in it; null for nothing.
    func json(_ target: JumpTarget?) -> JSONValue {
        switch target {
        case nil: return .null
        case .page(let destination)?: return json(destination)
        case .missing(let name)?:
            return ["kind": "missing", "name": name.map { JSONValue($0) } ?? .null]
        case .remote(let remote)?:
            var value: JSONValue = [
                "kind": "remote", "file": remote.file.map { JSONValue($0) } ?? .null,
            ]
            if let file = remote.embeddedFile { value["embeddedFile"] = JSONValue(file) }
            if let page = remote.pageIndex { value["page"] = .number(Double(page) + 1) }
            if let name = remote.name { value["name"] = JSONValue(name) }
            return value
        case .address(let address)?:
            return [
                "kind": "address", "address": JSONValue(address.text),
                "plain": .bool(address.isPlain),
            ]
        case .named(let name)?: return ["kind": "named", "action": JSONValue(name)]
        case .other(let kind)?: return ["kind": "other", "action": JSONValue(kind)]
        }
    }

    private func json(_ destination: PageDestination) -> JSONValue {
        var value: JSONValue = [
            "kind": "page", "page": JSONValue(destination.pageIndex + 1),
            "fit": JSONValue(destination.fit.rawValue),
        ]
        if let label = navigation.pageLabel(at: destination.pageIndex) {
            value["label"] = JSONValue(label)
        }
        if let x = destination.x { value["x"] = .number(x) }
        if let y = destination.y { value["y"] = .number(y) }
        if let zoom = destination.zoom { value["zoom"] = .number(zoom) }
        if let rect = destination.rect { value["rect"] = Self.json(rect) }
        return value
    }

    private static func json(_ rect: Rect) -> JSONValue {
        .array([rect.x, rect.y, rect.width, rect.height].map { .number($0) })
    }

    private static func json(_ quad: Quad) -> JSONValue {
        .array([quad.p0, quad.p1, quad.p2, quad.p3].flatMap { [.number($0.x), .number($0.y)] })
    }
}
