// SPDX-License-Identifier: Apache-2.0

/// Carries the colours of visible pixels on into the clear ones.
///
/// Viewers scale a picture and its soft mask each for itself. At the rim of a stroke they so mix
/// in the colour of pixels that are wholly clear, which is often black or white by accident: a
/// dark or pale edge. When clear pixels carry on the colour of the nearest visible pixel, mixing
/// changes nothing.
///
/// Two sweeps over the rows, each pixel looking at the four neighbours already passed, find the
/// nearest pixel by the chamfer distance (3 for a step, 4 for a diagonal one; G. Borgefors, 1986).
/// Time and memory grow with the pixels alone.
struct ColourBleed {
    /// Chamfer distance of one pixel sideways.
    static let step: UInt8 = 3
    static let diagonal: UInt8 = 4
    /// Distances saturate here: beyond some eighty pixels any colour of the neighbourhood will do.
    static let far: UInt8 = 254
    private static let unreached: UInt8 = 255

    /// Distance from each pixel to its source, thrice the pixels; 0 for sources.
    private(set) var distances: [UInt8]
    private let width: Int

    /// Fills `colours` (`pixelBytes` each) that are no source from the nearest ones that are.
    ///
    /// With no source at all nothing changes.
    init(
        into colours: inout [UInt8],
        pixelBytes: Int,
        width: Int,
        isSource: (Int) -> Bool
    ) {
        let count = colours.count / pixelBytes
        self.width = width
        distances = (0..<count).map { isSource($0) ? 0 : Self.unreached }
        guard distances.contains(0), distances.contains(Self.unreached) else { return }
        sweepDown(&colours, pixelBytes)
        sweepUp(&colours, pixelBytes)
    }

    private mutating func sweepDown(_ colours: inout [UInt8], _ size: Int) {
        for row in stride(from: 0, to: distances.count, by: width) {
            for column in 0..<width where distances[row + column] != 0 {
                let pixel = row + column
                var best = Candidate(distance: distances[pixel])
                if column > 0 { best.consider(pixel - 1, Self.step, distances) }
                if row > 0 {
                    best.consider(pixel - width, Self.step, distances)
                    if column > 0 { best.consider(pixel - width - 1, Self.diagonal, distances) }
                    if column + 1 < width {
                        best.consider(pixel - width + 1, Self.diagonal, distances)
                    }
                }
                take(best, for: pixel, &colours, size)
            }
        }
    }

    private mutating func sweepUp(_ colours: inout [UInt8], _ size: Int) {
        let lastRow = distances.count - width
        for row in stride(from: lastRow, through: 0, by: -width) {
            for column in stride(from: width - 1, through: 0, by: -1)
            where distances[row + column] != 0 {
                let pixel = row + column
                var best = Candidate(distance: distances[pixel])
                if column + 1 < width { best.consider(pixel + 1, Self.step, distances) }
                if row < lastRow {
                    best.consider(pixel + width, Self.step, distances)
                    if column > 0 { best.consider(pixel + width - 1, Self.diagonal, distances) }
                    if column + 1 < width {
                        best.consider(pixel + width + 1, Self.diagonal, distances)
                    }
                }
                take(best, for: pixel, &colours, size)
            }
        }
    }

    /// The nearest source known so far through one neighbour.
    private struct Candidate {
        var distance: UInt8
        var neighbour = -1

        @inline(__always)
        mutating func consider(_ pixel: Int, _ cost: UInt8, _ distances: [UInt8]) {
            let behind = distances[pixel]
            guard behind != ColourBleed.unreached else { return }
            let reached = behind < ColourBleed.far - cost ? behind + cost : ColourBleed.far
            if reached < distance {
                distance = reached
                neighbour = pixel
            }
        }
    }

    @inline(__always)
    private mutating func take(
        _ best: Candidate,
        for pixel: Int,
        _ colours: inout [UInt8],
        _ size: Int
    ) {
        guard best.neighbour >= 0 else { return }
        distances[pixel] = best.distance
        for byte in 0..<size {
            colours[pixel * size + byte] = colours[best.neighbour * size + byte]
        }
    }
}
