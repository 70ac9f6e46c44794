// SPDX-License-Identifier: Apache-2.0

/// Why bytes are not JSON, and where.
public struct JSONError: Error, Sendable, Hashable, CustomStringConvertible {
    /// How many bytes come before the one that is wrong.
    public var byteOffset: Int
    /// A sentence for a person.
    public var message: String

    /// Makes an error.
    public init(byteOffset: Int, message: String) {
        self.byteOffset = byteOffset
        self.message = message
    }

    /// The sentence and the place.
    public var description: String { "\(message) (byte \(byteOffset))" }
}
