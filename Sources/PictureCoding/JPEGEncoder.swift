// SPDX-License-Identifier: Apache-2.0
internal import CJPEG
internal import Faults
internal import Glibc
internal import Imaging

/// Pixels to baseline JPEG (ITU-T T.81), by libjpeg-turbo.
enum JPEGEncoder {
    /// The library's own limit, just below that of the format.
    private static let mostPixelsEachWay = 65500

    /// The file of some pixels, laid on white; grey pages become grey pictures.
    ///
    /// - Throws: `limitExceeded`.
    static func encode(
        _ pixels: RawSpan,
        _ layout: PixelLayout,
        _ quality: Int,
        dotsPerInch: Double?
    ) throws(Fault) -> [UInt8] {
        try checkSides(layout, most: mostPixelsEachWay, of: "JPEG")
        let traits = PixelTraits(pixels, layout)
        if !traits.isOpaque {
            let opaque = layout.onWhite(pixels)
            return try encode(unsafe opaque.span.bytes, layout, traits, quality, dotsPerInch)
        }
        return try encode(pixels, layout, traits, quality, dotsPerInch)
    }

    private static func encode(
        _ pixels: RawSpan,
        _ layout: PixelLayout,
        _ traits: PixelTraits,
        _ quality: Int,
        _ dotsPerInch: Double?
    ) throws(Fault) -> [UInt8] {
        var picture = jpeg_picture()
        var file: UnsafeMutablePointer<UInt8>?
        var count = 0
        let outcome = unsafe pixels.withUnsafeBytes { bytes in
            var source = unsafe jpeg_source(
                pixels: bytes.bindMemory(to: UInt8.self).baseAddress,
                bytes_per_row: layout.bytesPerRow,
                width: UInt32(layout.width),
                height: UInt32(layout.height),
                is_bgr: layout.order == .bgra ? 1 : 0,
                is_grey: traits.isGrey ? 1 : 0,
                quality: UInt32(min(max(quality, 1), 100)),
                density: density(dotsPerInch)
            )
            return unsafe jpeg_encode(&source, &picture, &file, &count)
        }
        defer { unsafe free(file) }
        guard outcome == jpeg_done, let file = unsafe file else {
            throw Fault(
                .limitExceeded,
                "The picture could not be written as JPEG; use PNG, or ask for fewer pixels.",
                cause: JPEGDecoder.message(of: picture)
            )
        }
        return unsafe Array(UnsafeBufferPointer(start: file, count: count))
    }

    private static func density(_ dotsPerInch: Double?) -> UInt32 {
        guard let dotsPerInch, dotsPerInch >= 1, dotsPerInch <= 65535 else { return 0 }
        return UInt32(dotsPerInch.rounded())
    }
}
