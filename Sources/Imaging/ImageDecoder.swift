// SPDX-License-Identifier: Apache-2.0
public import Faults

/// Turns a JPEG into pixels; the real one lives in a worker process.
public protocol ImageDecoder {
    /// The pixels as stored (the orientation is not applied): grey as one channel, everything else
    /// as RGB.
    ///
    /// - Throws: `invalidDocument` when it is no JPEG that can be decoded, `limitExceeded`, or
    ///   what happened to the worker.
    func decode(_ jpeg: [UInt8]) throws(Fault) -> RasterImage
}
