// SPDX-License-Identifier: Apache-2.0
public import Faults

/// A document whose objects stand in another under shifted numbers.
///
/// Nothing is copied: an object is read from its own file when it is asked for, its references
/// are shifted, and its streams stay where they are. What must differ everywhere in the
/// document, such as names that another document has too, is changed in the same go.
public struct ImportedDocument: Sendable {
    /// The document.
    public let document: Document
    /// The numbers that its objects have in the other.
    public let numbers: Range<Int>
    /// What is changed in each object that is read.
    public var changes = ImportChanges()

    /// Beyond the numbers of any file, so that they never meet.
    static let firstNumber = Limits.objectNumber + 1

    init(_ document: Document, first: Int, span: Int) throws(Fault) {
        let (end, overflow) = first.addingReportingOverflow(max(span, 1))
        guard !overflow else {
            throw Fault(.limitExceeded, "The documents have more objects than can be counted.")
        }
        self.document = document
        numbers = first..<end
    }

    /// The object's number in the importing document; `nil` for one that cannot be.
    public func shifted(_ id: ObjectID) -> ObjectID? {
        guard id.number > 0, id.number < numbers.count else { return nil }
        let number = numbers.lowerBound + id.number
        return changes.aliases[number] ?? ObjectID(number, id.generation)
    }

    /// The object of a number of the importing document; null when no import has it.
    static func object(
        _ id: ObjectID,
        in imports: [ImportedDocument]
    ) throws(Fault) -> COSObject {
        guard let holder = holder(of: id.number, in: imports) else { return .null }
        return try holder.object(id)
    }

    /// The import that has a number.
    static func holder(of number: Int, in imports: [ImportedDocument]) -> ImportedDocument? {
        var low = 0
        var high = imports.count
        while low < high {
            let middle = low + (high - low) / 2
            if imports[middle].numbers.upperBound <= number {
                low = middle + 1
            } else {
                high = middle
            }
        }
        guard low < imports.count, imports[low].numbers.contains(number) else { return nil }
        return imports[low]
    }

    private func object(_ id: ObjectID) throws(Fault) -> COSObject {
        let own = ObjectID(id.number - numbers.lowerBound, id.generation)
        return try translated(try document.object(own))
    }

    /// The object as it stands in the importing document: references shifted, changes made.
    ///
    /// - Throws: `readFailed`.
    public func translated(_ object: COSObject) throws(Fault) -> COSObject {
        switch object {
        case .reference(let id): return shifted(id).map(COSObject.reference) ?? .null
        case .array(let elements):
            var result = elements
            for place in result.indices where result[place].holdsReferences {
                result[place] = try translated(result[place])
            }
            return .array(result)
        case .dictionary(let dictionary): return .dictionary(try translated(dictionary))
        case .stream(var stream):
            // The length must not lead into the other file.
            if let length = stream.dictionary["Length"]?.reference {
                stream.dictionary["Length"] = try document.resolve(.reference(length))
            }
            stream.dictionary = try translated(stream.dictionary)
            return .stream(stream.foreign(from: document.base))
        default: return object
        }
    }

    private func translated(_ dictionary: COSDictionary) throws(Fault) -> COSDictionary {
        var result = dictionary
        for (place, entry) in dictionary.entries.enumerated() where entry.value.holdsReferences {
            result.setValue(try translated(entry.value), at: place)
        }
        changes.apply(to: &result)
        return result
    }
}

extension COSObject {
    /// Whether references may be in it.
    fileprivate var holdsReferences: Bool {
        switch self {
        case .reference, .array, .dictionary, .stream: true
        default: false
        }
    }
}
