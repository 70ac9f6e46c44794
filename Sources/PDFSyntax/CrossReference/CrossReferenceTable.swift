// SPDX-License-Identifier: Apache-2.0
internal import ByteSource
internal import Faults

/// All sections of a file, newest first; the first entry found for a number counts.
struct CrossReferenceTable: Sendable {
    /// Newest first.
    ///
    /// A hybrid file's stream follows its table.
    private(set) var sections: [CrossReferenceSection]
    /// All entries, for files with many sections and for rebuilt ones.
    private var flat: [Int: CrossReferenceEntry]?
    private var flatNumbers: Dictionary<Int, CrossReferenceEntry>.Keys? { flat?.keys }

    /// A search through more sections than this would be slower than a dictionary.
    private static let sectionsSearched = 12

    init(_ sections: [CrossReferenceSection], in source: any ByteSource) throws(Fault) {
        self.sections = sections
        for index in sections.indices { try self.sections[index].condense(in: source) }
        if sections.count > Self.sectionsSearched { flat = try allEntries(in: source) }
    }

    /// A table found by scanning.
    init(rebuilt: [Int: CrossReferenceEntry]) {
        sections = []
        flat = rebuilt
    }

    func entry(_ number: Int, in source: any ByteSource) throws(Fault) -> CrossReferenceEntry? {
        if let flat { return flat[number] }
        return try Self.search(sections[...], number, source)
    }

    private static func search(
        _ sections: ArraySlice<CrossReferenceSection>,
        _ number: Int,
        _ source: any ByteSource
    ) throws(Fault) -> CrossReferenceEntry? {
        for index in sections.indices {
            guard let entry = try sections[index].entry(number, in: source) else { continue }
            // 7.5.8.4: a hybrid's table marks the hidden objects free; its stream has them.
            if case .free = entry, sections[index].trailer["XRefStm"] != nil,
                sections.indices.contains(index + 1),
                let hidden = try sections[index + 1].entry(number, in: source)
            {
                return hidden
            }
            return entry
        }
        return nil
    }

    /// Every number with the entry that counts.
    func allEntries(in source: any ByteSource) throws(Fault) -> [Int: CrossReferenceEntry] {
        if let flat { return flat }
        var all: [Int: CrossReferenceEntry] = [:]
        for (index, section) in sections.enumerated() {
            let isHybrid = section.trailer["XRefStm"] != nil && index + 1 < sections.count
            var hidden: [Int: CrossReferenceEntry] = [:]
            if isHybrid { try sections[index + 1].forEach(in: source) { hidden[$0] = $1 } }
            try section.forEach(in: source) { number, entry in
                guard all[number] == nil else { return }
                if case .free = entry, let real = hidden[number] {
                    all[number] = real
                } else {
                    all[number] = entry
                }
            }
        }
        return all
    }
}

extension CrossReferenceTable {
    /// The highest number that any section mentions.
    var highestNumber: Int {
        if let rebuilt = flatNumbers { return rebuilt.max() ?? 0 }
        return sections.map(\.highestNumber).max() ?? 0
    }
}

extension CrossReferenceSection {
    /// The highest number of the section.
    var highestNumber: Int {
        parts.map { part in
            switch part {
            case .lines(let first, let count, _), .packed(let first, let count, _):
                first + count - 1
            case .list(let entries): entries.keys.max() ?? 0
            }
        }.max() ?? 0
    }
}
