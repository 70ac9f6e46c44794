// SPDX-License-Identifier: Apache-2.0

extension Annotation {
    /// A sign between two letters; what is to be put in is the annotation's `contents`.
    public struct Caret: Sendable, Hashable, Codable {
        /// Whether a paragraph is to begin there (/Sy /P).
        public var isParagraph: Bool

        /// Makes a caret.
        public init(isParagraph: Bool = false) { self.isParagraph = isParagraph }
    }
}
