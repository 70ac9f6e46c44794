// SPDX-License-Identifier: Apache-2.0
public import Geometry

extension Annotation {
    /// How text stands in its box; the text is the annotation's `contents`, the background its
    /// `color`, the frame has the annotation's `width` and the text's colour.
    public struct FreeText: Sendable, Hashable, Codable {
        /// Where lines begin and end.
        public enum Alignment: String, Sendable, Hashable, Codable, CaseIterable {
            /// At the left.
            case left
            /// In the middle.
            case center
            /// At the right.
            case right
        }

        /// The style of letters.
        public enum Typeface: String, Sendable, Hashable, Codable, CaseIterable {
            /// Without serifs.
            case sans
            /// With serifs.
            case serif
            /// All letters of one width.
            case monospaced
        }

        /// The style of letters.
        public var typeface: Typeface
        /// The size of letters in points.
        public var fontSize: Double
        /// The colour of the text and of its frame.
        public var textColor: AnnotationColor
        /// Where lines begin and end.
        public var alignment: Alignment
        /// A line from something on the page to the box, of two or three points in view space, the
        /// first where it points to; empty for none (/CL).
        public var callout: [Point]
        /// What stands where the callout points to.
        public var calloutEnding: LineEnding

        /// The text's distance from its frame, in points.
        public static let padding = 2.0

        /// Makes a style.
        public init(
            typeface: Typeface = .sans,
            fontSize: Double = 12,
            textColor: AnnotationColor = .black,
            alignment: Alignment = .left,
            callout: [Point] = [],
            calloutEnding: LineEnding = .openArrow
        ) {
            self.typeface = typeface
            self.fontSize = fontSize
            self.textColor = textColor
            self.alignment = alignment
            self.callout = callout
            self.calloutEnding = calloutEnding
        }
    }
}
