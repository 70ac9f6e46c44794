// SPDX-License-Identifier: Apache-2.0

/// Carries the colours of visible pixels on into the clear ones.
///
/// Viewers scale a picture and its soft mask each for itself. At the rim of a stroke they so mix
/// in the colour of pixels that are wholly clear, which is often black or white by accident: a
/// dark or pale edge. When clear pixels carry on the colour of the nearest visible pixel, mixing
/// changes nothing.
///
/// The nearest is found by the chamfer distance (3 for a step, 4 for a diagonal one; G. Borgefors,
/// 1986), going outwards from the rims of the sources: the pixels of one distance after those of
/// the last. Farther than a reach all get one visible colour, since a plain ground packs into
/// nothing. Time grows with the pixels near a rim; the others are passed over eight at a time.
struct ColourBleed {
    /// Chamfer distance of one pixel sideways.
    static let step: UInt8 = 3
    static let diagonal: UInt8 = 4
    private static let unreached: UInt8 = 255
    /// One step more still fits a byte.
    private static let farthest = 250

    /// Distance from each pixel to its source, thrice the pixels; 0 for sources, 255 for what is
    /// out of reach.
    private(set) var distances: [UInt8]
    private let width: Int
    private let reach: UInt8

    /// A pixel and where its colour comes from.
    private struct Carried {
        var pixel: Int
        var source: Int
    }

    /// Fills the clear pixels of a picture.
    ///
    /// With no visible pixel nothing changes.
    ///
    /// - Parameters:
    ///   - colours: `pixelBytes` for each pixel; visible ones keep theirs.
    ///   - pixelBytes: bytes of a pixel's colour.
    ///   - width: pixels of a row.
    ///   - alpha: 0 where a pixel is clear.
    ///   - strong: colours come from where alpha is this much, at least 1.
    ///   - reachPixels: how far they are carried.
    init(
        into colours: inout [UInt8],
        pixelBytes: Int,
        width: Int,
        alpha: [UInt8],
        strong: UInt8,
        reachPixels: Int
    ) {
        self.width = width
        reach = UInt8(clamping: min(reachPixels * Int(Self.step), Self.farthest))
        distances = EightBytes.map(alpha) { row in
            row.reaching(strong).filled ^ EightBytes(repeating: Self.unreached)
        }
        carry(&colours, pixelBytes, alpha, from: rims())
        fillRest(&colours, pixelBytes, alpha)
    }

    // MARK: Rims

    /// Sources with a neighbour beside, above or below that is none: all others are reached
    /// through these.
    private func rims() -> [Carried] {
        var rims: [Carried] = []
        let distances = distances.span
        for row in stride(from: 0, to: distances.count, by: width) {
            let end = min(row + width, distances.count)
            var pixel = row
            while pixel < end {
                let eight = pixel + EightBytes.count
                if eight <= end, hasNoRim(distances, eightAt: pixel, row..<end) {
                    pixel = eight
                    continue
                }
                for pixel in pixel..<min(eight, end)
                where distances[pixel] == 0 && isRim(distances, pixel, row..<end) {
                    rims.append(Carried(pixel: pixel, source: pixel))
                }
                pixel = eight
            }
        }
        return rims
    }

    private func isRim(_ distances: Span<UInt8>, _ pixel: Int, _ row: Range<Int>) -> Bool {
        pixel > row.lowerBound && distances[pixel - 1] != 0
            || pixel + 1 < row.upperBound && distances[pixel + 1] != 0
            || pixel >= width && distances[pixel - width] != 0
            || pixel + width < distances.count && distances[pixel + width] != 0
    }

    /// Whether eight pixels are no sources, or sources among sources.
    private func hasNoRim(
        _ distances: Span<UInt8>,
        eightAt pixel: Int,
        _ row: Range<Int>
    ) -> Bool {
        let eight = EightBytes(distances, at: pixel)
        if eight == EightBytes(repeating: Self.unreached) { return true }
        guard eight == EightBytes(repeating: 0) else { return false }
        let (above, below, behind) = (pixel - width, pixel + width, pixel + EightBytes.count)
        if above >= 0, EightBytes(distances, at: above) != eight { return false }
        if below + EightBytes.count <= distances.count {
            if EightBytes(distances, at: below) != eight { return false }
        } else if below < distances.count {
            return false
        }
        return (pixel == row.lowerBound || distances[pixel - 1] == 0)
            && (behind == row.upperBound || distances[behind] == 0)
    }

    // MARK: Carrying

    private mutating func carry(
        _ colours: inout [UInt8],
        _ size: Int,
        _ alpha: [UInt8],
        from rims: [Carried]
    ) {
        var waiting = [[Carried]](repeating: [], count: Int(reach) + 1)
        waiting[0] = rims
        for distance in 0...reach {
            for carried in waiting[Int(distance)] where distances[carried.pixel] == distance {
                if alpha[carried.pixel] == 0 {
                    for byte in 0..<size {
                        colours[carried.pixel * size + byte] = colours[carried.source * size + byte]
                    }
                }
                if reach - distance >= Self.step { spread(carried, distance, &waiting) }
            }
            waiting[Int(distance)] = []
        }
    }

    private mutating func spread(
        _ carried: Carried,
        _ distance: UInt8,
        _ waiting: inout [[Carried]]
    ) {
        let (pixel, column) = (carried.pixel, carried.pixel % width)
        for sideways in (column > 0 ? -1 : 0)...(column + 1 < width ? 1 : 0) {
            let beside = distance + (sideways == 0 ? Self.step : Self.diagonal)
            reachOut(to: pixel - width + sideways, beside, carried.source, &waiting)
            if sideways != 0 {
                reachOut(to: pixel + sideways, distance + Self.step, carried.source, &waiting)
            }
            reachOut(to: pixel + width + sideways, beside, carried.source, &waiting)
        }
    }

    @inline(__always)
    private mutating func reachOut(
        to pixel: Int,
        _ reached: UInt8,
        _ source: Int,
        _ waiting: inout [[Carried]]
    ) {
        guard pixel >= 0, pixel < distances.count, reached <= reach, reached < distances[pixel]
        else { return }
        distances[pixel] = reached
        waiting[Int(reached)].append(Carried(pixel: pixel, source: source))
    }

    // MARK: The rest

    /// Gives what is clear and out of reach the colour of the most visible pixel.
    private func fillRest(_ colours: inout [UInt8], _ size: Int, _ alpha: [UInt8]) {
        guard let strongest = Self.strongest(alpha) else { return }
        let plain = Array(colours[strongest * size..<(strongest + 1) * size])
        let eightPlain = Array([[UInt8]](repeating: plain, count: EightBytes.count).joined())
        var target = colours.mutableSpan
        let (alpha, distances, plainPixels) = (alpha.span, distances.span, eightPlain.span)
        var pixel = 0
        while pixel < alpha.count {
            let end = min(pixel + EightBytes.count, alpha.count)
            if end - pixel == EightBytes.count {
                // A byte is zero where its pixel is clear and unreached.
                let kept =
                    EightBytes(alpha, at: pixel)
                    | EightBytes(distances, at: pixel) ^ EightBytes(repeating: Self.unreached)
                if kept == EightBytes(repeating: 0) {
                    for byte in 0..<size {
                        EightBytes(plainPixels, at: byte * EightBytes.count)
                            .store(in: &target, at: pixel * size + byte * EightBytes.count)
                    }
                    pixel = end
                    continue
                }
                if kept.reaching(1).filled == EightBytes(repeating: .max) {
                    pixel = end
                    continue
                }
            }
            for pixel in pixel..<end where alpha[pixel] == 0 && distances[pixel] == Self.unreached {
                for byte in 0..<size { target[pixel * size + byte] = plainPixels[byte] }
            }
            pixel = end
        }
    }

    /// The first of the most visible pixels; `nil` when all are clear.
    private static func strongest(_ alpha: [UInt8]) -> Int? {
        if let opaque = alpha.firstIndex(of: .max) { return opaque }
        guard let most = alpha.max(), most > 0 else { return nil }
        return alpha.firstIndex(of: most)
    }
}
