// SPDX-License-Identifier: Apache-2.0
internal import ByteSource
internal import Faults

/// One section of the cross-reference with its trailer (ISO 32000-2, 7.5.4, 7.5.8).
///
/// A well-formed table is not read: its lines have 20 bytes, so an entry is found by its place.
/// Opening a file of 10,000 pages therefore costs what opening one of 10 costs.
struct CrossReferenceSection: Sendable {
    /// A run of entries with consecutive numbers, or a scattered set.
    enum Part: Sendable {
        /// Lines of 20 bytes in the file.
        case lines(first: Int, count: Int, offset: Int)
        /// Fields of a cross-reference stream, from a byte of `fields`.
        case packed(first: Int, count: Int, at: Int)
        /// Entries read one by one.
        case list([Int: CrossReferenceEntry])
    }

    /// Byte offset of `xref` or of the stream object, from the start of the file.
    var offset: Int
    var form: CrossReferenceForm
    var trailer: COSDictionary
    var parts: [Part] = []
    /// Decoded bytes of a cross-reference stream and the widths of its fields (/W).
    var fields: [UInt8] = []
    var widths: [Int] = [0, 0, 0]

    /// Lookup in more runs than this would be slower than a dictionary.
    static let partsSearched = 8

    func entry(_ number: Int, in source: any ByteSource) throws(Fault) -> CrossReferenceEntry? {
        for part in parts {
            switch part {
            case .lines(let first, let count, let offset):
                guard number >= first, number - first < count else { continue }
                let start = offset + (number - first) * 20
                return Self.line(try source.bytes(in: start..<start + 20)) ?? Self.somewhere
            case .packed(let first, let count, let at):
                guard number >= first, number - first < count else { continue }
                return packed(at: at, index: number - first)
            case .list(let entries):
                if let entry = entries[number] { return entry }
            }
        }
        return nil
    }

    /// Every entry, in the order of the section.
    func forEach(
        in source: any ByteSource,
        _ body: (Int, CrossReferenceEntry) -> Void
    ) throws(Fault) {
        for part in parts {
            switch part {
            case .lines(let first, let count, let offset):
                for index in 0..<count {
                    let start = offset + index * 20
                    let entry = Self.line(try source.bytes(in: start..<start + 20))
                    body(first + index, entry ?? Self.somewhere)
                }
            case .packed(let first, let count, let at):
                for index in 0..<count {
                    if let entry = packed(at: at, index: index) { body(first + index, entry) }
                }
            case .list(let entries):
                for (number, entry) in entries { body(number, entry) }
            }
        }
    }

    /// Turns many short runs into one dictionary.
    mutating func condense(in source: any ByteSource) throws(Fault) {
        guard parts.count > Self.partsSearched else { return }
        var list: [Int: CrossReferenceEntry] = [:]
        // The first run that names a number counts, as in `entry`.
        try forEach(in: source) { number, entry in
            if list[number] == nil { list[number] = entry }
        }
        parts = [.list(list)]
        fields = []
    }

    /// What a broken line says: the object may be anywhere, so it is looked for in the file.
    private static let somewhere = CrossReferenceEntry.inUse(offset: -1, generation: 0)

    /// `nnnnnnnnnn ggggg n` (7.5.4); `nil` when the line is something else.
    static func line(_ line: ArraySlice<UInt8>) -> CrossReferenceEntry? {
        let start = line.startIndex
        guard line.count >= 18, line[start + 10] == 0x20, line[start + 16] == 0x20,
            let offset = digits(line[start..<start + 10]),
            let generation = digits(line[start + 11..<start + 16])
        else { return nil }
        // 7.3.10: none is higher, and an object that is written again must be one that is read.
        let possible = min(generation, 65535)
        switch line[start + 17] {
        case UInt8(ascii: "n"): return .inUse(offset: offset, generation: possible)
        case UInt8(ascii: "f"): return .free(nextGeneration: possible)
        default: return nil
        }
    }

    private static func digits(_ bytes: ArraySlice<UInt8>) -> Int? {
        var value = 0
        for byte in bytes {
            guard CharacterClass.isDigit(byte) else { return nil }
            value = value * 10 + Int(byte - 0x30)
        }
        return value
    }

    /// Table 18: type, then two fields; a type field of width 0 means type 1.
    private func packed(at start: Int, index: Int) -> CrossReferenceEntry? {
        var position = start + index * (widths[0] + widths[1] + widths[2])
        func field(_ width: Int) -> Int {
            var value = 0
            for _ in 0..<width {
                // What does not fit an Int lies outside any file.
                value = value > Int.max >> 8 ? Int.max : value << 8 | Int(fields[position])
                position += 1
            }
            return value
        }
        let type = widths[0] == 0 ? 1 : field(widths[0])
        let second = field(widths[1])
        let third = field(widths[2])
        switch type {
        case 0: return .free(nextGeneration: third & 0xFFFF)
        case 1: return .inUse(offset: second, generation: third & 0xFFFF)
        case 2: return .compressed(stream: second, index: third)
        // Table 17: an unknown type is a reference to the null object.
        default: return .free(nextGeneration: 0)
        }
    }
}
