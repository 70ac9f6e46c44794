// SPDX-License-Identifier: Apache-2.0
package import Faults
package import Geometry
package import Imaging
package import Rendering

/// Picture files by the libraries that browsers use.
package struct LibraryCoder: PictureCoder {
    /// A coder.
    package init() {}

    package func encode(
        _ pixels: RawSpan,
        _ layout: PixelLayout,
        as format: PictureFormat,
        dotsPerInch: Double?
    ) throws(Fault) -> [UInt8] {
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
        jpeg: [UInt8],
        placement: AffineTransform,
        to target: PixelLayout
    ) throws(Fault) -> [UInt8]? {
        try JPEGDecoder.shrink(jpeg, placement: placement, to: target)
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
