// SPDX-License-Identifier: Apache-2.0
internal import Deflate

/// Writes pixels as PNG (third edition, W3C): grey, RGB or RGBA of eight bits, whatever is the
/// least that holds them.
///
/// Palettes are not written: what a renderer smooths has as many greys as a byte.
public enum PNGEncoder {
    /// The file of some pixels; the same pixels give the same file.
    ///
    /// - Parameters:
    ///   - pixels: at least `layout.byteCount` bytes.
    ///   - layout: how they lie.
    ///   - dotsPerInch: the resolution to tell, when there is one.
    /// - Returns: the file.
    public static func encode(
        _ pixels: RawSpan,
        _ layout: PixelLayout,
        dotsPerInch: Double? = nil
    ) -> [UInt8] {
        let traits = PixelTraits(pixels, layout)
        let kind: PNGSamples.Kind =
            traits.isOpaque ? (traits.isGrey ? .grey : .rgb) : .rgba
        var samples = PNGSamples(pixels, layout, kind)
        let level = samples.filterForSize()
        let packed = DeflateEncoder.compress(samples.rows, level: level)
        var file: [UInt8] = []
        file.reserveCapacity(packed.count + 128)
        file += PNGFile.signature
        let header =
            bigEndian(layout.width) + bigEndian(layout.height) + [8, kind.colourType, 0, 0, 0]
        append("IHDR", header[...], to: &file)
        if let resolution = dotsPerInch.flatMap(pixelsPerMetre) {
            append("pHYs", (resolution + resolution + [1])[...], to: &file)
        }
        append("IDAT", packed[...], to: &file)
        append("IEND", [], to: &file)
        return file
    }

    private static func append(
        _ type: String,
        _ data: ArraySlice<UInt8>,
        to file: inout [UInt8]
    ) {
        let type = Array(type.utf8)
        var code = CRC32()
        code.add(type[...])
        code.add(data)
        file += bigEndian(data.count)
        file += type
        file += data
        file += bigEndian(Int(code.value))
    }

    private static func pixelsPerMetre(_ dotsPerInch: Double) -> [UInt8]? {
        let rounded = (dotsPerInch / 0.0254).rounded()
        guard rounded >= 1, rounded < Double(Int32.max) else { return nil }
        return Int(exactly: rounded).map(bigEndian)
    }

    private static func bigEndian(_ number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}
