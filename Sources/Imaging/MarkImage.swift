// SPDX-License-Identifier: Apache-2.0
public import Faults
public import Geometry

/// A picture as it will be embedded: samples, what they mean, and which way is up.
///
/// It knows nothing of PDF, yet everything in it has a place in an image dictionary
/// (ISO 32000-2, 8.9.5). Colours are not multiplied with the alpha.
public struct MarkImage: Sendable, Hashable {
    /// The samples of the picture, in one of the forms that need no re-encoding.
    public enum Samples: Sendable, Hashable {
        /// Rows from the top, samples of a pixel beside each other, most significant bit first,
        /// each row padded to a whole byte.
        case raw([UInt8])
        /// A JPEG file, byte for byte. `colourTransform` must be told to the reader when the file
        /// has no Adobe marker and its components are not what the reader would assume
        /// (ISO 32000-2, 7.4.8, ColorTransform).
        case jpeg([UInt8], colourTransform: Int?)
        /// The zlib stream of a PNG: rows filtered as predictor 15 says, with the picture's own
        /// samples per pixel, bits and width as colors, bits and columns (ISO 32000-2, 7.4.4.4).
        case pngFlate([UInt8])
    }

    /// Width of the stored rows.
    public var widthPixels: Int
    /// How many rows are stored.
    public var heightPixels: Int
    /// 1, 2, 4, 8 or 16.
    public var bitsPerComponent: Int
    /// What the samples mean.
    public var colour: ColourSpace
    /// The samples.
    public var samples: Samples
    /// Whether a full sample means none of the component (CMYK as Adobe writes it into JPEG).
    public var decodeInverted: Bool
    /// The soft mask: one byte per pixel in rows from the top, 0 clear, 255 opaque.
    ///
    /// `nil` when every pixel is opaque. Where it is 0, the colours continue those of the nearest
    /// visible pixels, so that viewers may interpolate mask and colour apart without an edge.
    public var alpha: [UInt8]?
    /// How the stored rows are turned to be upright.
    public var orientation: Orientation
    /// Pixels per inch across and down the stored rows, when the file tells.
    public var dotsPerInch: Resolution?
    /// What was wrong with the file and tolerated.
    public var diagnostics: [Diagnostic]

    /// Pixels per inch.
    public struct Resolution: Sendable, Hashable {
        /// Along a row.
        public var horizontal: Double
        /// Down the rows.
        public var vertical: Double
    }

    /// Makes a picture; the sizes must agree with the samples.
    public init(
        widthPixels: Int,
        heightPixels: Int,
        bitsPerComponent: Int,
        colour: ColourSpace,
        samples: Samples,
        decodeInverted: Bool = false,
        alpha: [UInt8]? = nil,
        orientation: Orientation = .up,
        dotsPerInch: Resolution? = nil,
        diagnostics: [Diagnostic] = []
    ) {
        self.widthPixels = widthPixels
        self.heightPixels = heightPixels
        self.bitsPerComponent = bitsPerComponent
        self.colour = colour
        self.samples = samples
        self.decodeInverted = decodeInverted
        self.alpha = alpha
        self.orientation = orientation
        self.dotsPerInch = dotsPerInch
        self.diagnostics = diagnostics
    }

    /// Width and height in pixels as a person sees it, upright.
    public var displaySize: Size {
        orientation.swapsAxes
            ? Size(width: Double(heightPixels), height: Double(widthPixels))
            : Size(width: Double(widthPixels), height: Double(heightPixels))
    }

    /// Carries the unit square that holds the stored picture (origin at the lower left, y up, the
    /// first row at the top) onto the unit square that holds the upright one.
    public var uprighting: AffineTransform { orientation.uprighting }
}
