// SPDX-License-Identifier: Apache-2.0

/// Random numbers that are the same for the same seed, everywhere (Steele, Lea and Flood, 2014:
/// SplitMix64).
public struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    /// Begins at a seed.
    public init(seed: UInt64) { state = seed }

    /// The next 64 bits.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }

    /// A number of a range, in steps of 2⁻⁵³ of its width.
    public mutating func double(in range: ClosedRange<Double>) -> Double {
        range.lowerBound + (range.upperBound - range.lowerBound)
            * (Double(next() >> 11) / 9_007_199_254_740_992)
    }

    /// So many bytes.
    public mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
    }
}
