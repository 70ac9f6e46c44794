// SPDX-License-Identifier: Apache-2.0

/// Parsed objects by number, each number with one place that later numbers may take over: no
/// hashing, no clearing, bounded memory.
struct ObjectCache {
    private struct Slot {
        var number: Int
        var object: COSObject
    }

    private static let mostSlots = 1024
    private static let leastSlots = 16
    /// An object of a file takes at least so many bytes, nearly always.
    private static let bytesOfObject = 64
    /// A power of two.
    private let slotCount: Int
    private var slots: [Slot] = []

    /// For a file of this size: making room for a thousand objects takes longer than reading a
    /// small file.
    init(fileBytes: Int) {
        var count = Self.leastSlots
        while count < Self.mostSlots, count < fileBytes / Self.bytesOfObject { count *= 2 }
        slotCount = count
    }

    subscript(number: Int) -> COSObject? {
        get {
            guard !slots.isEmpty else { return nil }
            let slot = slots[number & (slotCount - 1)]
            return slot.number == number ? slot.object : nil
        }
        set {
            if slots.isEmpty {
                slots = Array(repeating: Slot(number: -1, object: .null), count: slotCount)
            }
            slots[number & (slotCount - 1)] = Slot(
                number: newValue == nil ? -1 : number,
                object: newValue ?? .null
            )
        }
    }
}
