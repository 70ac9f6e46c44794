// SPDX-License-Identifier: Apache-2.0
public import Geometry

extension Annotation {
    /// Text that is marked, by the quads that its lines of words fill.
    public struct TextMarkup: Sendable, Hashable, Codable {
        /// How text is marked.
        public enum Style: String, Sendable, Hashable, Codable, CaseIterable {
            /// Coloured over, the text showing through.
            case highlight
            /// A line below.
            case underline
            /// A line through the middle.
            case strikeout
            /// A wavy line below.
            case squiggly

            /// The subtype in the file.
            public var subtype: String {
                switch self {
                case .highlight: "Highlight"
                case .underline: "Underline"
                case .strikeout: "StrikeOut"
                case .squiggly: "Squiggly"
                }
            }
        }

        /// How it is marked.
        public var style: Style
        /// One for each run of text; `p0` is at the top left of the text as it is read, `p1` at the
        /// top right, `p2` at the bottom right, `p3` at the bottom left, however the text is turned.
        public var quads: [Quad]

        /// Makes a markup.
        public init(_ style: Style, quads: [Quad]) {
            self.style = style
            self.quads = quads
        }
    }
}
