// SPDX-License-Identifier: Apache-2.0

/// Operators of one kind that were opened and not closed: where, oldest first.
///
/// Places are remembered only to close in reverse order; after `placesKept` of them the count
/// goes on alone, so that hostile nesting costs no memory.
struct OpenOperators {
    /// No page that anybody wrote nests deeper than a few dozen.
    static let placesKept = 1 << 16

    private(set) var places: [Int] = []
    private(set) var beyond = 0

    var count: Int { places.count &+ beyond }
    var isEmpty: Bool { places.isEmpty }

    mutating func open(at place: Int) {
        if places.count < Self.placesKept { places.append(place) } else { beyond &+= 1 }
    }

    /// Closes the newest; nothing happens when none is open.
    mutating func close() {
        if beyond > 0 { beyond &-= 1 } else { _ = places.popLast() }
    }
}
