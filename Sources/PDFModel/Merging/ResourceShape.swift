// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import PDFSyntax

/// What an object and all that it refers to look like without the bytes of streams.
struct ResourceShape {
    private let document: Document
    private var known: [ObjectID: Int?] = [:]
    private var pending: Set<ObjectID> = []
    private var visited = 0

    /// References inside references; fonts have five.
    private static let depthLimit = 24
    /// Objects that one resource consists of; more are not worth comparing.
    static let objectLimit = 2000

    init(_ document: Document) { self.document = document }

    /// A hash of the shape; `nil` for what refers to itself, to pages, or to too much.
    mutating func shape(of id: ObjectID) throws(Fault) -> Int? {
        visited = 0
        return try shape(of: id, depth: 0)
    }

    private mutating func shape(of id: ObjectID, depth: Int) throws(Fault) -> Int? {
        if let known = known[id] { return known }
        visited += 1
        guard depth < Self.depthLimit, visited <= Self.objectLimit, pending.insert(id).inserted
        else { return nil }
        defer { pending.remove(id) }
        let object = try document.object(id)
        var hasher = Hasher()
        let isKnown = try add(object, &hasher, depth)
        let shape = isKnown ? hasher.finalize() : nil
        known[id] = shape
        return shape
    }

    private mutating func add(
        _ object: COSObject,
        _ hasher: inout Hasher,
        _ depth: Int
    ) throws(Fault) -> Bool {
        switch object {
        case .reference(let id):
            guard let shape = try shape(of: id, depth: depth + 1) else { return false }
            hasher.combine(shape)
        case .array(let elements):
            hasher.combine(elements.count)
            for element in elements where try !add(element, &hasher, depth) { return false }
        case .dictionary(let dictionary):
            return try add(dictionary, &hasher, depth)
        case .stream(let stream):
            hasher.combine("stream")
            return try add(stream.dictionary, &hasher, depth)
        default: hasher.combine(object)
        }
        return true
    }

    private mutating func add(
        _ dictionary: COSDictionary,
        _ hasher: inout Hasher,
        _ depth: Int
    ) throws(Fault) -> Bool {
        if let type = dictionary["Type"]?.name, ["Page", "Pages", "Catalog"].contains(type) {
            return false
        }
        for entry in dictionary.entries.sorted(by: { $0.key.latin1 < $1.key.latin1 }) {
            hasher.combine(entry.key)
            guard try add(entry.value, &hasher, depth) else { return false }
        }
        return true
    }
}
