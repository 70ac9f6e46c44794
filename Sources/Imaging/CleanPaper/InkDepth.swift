// SPDX-License-Identifier: Apache-2.0

/// How much of the paper's light is missing at each pixel, and what of that is noise.
struct InkDepth {
    /// Depth 0 is stored as this, so that noise on both sides of it can be measured.
    private static let zero = 50
    /// Steps of one whole depth.
    private static let scale = 200
    /// Ink fainter than this part of the light is not told from paper texture.
    private static let faintest = 0.10

    /// Even in the deepest shadow some ink must be left to see.
    private static let greatestGrowth = 3.0

    private let width: Int
    private let height: Int
    /// The depth of each pixel in 1/200, at least 0.
    private(set) var values: [UInt8]
    /// Depths up to here are noise, on paper of the usual light.
    private(set) var noiseFloor: UInt8 = 0
    /// Over so many steps above the floor ink fades in.
    private(set) var fadeIn: UInt8 = 1
    /// Ink nowhere deeper than this is not ink.
    private(set) var coreFloor: UInt8 = 0
    /// From here on ink is opaque.
    private(set) var opaque = Double(scale)
    /// Green of the usual paper.
    private var usualGreen = 255.0
    /// How far from a core its ink may reach, in pixels.
    var reach: Int { radius * 3 + 2 }
    /// How far a core is compared with its surroundings, in pixels: the width of a blurred rim.
    private var radius: Int { min(max(max(width, height) / 500, 2), 6) }

    /// Measures an RGB picture.
    init(_ picture: RasterImage, on paper: PaperEstimate) {
        width = picture.widthPixels
        height = picture.heightPixels
        values = []
        values.reserveCapacity(width * height)
        var onPaper = [Int](repeating: 0, count: 256)
        var everywhere = onPaper
        let greens = stride(from: 1, to: paper.cells.count, by: 3).map { paper.cells[$0] }.sorted()
        usualGreen = greens[greens.count / 2]
        var line = [Double](repeating: 0, count: width * 3)
        for y in 0..<height {
            paper.fill(&line, row: y, width: width)
            let cellRow = y / paper.cellSize * paper.columns
            for x in 0..<width {
                let start = (y * width + x) * 3
                // The least share of the light that is left, over the channels.
                let left = min(
                    Double(picture.bytes[start]) / line[x * 3],
                    Double(picture.bytes[start + 1]) / line[x * 3 + 1],
                    Double(picture.bytes[start + 2]) / line[x * 3 + 2]
                )
                let missing = Int((1 - left) * Double(Self.scale) + 0.5 + Double(Self.zero))
                let stored = min(max(missing, 0), Self.zero + Self.scale)
                everywhere[stored] += 1
                if paper.isPaper[cellRow + x / paper.cellSize] { onPaper[stored] += 1 }
                values.append(UInt8(truncatingIfNeeded: max(0, stored - Self.zero)))
            }
        }
        setThresholds(onPaper, everywhere)
    }

    /// Noise is measured at its lower side, where no ink is.
    private mutating func setThresholds(_ onPaper: [Int], _ everywhere: [Int]) {
        let middle = Self.percentile(50, of: onPaper[...])
        let sigma = max(1, middle - Self.percentile(16, of: onPaper[...]))
        let centre = max(0, middle - Self.zero)
        let faintest = Int(Double(Self.scale) * Self.faintest)
        let floor = centre + max(3 * sigma, 4)
        let certain = centre + max(5 * sigma, faintest)
        let strong =
            Self.percentile(90, of: everywhere[min(255, Self.zero + certain)...]) - Self.zero
        noiseFloor = UInt8(clamping: floor)
        fadeIn = UInt8(clamping: max(4, 2 * sigma))
        coreFloor = UInt8(clamping: max(certain, strong * 12 / 100))
        opaque = Double(max(strong * 65 / 100, Int(coreFloor)))
    }

    /// The bin below which so many hundredths of the counts lie.
    private static func percentile(_ hundredths: Int, of histogram: ArraySlice<Int>) -> Int {
        let total = histogram.reduce(0, +)
        var below = 0
        for (bin, count) in zip(histogram.indices, histogram) {
            below += count
            if below * 100 >= total * hundredths && below > 0 { return bin }
        }
        return histogram.endIndex - 1
    }

    /// How much stronger noise is in the depth where the paper's green is `green`: a sensor's noise
    /// hardly falls with the light, and depth is measured against the light.
    @inline(__always)
    func noiseGrowth(_ green: Double) -> Double {
        min(max(usualGreen / green, 1), Self.greatestGrowth)
    }

    /// Whether at least five of the 25 pixels around are ink too: a lone speck is dust, while the
    /// thinnest line crosses all five rows.
    func isSupported(_ x: Int, _ y: Int) -> Bool {
        var count = 0
        for row in max(0, y - 2)...min(height - 1, y + 2) {
            for column in max(0, x - 2)...min(width - 1, x + 2)
            where Int(values[row * width + column]) * 3 >= Int(coreFloor) * 2 { count += 1 }
        }
        return count >= 5
    }

    /// The greatest depth in a square around each pixel, first along the rows, then across.
    func deepestAround() -> [UInt8] {
        var across = values
        for row in 0..<height {
            for column in 0..<width {
                var deepest: UInt8 = 0
                for near in max(0, column - radius)...min(width - 1, column + radius) {
                    deepest = max(deepest, values[row * width + near])
                }
                across[row * width + column] = deepest
            }
        }
        var around = across
        for row in 0..<height {
            for near in max(0, row - radius)...min(height - 1, row + radius) where near != row {
                for column in 0..<width {
                    let pixel = row * width + column
                    around[pixel] = max(around[pixel], across[near * width + column])
                }
            }
        }
        return around
    }
}
