// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import PDFSyntax

/// Copies objects with all that they refer to from one document into another, each once.
///
/// Pages and what holds them are not followed: a reference to one becomes null, since the page
/// stays behind.
struct ObjectCopier {
    private let source: Document
    private var copies: [Int: ObjectID] = [:]
    private var pending: [(from: ObjectID, to: ObjectID)] = []

    /// More objects than any one mark needs.
    private static let objectLimit = 100_000
    /// More bytes than any mark needs; streams of a hostile file may share theirs.
    private static let bytesLimit = 512 << 20
    private var copiedBytes = 0
    private static let staysBehind: Set<COSName> = ["Page", "Pages", "Catalog"]

    init(from source: Document) { self.source = source }

    /// The object with its references leading into `target`.
    mutating func copy(
        _ object: COSObject,
        into target: inout Document
    ) throws(Fault) -> COSObject {
        let result = try translate(object, &target, depth: 0)
        while let next = pending.popLast() {
            let original = try source.object(next.from)
            if let type = try source.resolve(original.dictionary?["Type"]).name,
                Self.staysBehind.contains(type)
            {
                continue
            }
            target.set(next.to, try translate(original, &target, depth: 0))
        }
        return result
    }

    private mutating func translate(
        _ object: COSObject,
        _ target: inout Document,
        depth: Int
    ) throws(Fault) -> COSObject {
        guard depth <= Limits.nesting else {
            throw Fault(.limitExceeded, "An object of the mark is nested too deeply.")
        }
        switch object {
        case .array(let elements):
            var copied: [COSObject] = []
            for element in elements {
                copied.append(try translate(element, &target, depth: depth + 1))
            }
            return .array(copied)
        case .dictionary(let dictionary):
            return .dictionary(try translate(dictionary, &target, depth))
        case .stream(let stream):
            // The encoded bytes are taken as they are.
            let body = Array(try source.encodedBytes(of: stream))
            copiedBytes += body.count
            guard copiedBytes <= Self.bytesLimit else {
                throw Fault(.limitExceeded, "The mark has more than \(Self.bytesLimit) bytes.")
            }
            var dictionary = try source.withoutCryptFilter(stream.dictionary)
            dictionary["Length"] = nil
            return .stream(COSStream(try translate(dictionary, &target, depth), data: body))
        case .reference(let id):
            if let copy = copies[id.number] { return .reference(copy) }
            guard copies.count < Self.objectLimit else {
                throw Fault(.limitExceeded, "The mark has more than \(Self.objectLimit) objects.")
            }
            let copy = try target.add(.null)
            copies[id.number] = copy
            pending.append((id, copy))
            return .reference(copy)
        default: return object
        }
    }

    private mutating func translate(
        _ dictionary: COSDictionary,
        _ target: inout Document,
        _ depth: Int
    ) throws(Fault) -> COSDictionary {
        var copied: [COSDictionary.Entry] = []
        for entry in dictionary.entries {
            copied.append(
                .init(key: entry.key, value: try translate(entry.value, &target, depth: depth + 1))
            )
        }
        return COSDictionary(entries: copied)
    }
}
