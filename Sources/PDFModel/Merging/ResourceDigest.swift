// SPDX-License-Identifier: Apache-2.0
internal import Cryptography
internal import Faults
internal import PDFSyntax

/// A digest of an object and all that it refers to, whatever their numbers.
///
/// Only what has a `ResourceShape` is asked for, so there are no circles.
struct ResourceDigest {
    private let document: Document
    private var known: [ObjectID: [UInt8]] = [:]

    init(_ document: Document) { self.document = document }

    mutating func digest(of id: ObjectID) throws(Fault) -> [UInt8] {
        if let known = known[id] { return known }
        var hash = SHA256()
        try add(try document.object(id), &hash)
        let digest = hash.finalize().bytes
        known[id] = digest
        return digest
    }

    private mutating func add(_ object: COSObject, _ hash: inout SHA256) throws(Fault) {
        switch object {
        case .reference(let id):
            hash.update(Array("R".utf8))
            hash.update(try digest(of: id))
        case .array(let elements):
            hash.update(Array("[\(elements.count) ".utf8))
            for element in elements { try add(element, &hash) }
        case .dictionary(let dictionary):
            try add(dictionary, &hash)
        case .stream(let stream):
            var dictionary = stream.dictionary
            // It may be an object or not; the bytes tell.
            dictionary["Length"] = nil
            try add(dictionary, &hash)
            let bytes = try document.encodedBytes(of: stream)
            hash.update(Array("S\(bytes.count) ".utf8))
            hash.update(bytes)
        default:
            var writer = ObjectWriter()
            writer.write(object)
            hash.update(Array("\(writer.bytes.count) ".utf8))
            hash.update(writer.bytes)
        }
    }

    private mutating func add(
        _ dictionary: COSDictionary,
        _ hash: inout SHA256
    ) throws(Fault) {
        hash.update(Array("<\(dictionary.count) ".utf8))
        for entry in dictionary.entries.sorted(by: { $0.key.latin1 < $1.key.latin1 }) {
            try add(.name(entry.key), &hash)
            try add(entry.value, &hash)
        }
    }
}
