// SPDX-License-Identifier: Apache-2.0
public import Faults

/// Takes the paper out of a photographed signature or seal: what is left is ink with a soft mask.
///
/// A pixel is seen as paper under ink: pixel = (1 − α)·paper + α·ink. The paper's colour is
/// estimated at every place, so that shadows and uneven light are part of the paper. The ink's
/// colour is taken where the stroke is strongest near by; α at its rim follows from it, so the
/// rim carries the ink's own colour and shows no pale edge on any ground.
///
/// The picture keeps its size. It should show paper and ink only: a table around the sheet is
/// taken for ink. The same pixels always give the same mark.
public enum CleanPaper {
    /// The mark in a PNG or, through `decoder`, in a JPEG.
    ///
    /// - Throws: as `ImageFile.raster`, and as `mark(from:)`.
    public static func mark(
        fromFile bytes: [UInt8],
        decoder: (any ImageDecoder)?,
        limits: ImageLimits = ImageLimits()
    ) throws(Fault) -> MarkImage {
        let source = try ImageFile.traits(bytes, limits: limits)
        let raster = try ImageFile.raster(bytes, decoder: decoder, limits: limits)
        var mark = try mark(from: raster)
        // The ink has the samples of the source, so they mean what they meant there.
        if source.colour.family == .rgb {
            mark.colour.characterisation = source.colour.characterisation
        }
        mark.orientation = source.orientation
        mark.dotsPerInch = source.dotsPerInch
        mark.diagnostics = source.diagnostics
        return mark
    }

    /// The ink in `picture` as RGB of eight bits with a soft mask; transparency is laid on white.
    ///
    /// - Throws: `invalidDocument` when there is no ink on the paper.
    public static func mark(from picture: RasterImage) throws(Fault) -> MarkImage {
        let pixels = picture.onWhite()
        let paper = PaperEstimate(pixels)
        let matte = InkMatte(pixels, on: paper)
        guard matte.hasInk else {
            throw Fault(
                .invalidDocument,
                "No ink can be told from the paper in this picture; take it again with more light."
            )
        }
        return MarkImage(
            widthPixels: pixels.widthPixels,
            heightPixels: pixels.heightPixels,
            bitsPerComponent: 8,
            colour: ColourSpace(.rgb),
            samples: .raw(matte.colours),
            alpha: matte.alpha
        )
    }
}
