// SPDX-License-Identifier: Apache-2.0
internal import Faults

/// A decoded object stream (ISO 32000-2, 7.5.7).
struct ObjectStream: Sendable {
    let number: Int
    /// The stream that this one extends (table 16).
    let extends: Int?
    private let bytes: [UInt8]
    /// Number and offset of each object, in the order of the stream.
    let index: [(number: Int, offset: Int)]

    init(number: Int, dictionary: COSDictionary, bytes: [UInt8]) {
        self.number = number
        self.bytes = bytes
        extends = dictionary["Extends"]?.reference?.number
        let first = dictionary["First"]?.integer ?? 0
        let count = min(max(dictionary["N"]?.integer ?? 0, 0), Limits.objectsInStream)
        var lexer = Lexer(bytes[...])
        var index: [(number: Int, offset: Int)] = []
        for _ in 0..<count {
            guard case .integer(let number) = lexer.next(),
                case .integer(let offset) = lexer.next(),
                (0...Limits.objectNumber).contains(number), offset >= 0
            else { break }
            index.append((number, first &+ offset))
        }
        self.index = index
    }

    /// The bytes from where an object begins, when it stands at its index; where it ends they do
    /// not say.
    func bytes(of wanted: Int, index place: Int) -> ArraySlice<UInt8>? {
        guard index.indices.contains(place), index[place].number == wanted else { return nil }
        let offset = index[place].offset
        return offset >= 0 && offset < bytes.count ? bytes[offset...] : nil
    }

    /// The object of a number: at its index, or wherever the stream names it.
    func object(
        _ wanted: Int,
        index place: Int,
        note: (Diagnostic) -> Void,
        noteReference: (Int) -> Void
    ) -> COSObject? {
        let entry: (number: Int, offset: Int)
        if index.indices.contains(place), index[place].number == wanted {
            entry = index[place]
        } else if let found = index.last(where: { $0.number == wanted }) {
            entry = found
        } else {
            return nil
        }
        guard entry.offset >= 0, entry.offset < bytes.count else { return nil }
        var parser = ObjectParser(bytes[entry.offset...], fileOffset: entry.offset, isWhole: true)
        guard let object = try? parser.value(depth: 0) else { return nil }
        noteReference(parser.highestReference)
        for oddity in parser.oddities {
            note(Diagnostic(.repaired, oddity, at: Place(object: "\(wanted) 0")))
        }
        return object
    }
}
