// SPDX-License-Identifier: Apache-2.0

/// What stands at the end of a line (ISO 32000-2, table 179).
public enum LineEnding: String, Sendable, Hashable, Codable, CaseIterable {
    /// Nothing.
    case none = "None"
    /// A square.
    case square = "Square"
    /// A disc.
    case circle = "Circle"
    /// A square on its corner.
    case diamond = "Diamond"
    /// An arrowhead of two lines.
    case openArrow = "OpenArrow"
    /// An arrowhead that is filled.
    case closedArrow = "ClosedArrow"
    /// A short line across.
    case butt = "Butt"
    /// An arrowhead of two lines that points inwards.
    case reverseOpenArrow = "ROpenArrow"
    /// An arrowhead that is filled and points inwards.
    case reverseClosedArrow = "RClosedArrow"
    /// A short line across, leaning by 30 degrees.
    case slash = "Slash"
}
