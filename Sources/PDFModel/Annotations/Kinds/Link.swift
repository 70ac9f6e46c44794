// SPDX-License-Identifier: Apache-2.0
internal import Faults
public import Geometry
internal import PDFSyntax

extension Annotation {
    /// A place to click on.
    public struct Link: Sendable, Hashable, Codable {
        /// Where a click leads.
        public enum Target: Sendable, Hashable, Codable {
            /// A place on the web, or a mail address with its scheme.
            case address(String)
            /// A page of the document, counted from 0, and the place on it that comes to the top, in
            /// view space; `nil` shows the whole page.
            case page(Int, top: Point?)
            /// A destination by its name (12.3.2.4).
            case named(String)
            /// Something else, which is kept.
            case other
        }

        /// Where a click leads.
        public var target: Target
        /// The parts that can be clicked on; empty for all of `rect`.
        public var quads: [Quad]

        /// Makes a link.
        public init(_ target: Target, quads: [Quad] = []) {
            self.target = target
            self.quads = quads
        }
    }
}

extension Annotation.Link {
    /// Reads a link (table 176).
    static func read(
        _ dictionary: COSDictionary,
        _ reader: inout AnnotationReader,
        _ pages: PageNumbers
    ) throws(Fault) -> Self {
        Self(
            try target(dictionary, reader, pages),
            quads: try Annotation.TextMarkup.quads(dictionary["QuadPoints"], &reader)
        )
    }

    private static func target(
        _ dictionary: COSDictionary,
        _ reader: AnnotationReader,
        _ pages: PageNumbers
    ) throws(Fault) -> Target {
        let document = reader.document
        if let destination = dictionary["Dest"] {
            return try target(destination: destination, document, pages)
        }
        guard let action = try document.value("A", in: dictionary).dictionary else { return .other }
        switch try document.value("S", in: action).name {
        case "URI":
            guard let bytes = try document.value("URI", in: action).string else { return .other }
            return .address(TextString.decode(bytes))
        case "GoTo": return try target(destination: action["D"] ?? .null, document, pages)
        default: return .other
        }
    }

    private static func target(
        destination: COSObject,
        _ document: Document,
        _ pages: PageNumbers
    ) throws(Fault) -> Target {
        let object = try document.resolve(destination)
        switch object {
        case .string(let bytes): return .named(TextString.decode(bytes))
        case .name(let name): return .named(name.latin1)
        default: break
        }
        guard let array = object.array, let first = array.first else { return .other }
        guard let page = try pages.page(first) else { return .other }
        guard array.count > 3, try document.resolve(array[1]).name == "XYZ",
            let x = try document.resolve(array[2]).number,
            let y = try document.resolve(array[3]).number
        else { return .page(page.index, top: nil) }
        return .page(page.index, top: page.space.pageToView.apply(Point(x: x, y: y)))
    }

    /// Writes a link.
    func write(into dictionary: inout COSDictionary, _ space: PageSpace, _ document: Document)
        throws(Fault)
    {
        dictionary["QuadPoints"] =
            quads.isEmpty ? nil : Annotation.TextMarkup.write(quads, space)
        guard target != .other else { return }
        dictionary["A"] = nil
        dictionary["Dest"] = nil
        switch target {
        case .other: break
        case .address(let address):
            dictionary["A"] = .dictionary([
                "Type": .name("Action"), "S": .name("URI"), "URI": .string(Array(address.utf8)),
            ])
        case .named(let name): dictionary["Dest"] = .string(TextString.encode(name))
        case .page(let index, let top):
            try document.checkPages([index], of: try PageTree(document).count())
            let page = try PageTree(document).page(at: index)
            let holder = COSObject.reference(page.location.holder)
            guard let top else {
                dictionary["Dest"] = .array([holder, .name("Fit")])
                return
            }
            dictionary["Dest"] = .array([holder, .name("XYZ")] + page.space.cos(top) + [.null])
        }
    }
}
