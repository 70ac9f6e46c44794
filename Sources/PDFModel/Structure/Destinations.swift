// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import PDFSyntax

/// Where in the document a jump leads (ISO 32000-2, 12.3.2), names looked up.
struct Destinations: Sendable {
    /// A page as destinations name it.
    enum Target: Sendable, Hashable {
        case page(ObjectID)
        /// By its number, which the standard has for other files only; some programs write it.
        case index(Int)
    }

    /// Named destinations by string (12.3.2.4), in the order of the name tree.
    let entries: [NameTree.Entry]
    /// Named destinations by name, as PDF 1.1 had them.
    let dictionary: COSDictionary
    private let document: Document
    private let places: [[UInt8]: Int]
    /// The dictionary's values, to be found at once.
    private let oldValues: [COSName: COSObject]

    /// Reads the named destinations of a document.
    ///
    /// - Throws: `readFailed`, `limitExceeded`, `invalidDocument`.
    init(_ document: Document) throws(Fault) {
        self.document = document
        let catalog = try document.catalog()
        let names = try document.value("Names", in: catalog).dictionary ?? [:]
        entries = try NameTree.entries(names["Dests"], of: document)
        dictionary = try document.value("Dests", in: catalog).dictionary ?? [:]
        places = Dictionary(
            entries.enumerated().map { ($1.name, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        oldValues = Dictionary(
            dictionary.entries.map { ($0.key, $0.value) },
            uniquingKeysWith: { _, last in last }
        )
    }

    /// The destination of a name; readers look in both places.
    func named(_ name: COSObject) -> COSObject? {
        switch name {
        case .string(let bytes):
            places[bytes].map { entries[$0].value } ?? oldValues[COSName(bytes: bytes[...])]
        case .name(let name): oldValues[name] ?? places[name.bytes].map { entries[$0].value }
        default: nil
        }
    }

    /// The page that a destination leads to; `nil` when it leads nowhere in this document.
    ///
    /// - Throws: `readFailed`.
    func target(of destination: COSObject?) throws(Fault) -> Target? {
        try explicit(destination).flatMap(Self.target)
    }

    /// The page that an explicit destination names.
    static func target(_ explicit: [COSObject]) -> Target? {
        guard let first = explicit.first else { return nil }
        if let index = first.integer { return .index(index) }
        return first.reference.map(Target.page)
    }

    /// The explicit destination (12.3.2.2) that one of any kind stands for; `nil` when there is
    /// none of the name.
    ///
    /// - Throws: `readFailed`.
    func explicit(_ destination: COSObject?) throws(Fault) -> [COSObject]? {
        var object = try document.resolve(destination)
        switch object {
        case .string, .name: object = try document.resolve(named(object))
        default: break
        }
        if let dictionary = object.dictionary { object = try document.value("D", in: dictionary) }
        return object.array
    }

    /// The page that an outline item, a link or an action leads to, by /Dest or a GoTo action.
    ///
    /// - Throws: `readFailed`.
    func target(from dictionary: COSDictionary) throws(Fault) -> Target? {
        if let destination = dictionary["Dest"] { return try target(of: destination) }
        guard let action = try document.value("A", in: dictionary).dictionary,
            try document.value("S", in: action).name == "GoTo"
        else { return nil }
        return try target(of: action["D"])
    }
}
