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
}
