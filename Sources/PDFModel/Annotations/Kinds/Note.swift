// SPDX-License-Identifier: Apache-2.0

extension Annotation {
    /// A note that stands behind an icon; what it says is the annotation's `contents`.
    public struct Note: Sendable, Hashable, Codable {
        /// The icon (/Name): `Note`, `Comment`, `Key`, `Help`, `NewParagraph`, `Paragraph`, `Insert`
        /// or a word of another program's.
        public var icon: String
        /// Whether its window is open.
        public var isOpen: Bool
        /// The state that it sets for what it answers, as in `Accepted` (12.5.6.3).
        public var state: String?
        /// The set of states, as in `Review`.
        public var stateModel: String?

        /// The width and height of an icon, in points.
        public static let iconSide = 20.0

        /// Makes a note.
        public init(
            icon: String = "Note",
            isOpen: Bool = false,
            state: String? = nil,
            stateModel: String? = nil
        ) {
            self.icon = icon
            self.isOpen = isOpen
            self.state = state
            self.stateModel = stateModel
        }
    }
}
