// SPDX-License-Identifier: Apache-2.0
package import Faults
package import Rendering

/// A page as it was drawn, in memory of the renderer.
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
    /// Pixels of an inch of the page, across; 0 where nobody knows.
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

    /// Decodes a JPEG picture at a reduced size and shrinks it to exactly this many pixels: blue,
    /// green, red, 255 of each. `nil` when this is no JPEG picture that can be shrunk so.
    func shrink(_ jpeg: [UInt8], to size: PixelSize) -> [UInt8]?
}
