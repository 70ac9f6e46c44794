// SPDX-License-Identifier: Apache-2.0
public import Faults

/// Pictures in files: which kind they are, and what of them can be embedded.
public enum ImageFile {
    /// The kinds that can be embedded.
    public enum Kind: String, Sendable, Hashable {
        /// PNG (third edition, W3C).
        case png
        /// JPEG (ITU-T T.81).
        case jpeg
    }

    /// The kind that the first bytes tell, whatever the file is called.
    public static func identify(_ bytes: [UInt8]) -> Kind? {
        if bytes.starts(with: PNGFile.signature) { return .png }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
        return nil
    }

    /// Reads a picture as it will be embedded: a JPEG untouched, a PNG without re-compression
    /// where it has no alpha and no interlacing.
    ///
    /// - Throws: `invalidDocument` (with the byte where it went wrong) when it is no picture or
    ///   nothing of it can be had, `unsupported` for kinds that PDF viewers cannot show,
    ///   `limitExceeded`.
    public static func load(
        _ bytes: [UInt8],
        limits: ImageLimits = ImageLimits()
    ) throws(Fault) -> MarkImage {
        switch try kind(of: bytes) {
        case .png: try PNGFile(bytes, limits: limits).markImage()
        case .jpeg: try JPEGFile(bytes, limits: limits).markImage()
        }
    }

    /// The pixels of a PNG or, through `decoder`, of a JPEG: eight bits a channel, palettes
    /// expanded, gamma and profiles not applied, orientation not applied.
    ///
    /// - Throws: as `load`, and what the decoder throws.
    public static func raster(
        _ bytes: [UInt8],
        decoder: (any ImageDecoder)?,
        limits: ImageLimits = ImageLimits()
    ) throws(Fault) -> RasterImage {
        switch try kind(of: bytes) {
        case .png: return try PNGFile(bytes, limits: limits).rasterImage()
        case .jpeg:
            let file = try JPEGFile(bytes, limits: limits)
            guard let decoder else {
                throw Fault(.unsupported, "A JPEG's pixels are needed here; use a PNG instead.")
            }
            let raster = try decoder.decode(bytes)
            guard raster.widthPixels == file.width, raster.heightPixels == file.height else {
                throw Fault(.workerFailed, "The decoder gave a picture of another size.")
            }
            return raster
        }
    }

    /// All that `load` tells about the picture but its samples and mask.
    static func traits(_ bytes: [UInt8], limits: ImageLimits) throws(Fault) -> MarkImage {
        switch try kind(of: bytes) {
        case .png: try PNGFile(bytes, limits: limits).traits()
        case .jpeg: try JPEGFile(bytes, limits: limits).markImage()
        }
    }

    private static func kind(of bytes: [UInt8]) throws(Fault) -> Kind {
        if let kind = identify(bytes) { return kind }
        throw Fault(
            .invalidDocument,
            "This is neither a PNG nor a JPEG picture; convert it to one.",
            at: Place(byteOffset: 0)
        )
    }
}
