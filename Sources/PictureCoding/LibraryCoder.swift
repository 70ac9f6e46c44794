// SPDX-License-Identifier: Apache-2.0
package import Faults
package import Geometry
internal import Imaging
package import Rendering
package import Workers

/// Picture files by the libraries that browsers use.
package struct LibraryCoder: PictureCoder {
    /// A coder.
    package init() {}

    package func encode(
        _ bitmap: PageBitmap,
        as format: PictureFormat
    ) throws(Fault) -> [UInt8] {
        let layout = PixelLayout(
            width: bitmap.width,
            height: bitmap.height,
            bytesPerRow: bitmap.stride,
            order: .bgra,
            hasAlpha: bitmap.hasAlpha
        )
        let pixels = unsafe bitmap.pixels.bytes
        guard let layout, pixels.byteCount >= layout.byteCount else {
            throw Fault(.internal, "A page was drawn without pixels.")
        }
        let dotsPerInch = bitmap.pixelsPerInch > 0 ? bitmap.pixelsPerInch : nil
        switch format {
        case .png:
            return PNGEncoder.encode(pixels, layout, dotsPerInch: dotsPerInch)
        case .jpeg(let quality):
            return try JPEGEncoder.encode(pixels, layout, quality, dotsPerInch: dotsPerInch)
        case .webp(let quality):
            return try WebPEncoder.encode(pixels, layout, quality)
        }
    }

    package func shrink(
        _ jpeg: [UInt8],
        placement: AffineTransform,
        to size: PixelSize
    ) -> [UInt8]? {
        let target = PixelLayout(
            width: size.width,
            height: size.height,
            order: .bgra,
            hasAlpha: false
        )
        guard let target else { return nil }
        // What is wrong with the picture, the long way tells.
        do { return try JPEGDecoder.shrink(jpeg, placement: placement, to: target) } catch {
            return nil
        }
    }
}

/// The limit of a format on each side of a picture.
func checkSides(_ layout: PixelLayout, most: Int, of format: String) throws(Fault) {
    guard max(layout.width, layout.height) <= most else {
        throw Fault(
            .limitExceeded,
            "A \(format) picture has at most \(most) pixels each way; this one would have "
                + "\(layout.width) × \(layout.height). Use PNG, or ask for fewer."
        )
    }
}
