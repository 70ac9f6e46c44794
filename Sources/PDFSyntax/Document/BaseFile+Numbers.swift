// SPDX-License-Identifier: Apache-2.0
public import Faults

extension BaseFile {
    /// One more than the highest number that the file mentions.
    var firstUnusedNumber: Int {
        // A /Size beyond every object number is no size.
        let size = trailer["Size"]?.integer.flatMap { $0 <= Limits.objectNumber + 1 ? $0 : nil }
        return min(max(size ?? 1, table.highestNumber + 1, 1), Limits.objectNumber + 1)
    }

    /// Whether the cross-reference leaves the number out.
    ///
    /// A free entry is not taken: its generation would have to go on.
    func isUnused(_ number: Int) throws(Fault) -> Bool {
        try table.entry(number, in: source) == nil
    }

    /// Every object number in use, in ascending order.
    ///
    /// - Throws: `readFailed`.
    public func allObjectIDs() throws(Fault) -> [ObjectID] {
        var ids: [ObjectID] = []
        for (number, entry) in try table.allEntries(in: source) where number > 0 {
            switch entry {
            case .free: break
            case .inUse(_, let generation): ids.append(ObjectID(number, generation))
            case .compressed: ids.append(ObjectID(number))
            }
        }
        return ids.sorted()
    }

    /// Objects that incremental updates of ours have written, those of the newest first, each with
    /// the state that counts now.
    ///
    /// What stood in the file before is not looked at, so this costs what the updates cost.
    ///
    /// - Parameter limit: larger updates are left out, and no more objects are told.
    /// - Returns: their numbers and generations.
    /// - Throws: `readFailed`.
    public func objectsOfOwnUpdates(limit: Int) throws(Fault) -> [ObjectID] {
        var ids: [ObjectID] = []
        var known: Set<Int> = []
        for section in table.sections
        where section.trailer[IncrementalUpdate.prefixKey] != nil && section.entryCount <= limit {
            var numbers: [Int] = []
            try section.forEach(in: source) { number, _ in numbers.append(number) }
            for number in numbers.sorted() where known.insert(number).inserted {
                switch try table.entry(number, in: source) {
                case .inUse(_, let generation)?: ids.append(ObjectID(number, generation))
                case .compressed?: ids.append(ObjectID(number))
                case .free?, nil: break
                }
                if ids.count >= limit { return ids }
            }
        }
        return ids
    }
}

extension CrossReferenceSection {
    /// How many entries there are.
    fileprivate var entryCount: Int {
        parts.reduce(0) { sum, part in
            switch part {
            case .lines(_, let count, _), .packed(_, let count, _): sum + count
            case .list(let entries): sum + entries.count
            }
        }
    }
}
