// SPDX-License-Identifier: Apache-2.0

/// An indirect object's number and generation (ISO 32000-2, 7.3.10).
public struct ObjectID: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The object number, from 1.
    public let number: Int
    /// The generation, 0 for nearly every object of today.
    public let generation: Int

    /// Names an object.
    public init(_ number: Int, _ generation: Int = 0) {
        self.number = number
        self.generation = generation
    }

    /// By number, then by generation.
    public static func < (a: ObjectID, b: ObjectID) -> Bool {
        (a.number, a.generation) < (b.number, b.generation)
    }

    /// As in "12 0".
    public var description: String { "\(number) \(generation)" }
}
