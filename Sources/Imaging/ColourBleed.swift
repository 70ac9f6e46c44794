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
/// nothing. Time grows with the pixels near a rim; the others are only passed over.
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
        distances = alpha.map { $0 >= strong ? 0 : Self.unreached }
        carry(&colours, pixelBytes, alpha, from: rims())
        fillRest(&colours, pixelBytes, alpha)
    }

    /// Sources with a neighbour beside, above or below that is none: all others are reached
    /// through these.
    private func rims() -> [Carried] {
        var rims: [Carried] = []
        let distances = distances.span
        for row in stride(from: 0, to: distances.count, by: width) {
            let isFirst = row == 0
            let isLast = row + width >= distances.count
            for pixel in row..<min(row + width, distances.count) where distances[pixel] == 0 {
                let isRim =
                    pixel > row && distances[pixel - 1] != 0
                    || pixel + 1 < row + width && distances[pixel + 1] != 0
                    || !isFirst && distances[pixel - width] != 0
                    || !isLast && distances[pixel + width] != 0
                if isRim { rims.append(Carried(pixel: pixel, source: pixel)) }
            }
        }
        return rims
    }

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
                spread(carried, distance, &waiting)
            }
            waiting[Int(distance)] = []
        }
    }

    private mutating func spread(
        _ carried: Carried,
        _ distance: UInt8,
        _ waiting: inout [[Carried]]
    ) {
        let column = carried.pixel % width
        for sideways in (column > 0 ? -1 : 0)...(column + 1 < width ? 1 : 0) {
            for row in [-width, 0, width] {
                let pixel = carried.pixel + row + sideways
                guard distances.indices.contains(pixel) else { continue }
                let reached = distance + (row != 0 && sideways != 0 ? Self.diagonal : Self.step)
                guard reached <= reach, reached < distances[pixel] else { continue }
                distances[pixel] = reached
                waiting[Int(reached)].append(Carried(pixel: pixel, source: carried.source))
            }
        }
    }

    /// Gives what is clear and out of reach the colour of the most visible pixel.
    private func fillRest(_ colours: inout [UInt8], _ size: Int, _ alpha: [UInt8]) {
        guard let most = alpha.max(), most > 0, let strongest = alpha.firstIndex(of: most) else {
            return
        }
        let plain = Array(colours[strongest * size..<(strongest + 1) * size])
        var target = colours.mutableSpan
        let (alpha, distances, source) = (alpha.span, distances.span, plain.span)
        if size == 3 {
            // The usual case without the inner loop, which takes half the time.
            let (red, green, blue) = (source[0], source[1], source[2])
            var start = 0
            for pixel in alpha.indices {
                if alpha[pixel] == 0 && distances[pixel] == Self.unreached {
                    target[start] = red
                    target[start + 1] = green
                    target[start + 2] = blue
                }
                start += 3
            }
            return
        }
        for pixel in alpha.indices where alpha[pixel] == 0 && distances[pixel] == Self.unreached {
            for byte in 0..<size { target[pixel * size + byte] = source[byte] }
        }
    }
}
