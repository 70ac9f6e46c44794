// SPDX-License-Identifier: Apache-2.0

/// Colour and alpha of a PNG, apart.
struct PNGPlanes {
    /// Colour samples (or indices), whole bytes each as in `PNGPixels`.
    var colour: [UInt8]
    /// A byte per pixel; `nil` when all are opaque.
    var alpha: [UInt8]?

    /// Splits the pixels of `file`.
    init(_ pixels: consuming PNGPixels, _ file: PNGFile) {
        let header = file.header
        let known = pixels.known
        if header.hasAlpha {
            let sampleBytes = header.bitDepth == 16 ? 2 : 1
            (colour, alpha) = Self.split(
                pixels.samples,
                colourBytes: header.colourSamples * sampleBytes,
                sampleBytes: sampleBytes
            )
        } else {
            colour = pixels.samples
            alpha = file.transparency.flatMap { key in
                header.colourType == .palette
                    ? Self.alphaOfPalette(colour, key) : Self.alphaOfKey(colour, key, header)
            }
        }
        if let known { alpha = alpha.map { zip($0, known).map { min($0, $1) } } ?? known }
        if let plane = alpha, plane.allSatisfy({ $0 == 255 }) { alpha = nil }
    }

    /// How far visible colours are carried on, in pixels: what a viewer mixes in when it makes
    /// the picture twelve times smaller.
    private static let bleedPixels = 6

    /// Carries visible colours on into the clear pixels.
    mutating func bleed(pixelBytes: Int, width: Int) {
        guard let alpha else { return }
        _ = ColourBleed(
            into: &colour,
            pixelBytes: pixelBytes,
            width: width,
            alpha: alpha,
            // The rim's own colours are often spoilt by what was clear behind them, so the colour
            // comes from where the mark is strong.
            strong: alpha.contains { $0 >= 128 } ? 128 : 1,
            reachPixels: Self.bleedPixels
        )
    }

    private static func split(
        _ samples: [UInt8],
        colourBytes: Int,
        sampleBytes: Int
    ) -> ([UInt8], [UInt8]) {
        let size = colourBytes + sampleBytes
        let count = samples.count / size
        var alphas: [UInt8] = []
        let colours = unsafe [UInt8](unsafeUninitializedCapacity: count * colourBytes) {
            colour,
            done in
            alphas = unsafe [UInt8](unsafeUninitializedCapacity: count) { alpha, filled in
                unsafe samples.withUnsafeBytes { source in
                    if colourBytes == 3, sampleBytes == 1 {
                        unsafe splitFourBytes(source, count, into: colour, alpha)
                    } else {
                        unsafe splitAny(source, count, colourBytes, sampleBytes, colour, alpha)
                    }
                }
                filled = count
            }
            done = count * colourBytes
        }
        return (colours, alphas)
    }

    // Nearly all of reading a small picture is these loops: unchecked, they take a third. All
    // indices stay below the counts that were asked for.

    private static func splitAny(
        _ source: UnsafeRawBufferPointer,
        _ count: Int,
        _ colourBytes: Int,
        _ sampleBytes: Int,
        _ colour: UnsafeMutableBufferPointer<UInt8>,
        _ alpha: UnsafeMutableBufferPointer<UInt8>
    ) {
        let size = colourBytes + sampleBytes
        for pixel in 0..<count {
            let (from, to) = (pixel &* size, pixel &* colourBytes)
            for byte in 0..<colourBytes { unsafe colour[to &+ byte] = source[from &+ byte] }
            let high = unsafe source[from &+ colourBytes]
            unsafe alpha[pixel] =
                sampleBytes == 1 ? high : rounded(high, source[from &+ colourBytes &+ 1])
        }
    }

    /// Red, green, blue and alpha, read and written as one number: the alpha that is so written
    /// behind a colour is overwritten by the next pixel's red.
    private static func splitFourBytes(
        _ source: UnsafeRawBufferPointer,
        _ count: Int,
        into colour: UnsafeMutableBufferPointer<UInt8>,
        _ alpha: UnsafeMutableBufferPointer<UInt8>
    ) {
        guard count > 0 else { return }
        let target = UnsafeMutableRawBufferPointer(colour)
        for pixel in 0..<count &- 1 {
            let four = unsafe source.loadUnaligned(fromByteOffset: pixel &* 4, as: UInt32.self)
            unsafe target.storeBytes(of: four, toByteOffset: pixel &* 3, as: UInt32.self)
            unsafe alpha[pixel] = UInt8(truncatingIfNeeded: UInt32(littleEndian: four) >> 24)
        }
        let last = count &- 1
        for byte in 0..<3 { unsafe colour[last &* 3 &+ byte] = source[last &* 4 &+ byte] }
        unsafe alpha[last] = source[last &* 4 &+ 3]
    }

    /// 16 bits to the nearest of 8: more than any viewer's mask can show.
    private static func rounded(_ high: UInt8, _ low: UInt8) -> UInt8 {
        let wide = Int(high) << 8 | Int(low)
        let narrow = (wide * 255 + 32_767) / 65_535
        return UInt8(truncatingIfNeeded: narrow)
    }

    /// PNG, 11.3.1.1: an alpha per entry; entries beyond the list are opaque.
    private static func alphaOfPalette(_ indices: [UInt8], _ list: [UInt8]) -> [UInt8]? {
        guard list.contains(where: { $0 != 255 }) else { return nil }
        var table = [UInt8](repeating: 255, count: 256)
        for (index, alpha) in list.prefix(256).enumerated() { table[index] = alpha }
        return indices.map { table[Int($0)] }
    }

    /// PNG, 11.3.1.1: pixels of exactly this colour are clear.
    ///
    /// Only the bits that samples have
    /// count.
    private static func alphaOfKey(
        _ colour: [UInt8],
        _ list: [UInt8],
        _ header: PNGHeader
    ) -> [UInt8]? {
        let mask: UInt8 = header.bitDepth >= 8 ? 0xFF : (1 << header.bitDepth) - 1
        var key: [UInt8] = []
        for sample in 0..<header.colourSamples {
            if header.bitDepth == 16 { key.append(list[sample * 2]) }
            key.append(list[sample * 2 + 1] & mask)
        }
        var alpha: [UInt8] = []
        alpha.reserveCapacity(colour.count / key.count)
        for start in stride(from: 0, to: colour.count, by: key.count) {
            var isKey = true
            for byte in 0..<key.count where colour[start + byte] != key[byte] { isKey = false }
            alpha.append(isKey ? 0 : 255)
        }
        return alpha
    }
}
