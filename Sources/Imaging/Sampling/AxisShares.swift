// SPDX-License-Identifier: Apache-2.0

/// Which samples along one axis each of a row of pixels covers, and with which share.
struct AxisShares: Sendable {
    /// Shares of a pixel add up to this.
    static let whole: Int32 = 1 << bits
    static let bits = 12

    /// The first sample of each pixel.
    private(set) var first: [Int] = []
    /// Where the shares of each pixel begin; one entry more than there are pixels.
    private(set) var starts: [Int] = [0]
    /// The shares of all pixels, one after the other.
    private(set) var shares: [Int32] = []

    /// The pixels from 0 on, over samples that lie between two pixel positions.
    ///
    /// Nil when the samples have no extent.
    ///
    /// - Parameters:
    ///   - count: how many pixels.
    ///   - samples: how many samples.
    ///   - start: where the first sample begins, in pixels.
    ///   - end: where the last sample ends; before `start` when they lie the other way round.
    init?(pixels count: Int, samples: Int, from start: Double, to end: Double) {
        let samplesPerPixel = Double(samples) / (end - start)
        guard samplesPerPixel.isFinite, start.isFinite, end.isFinite, samples > 0 else {
            return nil
        }
        for pixel in 0..<count {
            let one = (Double(pixel) - start) * samplesPerPixel
            let other = (Double(pixel + 1) - start) * samplesPerPixel
            append(max(0, min(one, other)), min(Double(samples), max(one, other)))
        }
    }

    private mutating func append(_ low: Double, _ high: Double) {
        defer { starts.append(shares.count) }
        guard high > low else {
            first.append(0)
            return
        }
        let begin = Int(low)
        let end = max(begin + 1, Int(high.rounded(.up)))
        let scale = Double(Self.whole) / (high - low)
        var rest = Self.whole
        var most = shares.count
        for sample in begin..<end {
            let covered = min(high, Double(sample + 1)) - max(low, Double(sample))
            let share = Int32((covered * scale).rounded())
            shares.append(share)
            rest -= share
            if share > shares[most] { most = shares.count - 1 }
        }
        // Rounding must not make white grey.
        shares[most] += rest
        first.append(begin)
    }

    /// How many samples a pixel covers.
    func count(of pixel: Int) -> Int { starts[pixel + 1] - starts[pixel] }

    /// The share of a sample in a pixel that covers it.
    func share(of sample: Int, in pixel: Int) -> Int32 {
        shares[starts[pixel] + sample - first[pixel]]
    }
}
