// SPDX-License-Identifier: Apache-2.0
public import Geometry
public import Imaging
public import Ink
public import PDFSyntax

/// What is put on a page: a picture of handwriting, a seal, a stamp.
///
/// It is not a digital signature.
public enum Mark: Sendable {
    /// Strokes of a pen, y down; its box is the bounds of the outline.
    case ink(Drawing)
    /// A picture; its box is the whole picture, upright.
    case image(MarkImage)
    /// A picture that was packed before.
    case packedImage(PackedImage)
    /// A page of another document; its box is that page as seen.
    case page(Page, of: Document)
}

/// How a mark is painted.
public struct MarkStyle: Sendable, Hashable {
    /// How the mark mixes with what is below (ISO 32000-2, 11.3.5).
    public enum BlendMode: String, Sendable, CaseIterable {
        /// Covers.
        case normal = "Normal"
        /// Darkens, so that text shows through a seal.
        case multiply = "Multiply"
    }

    /// How the mark mixes with what is below.
    public var blendMode: BlendMode
    /// From 0, invisible, to 1, opaque.
    public var opacity: Double
    /// How the mark fills its rect.
    public var fit: Rect.FitMode

    /// Makes a style.
    public init(blendMode: BlendMode = .normal, opacity: Double = 1, fit: Rect.FitMode = .inside) {
        self.blendMode = blendMode
        self.opacity = opacity
        self.fit = fit
    }

    /// Whether the mark is painted as it is.
    var isPlain: Bool { blendMode == .normal && opacity >= 1 }
}
