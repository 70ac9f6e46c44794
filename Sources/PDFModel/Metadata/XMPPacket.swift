// SPDX-License-Identifier: Apache-2.0

/// The few properties of an XMP packet that /Info has as well (ISO 32000-2, 14.3.2 and
/// table 349; ISO 16684-1): reading them, and changing them with everything else left as it is.
struct XMPPacket {
    /// A property of the packet.
    struct Property {
        var value: String
        /// The bytes of the whole element, or of an attribute's value.
        var range: Range<Int>
        var isAttribute: Bool
    }

    /// A packet larger than this is no metadata.
    static let mostBytes = 4 << 20
    private static let mostDepth = 64

    private let bytes: [UInt8]
    private(set) var properties: [DocumentInfo.Field: Property] = [:]
    /// Where a further rdf:Description may stand: before the end of rdf:RDF.
    private var insertion: Int?
    private var prefixOfRDF = "rdf"

    /// Reads a packet; `nil` when it is not well formed.
    init?(_ data: [UInt8]) {
        guard data.count <= Self.mostBytes, let bytes = Self.asUTF8(data) else { return nil }
        self.bytes = bytes
        guard read() else { return nil }
    }

    /// 14.3.2 has UTF-8; UTF-16 is read as well.
    private static func asUTF8(_ data: [UInt8]) -> [UInt8]? {
        if data.starts(with: [0xFE, 0xFF]) || data.starts(with: [0xFF, 0xFE]) {
            return Array(TextString.decode(data).utf8)
        }
        return data
    }

    // MARK: Reading

    private static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
    private static let dublinCore = "http://purl.org/dc/elements/1.1/"
    private static let basic = "http://ns.adobe.com/xap/1.0/"
    private static let adobe = "http://ns.adobe.com/pdf/1.3/"

    /// Table 349 and ISO 16684-1, clause 8.
    private static func field(_ space: String?, _ name: Substring) -> DocumentInfo.Field? {
        switch (space, name) {
        case (dublinCore, "title"): .title
        case (dublinCore, "creator"): .author
        case (dublinCore, "description"): .subject
        case (adobe, "Keywords"): .keywords
        case (adobe, "Producer"): .producer
        case (basic, "CreatorTool"): .creator
        case (basic, "CreateDate"): .created
        case (basic, "ModifyDate"): .modified
        default: nil
        }
    }

    private struct Element {
        var name: Substring
        var local: Substring
        var space: String?
        var spaces: [Substring: String]
        var start: Int
    }

    private mutating func read() -> Bool {
        var scanner = XMLScanner(bytes)
        var open: [Element] = []
        /// The property that is read, and how deep it began.
        var current: (field: DocumentInfo.Field, depth: Int, texts: [String], isList: Bool)?
        while true {
            switch scanner.next() {
            case .end: return open.isEmpty && insertion != nil
            case .refused: return false
            case .text(let text):
                guard let property = current else { continue }
                // In a list, the text of its items counts; else the element's own.
                let isItem = open.last?.local == "li"
                if property.isList == isItem { current?.texts.append(text) }
            case .open(let name, let attributes, let isEmpty):
                guard open.count < Self.mostDepth else { return false }
                let element = element(name, attributes, open.last?.spaces ?? [:], scanner.start)
                if current != nil, element.space == Self.rdf,
                    ["Alt", "Seq", "Bag"].contains(element.local)
                {
                    current?.isList = true
                    current?.texts = []
                } else if current == nil, open.last?.local == "Description",
                    open.last?.space == Self.rdf,
                    let field = Self.field(element.space, element.local), properties[field] == nil
                {
                    current = (field, open.count, [], false)
                }
                if element.space == Self.rdf, element.local == "Description", current == nil {
                    readAttributes(attributes, element.spaces)
                }
                if !isEmpty {
                    open.append(element)
                    continue
                }
                if let property = current, property.depth == open.count {
                    keep(property.field, property.texts, element.start..<scanner.position)
                    current = nil
                }
            case .close(let name):
                guard let element = open.popLast(), element.name == name else { return false }
                if element.space == Self.rdf, element.local == "RDF" {
                    insertion = scanner.start
                    prefixOfRDF = String(element.name.dropLast(4))
                }
                if let property = current, property.depth == open.count {
                    keep(property.field, property.texts, element.start..<scanner.position)
                    current = nil
                }
            }
        }
    }

    private func element(
        _ name: Substring,
        _ attributes: [XMLScanner.Attribute],
        _ outer: [Substring: String],
        _ start: Int
    ) -> Element {
        var spaces = outer
        for attribute in attributes {
            if attribute.name == "xmlns" {
                spaces[""] = attribute.value
            } else if attribute.name.hasPrefix("xmlns:") {
                spaces[attribute.name.dropFirst(6)] = attribute.value
            }
        }
        let (prefix, local) = Self.split(name)
        return Element(
            name: name,
            local: local,
            space: spaces[prefix],
            spaces: spaces,
            start: start
        )
    }

    private static func split(_ name: Substring) -> (prefix: Substring, local: Substring) {
        guard let colon = name.firstIndex(of: ":") else { return ("", name) }
        return (name[..<colon], name[name.index(after: colon)...])
    }

    private mutating func readAttributes(
        _ attributes: [XMLScanner.Attribute],
        _ spaces: [Substring: String]
    ) {
        for attribute in attributes {
            let (prefix, local) = Self.split(attribute.name)
            guard !prefix.isEmpty, let field = Self.field(spaces[prefix], local),
                properties[field] == nil
            else { continue }
            properties[field] = Property(
                value: attribute.value,
                range: attribute.range,
                isAttribute: true
            )
        }
    }

    private mutating func keep(
        _ field: DocumentInfo.Field,
        _ texts: [String],
        _ range: Range<Int>
    ) {
        // Authors are a list, a title has one text for each language: the first is the default.
        let texts = texts.filter { !$0.allSatisfy(\.isWhitespace) }
        let value = field == .author ? texts.joined(separator: "; ") : texts.first ?? ""
        properties[field] = Property(value: value, range: range, isAttribute: false)
    }

    // MARK: Changing

    /// The packet with other values, `nil` for those to be taken out.
    func changed(_ values: [DocumentInfo.Field: String?]) -> [UInt8] {
        var edits: [(range: Range<Int>, text: String)] = []
        var added = ""
        for field in DocumentInfo.Field.allCases {
            guard let value = values[field] else { continue }
            let element = value.map { Self.element(field, $0, prefixOfRDF) } ?? ""
            switch properties[field] {
            case let property? where property.isAttribute:
                edits.append(
                    (property.range, value.map { XMLScanner.escaped(Self.xmp(field, $0)) } ?? "")
                )
            case let property?: edits.append((property.range, element))
            case nil: added += element
            }
        }
        if !added.isEmpty, let insertion {
            let name = prefixOfRDF + ":Description"
            edits.append(
                (insertion..<insertion, "<\(name) \(prefixOfRDF):about=\"\">\(added)</\(name)>\n")
            )
        }
        var out: [UInt8] = []
        var done = 0
        for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            out += bytes[done..<edit.range.lowerBound]
            out += Array(edit.text.utf8)
            done = edit.range.upperBound
        }
        return out + bytes[done...]
    }

    /// Dates have another form in XMP.
    private static func xmp(_ field: DocumentInfo.Field, _ value: String) -> String {
        field.isDate ? DocumentDate(value)?.isoText ?? value : value
    }

    private static func element(_ field: DocumentInfo.Field, _ value: String, _ rdf: String)
        -> String
    {
        let text = XMLScanner.escaped(xmp(field, value))
        func plain(_ name: String, _ space: String, _ body: String) -> String {
            let prefix = name.prefix { $0 != ":" }
            return "<\(name) xmlns:\(prefix)=\"\(space)\">\(body)</\(name)>"
        }
        func list(_ kind: String, _ attribute: String) -> String {
            "<\(rdf):\(kind)><\(rdf):li\(attribute)>\(text)</\(rdf):li></\(rdf):\(kind)>"
        }
        let language = " xml:lang=\"x-default\""
        switch field {
        case .title: return plain("dc:title", dublinCore, list("Alt", language))
        case .author: return plain("dc:creator", dublinCore, list("Seq", ""))
        case .subject: return plain("dc:description", dublinCore, list("Alt", language))
        case .keywords: return plain("pdf:Keywords", adobe, text)
        case .producer: return plain("pdf:Producer", adobe, text)
        case .creator: return plain("xmp:CreatorTool", basic, text)
        case .created: return plain("xmp:CreateDate", basic, text)
        case .modified: return plain("xmp:ModifyDate", basic, text)
        }
    }
}
