// SPDX-License-Identifier: Apache-2.0
public import Faults

extension BaseFile {
    /// One more than the highest number that the file mentions.
    var firstUnusedNumber: Int {
        max(trailer["Size"]?.integer ?? 1, table.highestNumber + 1, 1)
    }

    /// Whether the cross-reference leaves the number out. A free entry is not taken: its
    /// generation would have to go on.
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
