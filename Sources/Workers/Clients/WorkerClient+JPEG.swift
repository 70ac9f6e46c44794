// SPDX-License-Identifier: Apache-2.0
public import Faults
public import Imaging

extension WorkerClient: ImageDecoder {
    /// The pixels of a JPEG as stored: grey as one channel, everything else as RGB.
    ///
    /// An EXIF orientation is not applied. CMYK becomes RGB by the plain rule, without profiles;
    /// what Adobe inverted is turned back. A file that is cut short gives what there is of it.
    ///
    /// Throws `invalidDocument` when it is no JPEG, `unsupported` for its rare kinds,
    /// `limitExceeded` above 100 million pixels or 200 scans, and what every request can throw:
    /// `timedOut`, `workerFailed`, `notFound` without a worker.
    public func decode(_ jpeg: [UInt8]) throws(Fault) -> RasterImage {
        guard case .pixels(let picture) = try perform(.decodeJPEG(jpeg)),
            let image = RasterImage(
                widthPixels: picture.width,
                heightPixels: picture.height,
                channels: picture.channels,
                bytes: picture.bytes
            )
        else { throw Self.unexpectedReply }
        return image
    }
}
