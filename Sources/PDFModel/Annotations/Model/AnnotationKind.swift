// SPDX-License-Identifier: Apache-2.0
extension Annotation {
    /// What an annotation is, with what only its kind has (ISO 32000-2, 12.5.6).
    public enum Kind: Sendable, Hashable, Codable {
        /// Marked text: highlight, underline, strikeout, squiggly (12.5.6.10).
        case textMarkup(TextMarkup)
        /// Strokes of a pen (12.5.6.13).
        case ink(InkStrokes)
        /// Text on the page (12.5.6.6).
        case freeText(FreeText)
        /// A note behind an icon (12.5.6.4).
        case note(Note)
        /// A place to click on (12.5.6.5).
        case link(Link)
        /// A stamp: a word in a frame, or a picture (12.5.6.12).
        case stamp(Stamp)
        /// A line, an arrow (12.5.6.7).
        case line(Line)
        /// A rectangle that fills `rect` (12.5.6.8).
        case rectangle
        /// An ellipse that fills `rect` (12.5.6.8).
        case ellipse
        /// A closed shape with corners (12.5.6.9).
        case polygon(Vertices)
        /// An open line with corners (12.5.6.9).
        case polyline(Vertices)
        /// A sign that text is to be put in (12.5.6.11).
        case caret(Caret)
        /// Anything else, by its subtype; it can be moved, deleted and answered.
        case other(String)

        /// The subtype in the file (table 171).
        public var subtype: String {
            switch self {
            case .textMarkup(let markup): markup.style.subtype
            case .ink: "Ink"
            case .freeText: "FreeText"
            case .note: "Text"
            case .link: "Link"
            case .stamp: "Stamp"
            case .line: "Line"
            case .rectangle: "Square"
            case .ellipse: "Circle"
            case .polygon: "Polygon"
            case .polyline: "PolyLine"
            case .caret: "Caret"
            case .other(let subtype): subtype
            }
        }
    }
}
