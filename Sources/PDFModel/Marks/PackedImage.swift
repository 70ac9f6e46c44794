// SPDX-License-Identifier: Apache-2.0
public import Imaging
internal import PDFSyntax

/// A picture with its samples and its mask packed as a file will hold them.
///
/// Packing is most of what embedding a picture takes; it needs no document, so that it can be done
/// while one is looked at.
public struct PackedImage: Sendable {
    /// The picture without its samples and its mask.
    let image: MarkImage
    let samples: Samples
    /// The soft mask.
    let alpha: DeflatedBytes?

    /// As `MarkImage.Samples`, the raw ones packed.
    enum Samples: Sendable {
        case deflated(DeflatedBytes)
        case jpeg([UInt8], colourTransform: Int?)
        case pngFlate([UInt8])
    }

    /// Packs a picture.
    public init(_ image: MarkImage) {
        alpha = image.alpha.map { DeflatedBytes($0) }
        samples =
            switch image.samples {
            case .raw(let bytes): .deflated(DeflatedBytes(bytes))
            case .jpeg(let bytes, let transform): .jpeg(bytes, colourTransform: transform)
            case .pngFlate(let bytes): .pngFlate(bytes)
            }
        var image = image
        image.alpha = nil
        image.samples = .raw([])
        self.image = image
    }
}
