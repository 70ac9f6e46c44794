// SPDX-License-Identifier: Apache-2.0

/// Values by key in the order in which they were last used, within a number of bytes.
///
/// The order is a list through the slots of an array, so every step costs the same.
struct RecentUse<Key: Hashable, Value> {
    private struct Slot {
        var key: Key
        var value: Value
        var byteCount: Int
        var older: Int?
        var newer: Int?
    }

    let maximumBytes: Int
    private(set) var byteCount = 0
    private var slots: [Slot?] = []
    private var free: [Int] = []
    private var places: [Key: Int] = [:]
    private var oldest: Int?
    private var newest: Int?

    init(maximumBytes: Int) { self.maximumBytes = maximumBytes }

    var count: Int { places.count }

    /// The value of a key, which counts as used now.
    mutating func value(for key: Key) -> Value? {
        guard let place = places[key], let slot = slots[place] else { return nil }
        if newest != place {
            unlink(place)
            link(place)
        }
        return slot.value
    }

    /// Keeps a value, and forgets those not used for longest until all fit.
    ///
    /// A value that alone is too large is not kept, and takes nobody's place.
    mutating func insert(_ value: Value, for key: Key, byteCount bytes: Int) {
        remove(key)
        guard bytes <= maximumBytes else { return }
        while byteCount > maximumBytes - bytes, let oldest, let slot = slots[oldest] {
            remove(slot.key)
        }
        let slot = Slot(key: key, value: value, byteCount: bytes)
        let place: Int
        if let last = free.popLast() {
            place = last
            slots[place] = slot
        } else {
            place = slots.count
            slots.append(slot)
        }
        places[key] = place
        byteCount += bytes
        link(place)
    }

    /// Forgets a value.
    mutating func remove(_ key: Key) {
        guard let place = places.removeValue(forKey: key), let slot = slots[place] else { return }
        unlink(place)
        slots[place] = nil
        free.append(place)
        byteCount -= slot.byteCount
    }

    private mutating func link(_ place: Int) {
        slots[place]?.older = newest
        slots[place]?.newer = nil
        if let newest { slots[newest]?.newer = place }
        newest = place
        if oldest == nil { oldest = place }
    }

    private mutating func unlink(_ place: Int) {
        let (older, newer) = (slots[place]?.older, slots[place]?.newer)
        if let older { slots[older]?.newer = newer } else { oldest = newer }
        if let newer { slots[newer]?.older = older } else { newest = older }
    }
}
