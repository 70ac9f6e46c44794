// SPDX-License-Identifier: Apache-2.0
public import Geometry
public import PDFSyntax

/// A mark that stands in a document once, ready to be placed on any number of pages.
public struct EmbeddedMark: Sendable, Hashable {
    /// The form XObject (ISO 32000-2, 8.10).
    public let form: ObjectID
    /// The box of the mark in the form's coordinates, y up.
    public let box: Rect

    /// Width and height, in points.
    public var size: Size { box.size }
}
