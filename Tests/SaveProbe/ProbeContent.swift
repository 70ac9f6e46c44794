// SPDX-License-Identifier: Apache-2.0

/// What the probe appends: a number, and bytes that follow from it, so that whoever finds them can
/// tell a whole delta from a torn one.
package enum ProbeContent {
    /// How many bytes are appended.
    package static let deltaBytes = 4096
    private static let numberBytes = 8

    /// The bytes for a number.
    package static func delta(_ number: UInt64) -> [UInt8] {
        var bytes: [UInt8] = (0..<numberBytes).map {
            UInt8(truncatingIfNeeded: number >> UInt64(8 * $0))
        }
        var state = number
        while bytes.count < deltaBytes {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            bytes.append(UInt8(truncatingIfNeeded: state >> 56))
        }
        return bytes
    }

    /// The number of a whole delta; nil for a torn one.
    package static func number(of delta: ArraySlice<UInt8>) -> UInt64? {
        let number = delta.prefix(numberBytes).reversed().reduce(0) { $0 << 8 | UInt64($1) }
        return Array(delta) == self.delta(number) ? number : nil
    }
}
