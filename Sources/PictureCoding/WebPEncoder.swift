// SPDX-License-Identifier: Apache-2.0
internal import CWebP
internal import Faults
internal import Imaging

/// Pixels to WebP (RFC 9649) with loss, by libwebp.
enum WebPEncoder {
    /// WebP counts with 14 bits.
    private static let mostPixelsEachWay = 16383
    /// From 0, quick, to 6, small; measured on pages, 2 takes half the time of 4 and a twentieth
    /// more bytes.
    private static let method: Int32 = 2

    /// The file of some pixels, with their transparency.
    ///
    /// - Throws: `limitExceeded`.
    static func encode(
        _ pixels: RawSpan,
        _ layout: PixelLayout,
        _ quality: Int
    ) throws(Fault) -> [UInt8] {
        precondition(pixels.byteCount >= layout.byteCount)
        try checkSides(layout, most: mostPixelsEachWay, of: "WebP")
        var config = WebPConfig()
        var picture = unsafe WebPPicture()
        guard unsafe WebPConfigInit(&config) != 0, unsafe WebPPictureInit(&picture) != 0 else {
            throw Fault(.internal, "libwebp is not the version that it was built for.")
        }
        config.quality = Float(min(max(quality, 1), 100))
        config.method = method
        unsafe picture.width = Int32(layout.width)
        unsafe picture.height = Int32(layout.height)
        var writer = unsafe WebPMemoryWriter()
        unsafe WebPMemoryWriterInit(&writer)
        defer {
            unsafe WebPPictureFree(&picture)
            unsafe WebPMemoryWriterClear(&writer)
        }
        guard unsafe importPixels(pixels, layout, into: &picture) else {
            throw unsafe failure(picture)
        }
        let isEncoded = unsafe withUnsafeMutablePointer(to: &writer) { writer in
            unsafe picture.writer = WebPMemoryWrite
            unsafe picture.custom_ptr = UnsafeMutableRawPointer(writer)
            return unsafe WebPEncode(&config, &picture) != 0
        }
        guard isEncoded else { throw unsafe failure(picture) }
        return unsafe Array(UnsafeBufferPointer(start: writer.mem, count: writer.size))
    }

    private static func importPixels(
        _ pixels: RawSpan,
        _ layout: PixelLayout,
        into picture: inout WebPPicture
    ) -> Bool {
        unsafe pixels.withUnsafeBytes { bytes in
            guard let start = unsafe bytes.bindMemory(to: UInt8.self).baseAddress else {
                return false
            }
            let row = Int32(layout.bytesPerRow)
            let done =
                switch (layout.order, layout.hasAlpha) {
                case (.bgra, true): unsafe WebPPictureImportBGRA(&picture, start, row)
                case (.bgra, false): unsafe WebPPictureImportBGRX(&picture, start, row)
                case (.rgba, true): unsafe WebPPictureImportRGBA(&picture, start, row)
                case (.rgba, false): unsafe WebPPictureImportRGBX(&picture, start, row)
                }
            return done != 0
        }
    }

    private static func failure(_ picture: WebPPicture) -> Fault {
        unsafe Fault(
            .limitExceeded,
            "The picture could not be written as WebP; use PNG, or ask for fewer pixels.",
            cause: "libwebp error \(picture.error_code.rawValue)"
        )
    }
}
