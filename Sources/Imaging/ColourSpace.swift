// SPDX-License-Identifier: Apache-2.0

/// How the samples of a picture are meant: components, an optional palette, and what gives the
/// components their colour.
public struct ColourSpace: Sendable, Hashable {
    /// The components of one colour.
    public enum Family: Sendable, Hashable {
        /// One component, 0 is black.
        case grey
        /// Red, green, blue.
        case rgb
        /// Cyan, magenta, yellow, black; 0 is no ink.
        case cmyk

        /// How many components a colour has.
        public var componentCount: Int {
            switch self {
            case .grey: 1
            case .rgb: 3
            case .cmyk: 4
            }
        }
    }

    /// A table of colours; samples are indices into it.
    public struct Palette: Sendable, Hashable {
        /// The colours one after another, one byte per component of the family.
        public var bytes: [UInt8]
        /// How many colours there are, 1...256.
        public var count: Int
    }

    /// What the numbers mean to the eye.
    public enum Characterisation: Sendable, Hashable {
        /// Nothing is said, or sRGB: the device's own space, which every viewer takes for sRGB.
        case device
        /// An ICC profile that was checked to fit the family.
        case icc(profile: [UInt8])
        /// Gamma, white point and primaries (ISO 32000-2, 8.6.5.2 and 8.6.5.3).
        case calibrated(Calibration)
    }

    /// The family of the components; for a palette, of its colours.
    public var family: Family
    /// The palette, when samples are indices.
    public var palette: Palette?
    /// What gives the components (or the palette's colours) their meaning.
    public var characterisation: Characterisation

    /// Makes a colour space.
    public init(
        _ family: Family,
        palette: Palette? = nil,
        characterisation: Characterisation = .device
    ) {
        self.family = family
        self.palette = palette
        self.characterisation = characterisation
    }

    /// How many samples a pixel has: one with a palette, else one per component.
    public var samplesPerPixel: Int { palette == nil ? family.componentCount : 1 }
}

/// A colour calibrated by gamma and CIE coordinates, in the terms of CalGray and CalRGB.
public struct Calibration: Sendable, Hashable {
    /// The exponent that makes a sample linear light (2.2 for the usual file).
    public var gamma: Double
    /// CIE XYZ of white, with Y = 1.
    public var whitePoint: [Double]
    /// CIE XYZ of full red, green and blue one after another: the Matrix of CalRGB (nine numbers).
    public var matrix: [Double]

    /// Gamma, white and primaries as chromaticities x and y (PNG, cHRM: white, red, green, blue).
    ///
    /// `nil` when the primaries span no colour space.
    init?(gamma: Double, chromaticities c: [Double]) {
        guard c.count == 8, gamma.isFinite, (0.05...20).contains(gamma) else { return nil }
        guard c.allSatisfy({ $0 >= 0 && $0 <= 1.5 }), c[1] > 0.01 else { return nil }
        let white = [c[0] / c[1], 1, (1 - c[0] - c[1]) / c[1]]
        // Columns are the primaries' x, y, z; the scales that add up to white are wanted.
        let (r, g, b) = (Self.xyz(c[2], c[3]), Self.xyz(c[4], c[5]), Self.xyz(c[6], c[7]))
        let determinant = Self.determinant(r, g, b)
        guard abs(determinant) > 1e-6, white[2] >= 0 else { return nil }
        let scales = [
            Self.determinant(white, g, b) / determinant,
            Self.determinant(r, white, b) / determinant,
            Self.determinant(r, g, white) / determinant,
        ]
        guard scales.allSatisfy({ $0 > 0 }) else { return nil }
        self.gamma = gamma
        whitePoint = white
        matrix = r.map { $0 * scales[0] } + g.map { $0 * scales[1] } + b.map { $0 * scales[2] }
    }

    /// Chromaticities of sRGB and the white D65, as cHRM would give them.
    static let sRGBChromaticities = [0.3127, 0.3290, 0.64, 0.33, 0.30, 0.60, 0.15, 0.06]

    private static func xyz(_ x: Double, _ y: Double) -> [Double] { [x, y, 1 - x - y] }

    private static func determinant(_ a: [Double], _ b: [Double], _ c: [Double]) -> Double {
        let x = a[0] * (b[1] * c[2] - b[2] * c[1])
        let y = b[0] * (a[1] * c[2] - a[2] * c[1])
        let z = c[0] * (a[1] * b[2] - a[2] * b[1])
        return x - y + z
    }
}
