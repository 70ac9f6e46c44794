// SPDX-License-Identifier: Apache-2.0
internal import Faults

/// LZWDecode (ISO 32000-2, 7.4.4): codes of 9 to 12 bits, high bit first.
enum LZW {
    private static let clear = 256
    private static let endOfData = 257
    private static let maximumCodes = 4096

    static func decode(
        _ input: ArraySlice<UInt8>,
        earlyChange: Bool,
        limit: Int
    ) throws(Fault) -> FilterChain.Decoded {
        var out: [UInt8] = []
        // Each code is a slice of what has been written already.
        var starts = [Int](repeating: 0, count: maximumCodes)
        var lengths = [Int](repeating: 0, count: maximumCodes)
        var next = 258
        var width = 9
        var previous: (start: Int, length: Int)?
        var buffer: UInt32 = 0
        var bits = 0
        for byte in input {
            buffer = buffer << 8 | UInt32(byte)
            bits += 8
            guard bits >= width else { continue }
            bits -= width
            let code = Int(buffer >> UInt32(bits)) & (1 << width - 1)
            if code == endOfData { return FilterChain.Decoded(bytes: out, isComplete: true) }
            if code == clear {
                next = 258
                width = 9
                previous = nil
                continue
            }
            let start = out.count
            if code < 256 {
                out.append(UInt8(code))
            } else if code < next {
                for index in starts[code]..<starts[code] + lengths[code] { out.append(out[index]) }
            } else if code == next, let previous {
                for index in previous.start..<previous.start + previous.length {
                    out.append(out[index])
                }
                out.append(out[start])
            } else {
                return FilterChain.Decoded(bytes: out, isComplete: false)
            }
            guard out.count <= limit else {
                throw Fault(.limitExceeded, "A stream decodes to more than \(limit) bytes.")
            }
            if let previous, next < maximumCodes {
                // The new code is the previous one and the first byte of this one, which
                // follow each other in the output.
                starts[next] = previous.start
                lengths[next] = previous.length + 1
                next += 1
            }
            previous = (start, out.count - start)
            let threshold = next + (earlyChange ? 1 : 0)
            width = threshold >= 2048 ? 12 : threshold >= 1024 ? 11 : threshold >= 512 ? 10 : 9
        }
        return FilterChain.Decoded(bytes: out, isComplete: false)
    }
}
