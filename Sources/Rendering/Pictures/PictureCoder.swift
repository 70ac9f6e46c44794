// SPDX-License-Identifier: Apache-2.0
public import Faults
public import Geometry
public import Imaging

/// Turns a renderer's pixels into files, and pictures of whole pages into pixels.
///
/// Whoever draws is handed one, so that it need not know the libraries.
public protocol PictureCoder: Sendable {
    /// A file of some pixels.
    ///
    /// - Parameters:
    ///   - pixels: at least `layout.byteCount` bytes.
    ///   - layout: how they lie; what shows through is laid on white where the format cannot say
    ///     it.
    ///   - format: the kind of file.
    ///   - dotsPerInch: the resolution to tell, when there is one.
    /// - Returns: the file.
    /// - Throws: `limitExceeded` for more pixels than the format can have.
    func encode(
        _ pixels: RawSpan,
        _ layout: PixelLayout,
        as format: PictureFormat,
        dotsPerInch: Double?
    ) throws(Fault) -> [UInt8]

    /// The pixels of a page that shows nothing but a JPEG, without decoding it in full.
    ///
    /// - Parameters:
    ///   - jpeg: the picture; its orientation and profile are not applied, nor would PDF.
    ///   - placement: takes the picture's unit square, y up (ISO 32000-2, 8.9.5), to the pixels
    ///     of the page, y down.
    ///   - target: the pixels of the page.
    /// - Returns: `target.byteCount` bytes, opaque, white where the picture is not; nil for a
    ///   picture that needs the long way: one that lies aslant, or of CMYK, where renderers have
    ///   colours of their own.
    /// - Throws: `invalidDocument`, `unsupported` or `limitExceeded` for a picture that cannot be
    ///   decoded.
    func shrink(
        jpeg: [UInt8],
        placement: AffineTransform,
        to target: PixelLayout
    ) throws(Fault) -> [UInt8]?
}
