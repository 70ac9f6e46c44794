// SPDX-License-Identifier: Apache-2.0
internal import CJPEG
package import Faults
internal import Geometry
internal import Imaging
package import Workers

/// JPEG (ITU-T T.81) to pixels, by libjpeg-turbo.
package enum JPEGDecoder {
    /// The pixels of a picture as stored: grey stays grey, everything else becomes RGB.
    ///
    /// An EXIF orientation is left to the caller. Data that ends early
    /// or is damaged gives what can be had of the picture.
    ///
    /// Throws `invalidDocument`, `unsupported` (arithmetic coding of rare kinds, 12 bits, lossless)
    /// or `limitExceeded` (pixels, scans).
    package static func decode(_ bytes: [UInt8]) throws(Fault) -> WorkerPixels {
        var picture = jpeg_picture()
        try check(unsafe jpeg_measure(bytes, bytes.count, &picture), picture)
        let width = Int(picture.width)
        let height = Int(picture.height)
        let channels = Int(picture.channels)
        // JPEG counts with 16 bits, so this cannot overflow.
        guard width * height <= WorkerLimits.maximumPixels else {
            throw Fault(
                .limitExceeded,
                "The JPEG picture has \(width) × \(height) pixels; at most "
                    + "\(WorkerLimits.maximumPixels / 1_000_000) million are decoded. Scale it down."
            )
        }
        var pixels = [UInt8](repeating: 0, count: width * height * channels)
        try check(
            unsafe jpeg_decode(bytes, bytes.count, &pixels, pixels.count, &picture),
            picture
        )
        return WorkerPixels(width: width, height: height, channels: channels, bytes: pixels)
    }

    /// What the library said.
    static func message(of picture: jpeg_picture) -> String {
        unsafe withUnsafeBytes(of: picture.message) { message in
            unsafe String(decoding: message.prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    static func check(_ outcome: jpeg_outcome, _ picture: jpeg_picture) throws(Fault) {
        if outcome == jpeg_done { return }
        let cause = message(of: picture)
        switch outcome {
        case jpeg_unsupported:
            throw Fault(
                .unsupported,
                "JPEG pictures of this kind are not decoded. Save it as a baseline JPEG or a PNG.",
                cause: cause
            )
        case jpeg_limit:
            throw Fault(
                .limitExceeded,
                "The JPEG picture asks for more work than a picture needs. Save it anew.",
                cause: cause
            )
        default:
            throw Fault(
                .invalidDocument,
                "This is not a JPEG picture, or it is damaged beyond repair.",
                cause: cause
            )
        }
    }
}
