// SPDX-License-Identifier: Apache-2.0
public import Faults
public import PDFSyntax

/// Looks at one object: its dictionaries, and the data of a stream.
public struct ObjectCheck {
    private let document: Document

    /// Dictionaries of one object that are looked at; a hostile one could hold millions.
    private static let mostDictionaries = 10_000

    /// Prepares for the objects of a document.
    public init(_ document: Document) { self.document = document }

    /// What is wrong with an object.
    ///
    /// - Parameters:
    ///   - id: its number.
    ///   - budget: bytes that may still be decoded; what was decoded is taken off.
    /// - Returns: every fault with its place.
    /// - Throws: `limitExceeded` when the budget is used up, `readFailed`.
    public func diagnostics(of id: ObjectID, budget: inout Int) throws(Fault) -> [Diagnostic] {
        let object = try document.object(id)
        var found: [Diagnostic] = []
        func place() throws(Fault) -> Place {
            Place(object: id.description, byteOffset: try document.base.byteOffset(of: id.number))
        }
        var left = Self.mostDictionaries
        if let key = Self.repeatedKey(in: object, &left) {
            found.append(
                Diagnostic(
                    .repaired,
                    "The key \(key) stands twice in one dictionary.",
                    at: try place()
                )
            )
        }
        if let stream = object.stream {
            if try !document.base.isClosed(stream) {
                found.append(
                    Diagnostic(.repaired, "The stream has no endobj.", at: try place())
                )
            }
            switch try document.verify(stream, budget: &budget) {
            case .sound, .unread: break
            case .damaged(let words): found.append(Diagnostic(.lost, words, at: try place()))
            }
        }
        return found
    }

    /// 7.3.7: a key stands once; readers take the last.
    private static func repeatedKey(in object: COSObject, _ left: inout Int) -> COSName? {
        guard left > 0 else { return nil }
        if let dictionary = object.dictionary {
            left -= 1
            let keys = dictionary.entries.map(\.key)
            if Set(keys).count < keys.count {
                var once: Set<COSName> = []
                return keys.first { !once.insert($0).inserted }
            }
            for entry in dictionary.entries {
                if let key = repeatedKey(in: entry.value, &left) { return key }
            }
        } else if let elements = object.array {
            for element in elements {
                if let key = repeatedKey(in: element, &left) { return key }
            }
        }
        return nil
    }
}
