// SPDX-License-Identifier: Apache-2.0

/// The numbers that objects get in a new file: 1, 2, 3, … in the order in which they are first
/// referred to.
///
/// The same list is the queue of what is still to be written, so a walk over a graph of any shape
/// needs neither recursion nor a mark for what was visited.
final class ObjectNumbering {
    /// For each new number less one: the object's old number, or -1 for what the writer makes
    /// itself.
    private(set) var order: [Int] = []
    /// New numbers by old ones, in leaves; an old number without one has 0.
    private var leaves: [[Int32]] = []
    /// New numbers of old ones that no file could have, such as those of imported objects.
    private var beyond: [Int: Int32] = [:]

    /// Numbers in a leaf: a file of one page touches few, so few are made.
    private static let leafBits = 10
    private static let leafSize = 1 << leafBits

    /// The new number of an object; a first asking gives it the next one.
    func number(for old: Int) -> Int {
        guard old >= 0, old <= Limits.objectNumber else {
            if let known = beyond[old] { return Int(known) }
            let new = take(old)
            beyond[old] = Int32(truncatingIfNeeded: new)
            return new
        }
        let leaf = old >> Self.leafBits
        let place = old & (Self.leafSize - 1)
        if leaf >= leaves.count {
            leaves.append(contentsOf: repeatElement([], count: leaf - leaves.count + 1))
        }
        if leaves[leaf].isEmpty { leaves[leaf] = Array(repeating: 0, count: Self.leafSize) }
        let known = leaves[leaf][place]
        if known != 0 { return Int(known) }
        let new = take(old)
        leaves[leaf][place] = Int32(truncatingIfNeeded: new)
        return new
    }

    /// A number for something that the writer makes itself.
    func fresh() -> Int { take(-1) }

    private func take(_ old: Int) -> Int {
        order.append(old)
        return order.count
    }
}
