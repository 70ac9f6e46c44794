// SPDX-License-Identifier: Apache-2.0
internal import Faults

/// RunLengthDecode (ISO 32000-2, 7.4.5).
enum RunLength {
    static func decode(
        _ input: ArraySlice<UInt8>,
        limit: Int
    ) throws(Fault) -> FilterChain.Decoded {
        var out: [UInt8] = []
        var index = input.startIndex
        while index < input.endIndex {
            let length = Int(input[index])
            index += 1
            if length == 128 { return FilterChain.Decoded(bytes: out, isComplete: true) }
            if length < 128 {
                let end = min(index + length + 1, input.endIndex)
                out.append(contentsOf: input[index..<end])
                index = end
            } else {
                guard index < input.endIndex else { break }
                out.append(contentsOf: repeatElement(input[index], count: 257 - length))
                index += 1
            }
            guard out.count <= limit else {
                throw Fault(.limitExceeded, "A stream decodes to more than \(limit) bytes.")
            }
        }
        return FilterChain.Decoded(bytes: out, isComplete: false)
    }
}
