// SPDX-License-Identifier: Apache-2.0
public import Faults

extension Document {
    /// The document with what it refers to of imported documents as its own changes, each object
    /// once, so that a save can append them.
    ///
    /// Streams stay in the files they are in until they are written.
    ///
    /// - Returns: the document without imports.
    /// - Throws: `readFailed`, `limitExceeded` when no object numbers are left.
    public func absorbingImports() throws(Fault) -> Document {
        guard !imports.isEmpty else { return self }
        var absorption = Absorption(source: self)
        return try absorption.run()
    }

    /// Without the imports and what was changed in them.
    fileprivate func withoutImports() -> Document {
        var document = self
        document.removeImports()
        return document
    }
}

/// Gives imported objects numbers of the document's own.
private struct Absorption {
    private let source: Document
    private var result: Document
    private var numbers: [Int: ObjectID] = [:]
    private var pending: [(from: ObjectID, to: ObjectID)] = []

    init(source: Document) {
        self.source = source
        result = source.withoutImports()
    }

    mutating func run() throws(Fault) -> Document {
        for number in result.overlay.keys.sorted() {
            guard case .set(let object, let generation)? = result.overlay[number],
                let own = try translated(object)
            else { continue }
            result.set(ObjectID(number, generation), own)
        }
        for (key, value) in result.trailerChanges {
            if let own = try translated(value) { result.setTrailer(key, own) }
        }
        while let next = pending.popLast() {
            let object = try source.object(next.from)
            result.set(next.to, try translated(object) ?? object)
        }
        return result
    }

    /// The object with references to its own document; `nil` when it has no other.
    private mutating func translated(_ object: COSObject) throws(Fault) -> COSObject? {
        switch object {
        case .reference(let id):
            guard id.number >= ImportedDocument.firstNumber else { return nil }
            if let known = numbers[id.number] { return .reference(known) }
            let own = try result.add(.null)
            numbers[id.number] = own
            pending.append((id, own))
            return .reference(own)
        case .array(var elements):
            var isChanged = false
            for place in elements.indices {
                guard let own = try translated(elements[place]) else { continue }
                elements[place] = own
                isChanged = true
            }
            return isChanged ? .array(elements) : nil
        case .dictionary(let dictionary):
            return try translated(dictionary).map(COSObject.dictionary)
        case .stream(var stream):
            guard let dictionary = try translated(stream.dictionary) else { return nil }
            stream.dictionary = dictionary
            return .stream(stream)
        default: return nil
        }
    }

    private mutating func translated(_ old: COSDictionary) throws(Fault) -> COSDictionary? {
        var dictionary = old
        var isChanged = false
        for (place, entry) in old.entries.enumerated() {
            guard let own = try translated(entry.value) else { continue }
            dictionary.setValue(own, at: place)
            isChanged = true
        }
        return isChanged ? dictionary : nil
    }
}
