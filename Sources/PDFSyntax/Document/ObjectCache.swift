// SPDX-License-Identifier: Apache-2.0

/// Parsed objects by number, each number with one place that later numbers may take over: no
/// hashing, no clearing, bounded memory.
struct ObjectCache {
    private struct Slot {
        var number: Int
        var object: COSObject
    }

    private static let slotCount = 1024
    private var slots: [Slot] = []

    subscript(number: Int) -> COSObject? {
        get {
            guard !slots.isEmpty else { return nil }
            let slot = slots[number & (Self.slotCount - 1)]
            return slot.number == number ? slot.object : nil
        }
        set {
            if slots.isEmpty {
                slots = Array(repeating: Slot(number: -1, object: .null), count: Self.slotCount)
            }
            slots[number & (Self.slotCount - 1)] = Slot(
                number: newValue == nil ? -1 : number,
                object: newValue ?? .null
            )
        }
    }
}
