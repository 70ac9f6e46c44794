// SPDX-License-Identifier: Apache-2.0
internal import ByteSource
public import Faults

/// What tells two values of one document apart, found by comparing them.
///
/// An undo history holds these instead of the values: a thousand values would each have an overlay
/// of their own, a thousand differences share what they name. Applying and reverting cost what
/// was changed.
///
/// Law: of `difference = DocumentDifference(from: a, to: b)`, applying to `a` gives `b` and
/// reverting in `b` gives `a`, with the same `delta()` to the byte.
public struct DocumentDifference: Sendable {
    /// A value before and after; nil where there was or is none.
    struct Pair<Value: Sendable & Equatable>: Sendable {
        var before: Value?
        var after: Value?
    }

    private(set) var objects: [Int: Pair<Document.Change>] = [:]
    private(set) var trailer: [COSName: Pair<COSObject>] = [:]
    private var numberBefore: Int
    private var numberAfter: Int

    /// Compares two values of one document.
    ///
    /// - Throws: `internal` when they are of two files, or one can only be written as a new file.
    public init(from before: Document, to after: Document) throws(Fault) {
        guard before.base === after.base, !before.needsRewriting, !after.needsRewriting else {
            throw Fault(.internal, "The two documents are no states of one file.")
        }
        numberBefore = before.nextNumber
        numberAfter = after.nextNumber
        objects = Self.pairs(before.overlay, after.overlay)
        trailer = Self.pairs(before.trailerChanges, after.trailerChanges)
    }

    private static func pairs<Key: Hashable, Value: Sendable & Equatable>(
        _ before: [Key: Value],
        _ after: [Key: Value]
    ) -> [Key: Pair<Value>] {
        var pairs: [Key: Pair<Value>] = [:]
        for (key, value) in after {
            let old = before[key]
            if old != value { pairs[key] = Pair(before: old, after: value) }
        }
        for (key, value) in before where after[key] == nil {
            pairs[key] = Pair(before: value, after: nil)
        }
        return pairs
    }

    /// Whether the two are the same.
    public var isEmpty: Bool { objects.isEmpty && trailer.isEmpty }

    /// The numbers of the objects that differ.
    public var objectNumbers: Set<Int> { Set(objects.keys) }

    /// Becomes the difference from where it began to where the next one ends.
    public mutating func combine(with next: DocumentDifference) {
        objects.merge(next.objects) { Pair(before: $0.before, after: $1.after) }
        trailer.merge(next.trailer) { Pair(before: $0.before, after: $1.after) }
        numberAfter = next.numberAfter
    }

    /// About how much memory it holds.
    public var byteCount: Int {
        var sum = 128 * (objects.count + trailer.count)
        for pair in objects.values {
            for case .set(let object, _)? in [pair.before, pair.after] { sum += object.heldBytes }
        }
        return sum
    }

    /// Turns the document that was there before into the one after.
    public func apply(to document: inout Document) {
        for (number, pair) in objects { document.overlay[number] = pair.after }
        for (key, pair) in trailer { document.trailerChanges[key] = pair.after }
        document.nextNumber = numberAfter
        document.settleIsChanged()
    }

    /// Turns the document that was there after into the one before.
    public func revert(in document: inout Document) {
        for (number, pair) in objects { document.overlay[number] = pair.before }
        for (key, pair) in trailer { document.trailerChanges[key] = pair.before }
        document.nextNumber = numberBefore
        document.settleIsChanged()
    }

    /// Tells it against the file that a save made.
    ///
    /// - Throws: `readFailed`.
    public mutating func rebase(_ rebasing: DocumentRebasing) throws(Fault) {
        // In copies: a failure leaves everything as it was.
        var moved = self
        for (number, pair) in objects {
            moved.objects[number] = Pair(
                before: try rebasing.change(pair.before, of: number),
                after: try rebasing.change(pair.after, of: number)
            )
        }
        for (key, pair) in trailer {
            moved.trailer[key] = Pair(
                before: rebasing.change(pair.before, of: key),
                after: rebasing.change(pair.after, of: key)
            )
        }
        moved.numberBefore = rebasing.number(numberBefore)
        moved.numberAfter = rebasing.number(numberAfter)
        self = moved
    }
}

/// Carries values of a document over to the file that a save made of one of them.
///
/// The old file is a prefix of the new one, so bytes of streams stay where they are. What a value
/// leaves as it was in the old file must be said now where the save changed it.
public struct DocumentRebasing: Sendable {
    /// The value that was saved.
    let saved: Document
    /// The file that the save made.
    let base: BaseFile

    /// Prepares the step from the file of a document to the file that was saved of it.
    ///
    /// - Throws: `internal` when the new file does not begin with the old one's length.
    public init(saved: Document, to base: BaseFile) throws(Fault) {
        guard base.source.count >= saved.base.source.count, !saved.needsRewriting else {
            throw Fault(.internal, "The saved file is no continuation of the document's.")
        }
        self.saved = saved
        self.base = base
    }

    /// A value of the document over the new file.
    ///
    /// - Throws: `internal` for a value of another document, `readFailed`.
    public func document(_ document: Document) throws(Fault) -> Document {
        guard document.base === saved.base, !document.needsRewriting else {
            throw Fault(.internal, "The document is no state of the file that was saved.")
        }
        var result = Document(base)
        for number in Set(document.overlay.keys).union(saved.overlay.keys) {
            let change = try change(document.overlay[number], of: number)
            result.overlay[number] = change ?? result.overlay[number]
        }
        for key in Set(document.trailerChanges.keys).union(saved.trailerChanges.keys) {
            result.trailerChanges[key] = change(document.trailerChanges[key], of: key)
        }
        result.nextNumber = number(document.nextNumber)
        result.settleIsChanged()
        return result
    }

    func number(_ next: Int) -> Int { max(next, base.firstUnusedNumber) }

    func change(_ value: Document.Change?, of number: Int) throws(Fault) -> Document.Change? {
        let kept = saved.overlay[number]
        if value == kept { return nil }
        if let value { return value }
        // As it was in the old file.
        switch try saved.base.entry(number) {
        case .inUse(_, let generation)?:
            return .set(try saved.base.object(ObjectID(number, generation)), generation: generation)
        case .compressed?: return .set(try saved.base.object(ObjectID(number)), generation: 0)
        case .free(let generation)?: return .freed(nextGeneration: generation)
        case nil: return .freed(nextGeneration: 1)
        }
    }

    func change(_ value: COSObject?, of key: COSName) -> COSObject? {
        value == saved.trailerChanges[key] ? nil : value ?? saved.base.trailer[key] ?? .null
    }
}

extension Document {
    /// Decides anew whether anything was changed.
    mutating func settleIsChanged() {
        isChanged =
            !trailerChanges.isEmpty || overlay.count != base.made.count
            || base.made.contains { overlay[$0.key] != .set($0.value, generation: 0) }
    }
}

extension COSObject {
    /// About how much memory the object holds; what lies in a file holds none.
    fileprivate var heldBytes: Int {
        // No recursion: the depth is bounded by the parser, but this costs nothing either way.
        var sum = 0
        var pending = [self]
        while let object = pending.popLast() {
            sum += 32
            switch object {
            case .string(let bytes): sum += bytes.count
            case .array(let elements): pending += elements
            case .dictionary(let dictionary): pending += dictionary.entries.map(\.value)
            case .stream(let stream):
                pending.append(.dictionary(stream.dictionary))
                if case .data(let bytes) = stream.body { sum += bytes.count }
            case .null, .boolean, .integer, .real, .name, .reference: break
            }
        }
        return sum
    }
}
