// SPDX-License-Identifier: Apache-2.0
internal import CJPEG
internal import Faults
internal import Geometry
internal import Imaging
internal import Workers

extension JPEGDecoder {
    /// A JPEG laid onto the pixels of a page: decoded at the least of the sizes 1/8, 1/4, 1/2 and
    /// 1/1 that has enough pixels, then each pixel of the page is the mean of what it covers.
    ///
    /// - Returns: opaque pixels in the layout, white where the picture is not; nil for CMYK and for
    ///   pictures that lie aslant.
    /// - Throws: as `decode`.
    static func shrink(
        _ bytes: [UInt8],
        placement: AffineTransform,
        to target: PixelLayout
    ) throws(Fault) -> [UInt8]? {
        var picture = jpeg_picture()
        try check(unsafe jpeg_measure(bytes, bytes.count, &picture), picture)
        let (width, height) = (Int(picture.width), Int(picture.height))
        guard picture.is_cmyk == 0 else { return nil }
        guard width * height <= WorkerLimits.maximumPixels else {
            throw Fault(
                .limitExceeded,
                "A picture of \(width) × \(height) pixels is more than is decoded."
            )
        }
        let isFlat = placement.b == 0 && placement.c == 0
        let denominator = denominator(
            width: (width, isFlat ? placement.a : placement.b),
            height: (height, isFlat ? placement.d : placement.c)
        )
        let sampling = AreaSampling(
            width: (width + denominator - 1) / denominator,
            height: (height + denominator - 1) / denominator,
            channels: Int(picture.channels),
            placement: placement,
            target: target
        )
        guard let sampling else { return nil }
        let rows = RowTaker(sampling)
        let outcome = unsafe jpeg_decode_small(
            bytes,
            bytes.count,
            UInt32(denominator),
            &picture,
            { context, row, length in
                guard let context = unsafe context, let row = unsafe row else { return 1 }
                let rows = unsafe Unmanaged<RowTaker>.fromOpaque(context).takeUnretainedValue()
                return unsafe rows.take(UnsafeBufferPointer(start: row, count: length))
            },
            Unmanaged.passUnretained(rows).toOpaque()
        )
        try withExtendedLifetime(rows) { () throws(Fault) in try check(outcome, picture) }
        return rows.sampling.pixels
    }

    /// By how much the picture can be divided and still has a sample for each pixel.
    private static func denominator(
        width: (samples: Int, pixels: Double),
        height: (samples: Int, pixels: Double)
    ) -> Int {
        for denominator in [8, 4, 2] {
            let isEnough = [width, height].allSatisfy { side in
                Double(side.samples / denominator) >= side.pixels.magnitude
            }
            if isEnough { return denominator }
        }
        return 1
    }

    /// Takes the rows as the library gives them.
    private final class RowTaker {
        var sampling: AreaSampling

        init(_ sampling: AreaSampling) { self.sampling = sampling }

        /// Answers whether to stop.
        func take(_ row: UnsafeBufferPointer<UInt8>) -> Int32 {
            guard row.count >= sampling.rowBytes else { return 1 }
            sampling.add(unsafe row.span)
            return 0
        }
    }
}
