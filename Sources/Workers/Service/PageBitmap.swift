// SPDX-License-Identifier: Apache-2.0
package import Faults
package import Geometry
package import Rendering

/// A page as it was drawn, in memory of the renderer.
@safe
package struct PageBitmap {
    /// Blue, green, red and alpha of each pixel, not multiplied; rows from the top.
    package let pixels: UnsafeRawBufferPointer
    /// Pixels across.
    package let width: Int
    /// Pixels down.
    package let height: Int
    /// Bytes from one row to the next.
    package let stride: Int
    /// Whether the fourth byte says anything; where it does not, every pixel is opaque.
    package let hasAlpha: Bool
    /// Pixels of an inch of the page as seen; 0 where nobody knows.
    package let pixelsPerInch: Double

    /// Describes pixels that live as long as the buffer.
    package init(
        pixels: UnsafeRawBufferPointer,
        width: Int,
        height: Int,
        stride: Int,
        hasAlpha: Bool,
        pixelsPerInch: Double = 0
    ) {
        unsafe self.pixels = pixels
        self.width = width
        self.height = height
        self.stride = stride
        self.hasAlpha = hasAlpha
        self.pixelsPerInch = pixelsPerInch
    }
}

/// What the renderer needs of other libraries.
package protocol PictureCoder {
    /// A picture file of a page.
    ///
    /// - Throws: `limitExceeded` for what the format cannot hold, `internal`.
    func encode(_ bitmap: PageBitmap, as format: PictureFormat) throws(Fault) -> [UInt8]

    /// The pixels of a page that shows nothing but a JPEG, without decoding it in full.
    ///
    /// - Parameters:
    ///   - jpeg: the picture; its orientation and profile are not applied, nor would PDF.
    ///   - placement: takes the picture's unit square, y up (ISO 32000-2, 8.9.5), to the pixels
    ///     that are wanted, y down.
    ///   - size: how many pixels are wanted.
    /// - Returns: blue, green, red, 255 of each, white where the picture is not; nil for what must
    ///   go the long way: a picture that cannot be decoded, lies aslant, or is CMYK, where
    ///   renderers have colours of their own.
    func shrink(_ jpeg: [UInt8], placement: AffineTransform, to size: PixelSize) -> [UInt8]?
}
