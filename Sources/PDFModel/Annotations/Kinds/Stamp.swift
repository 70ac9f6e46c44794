// SPDX-License-Identifier: Apache-2.0

extension Annotation {
    /// A stamp.
    ///
    /// One that was read keeps its picture, whatever it is; one that is made shows its word.
    public struct Stamp: Sendable, Hashable, Codable {
        /// The word (/Name), as in `Approved` or `Draft`.
        public var name: String

        /// Makes a stamp.
        public init(_ name: String) { self.name = name }
    }
}
