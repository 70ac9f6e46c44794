// SPDX-License-Identifier: Apache-2.0

/// How much a picture may ask of us; each limit is reached only by files made to hurt.
public struct ImageLimits: Sendable, Hashable {
    /// Most pixels of a picture: 256 million is seven sheets scanned at 600 dpi.
    public var maximumPixels = 256 << 20
    /// Most bytes that inflating a PNG may give: RGBA of 128 million pixels.
    public var maximumDecodedBytes = 512 << 20
    /// Most bytes of an ICC profile, inflated; large printer profiles have 4 MiB.
    public var maximumProfileBytes = 16 << 20
    /// Most diagnostics kept; a file can be wrong in every chunk.
    public var maximumDiagnostics = 32

    /// The limits above.
    public init() {}
}
