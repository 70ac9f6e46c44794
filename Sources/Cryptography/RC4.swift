// SPDX-License-Identifier: Apache-2.0

/// RC4, for PDF files of old (ISO 32000-2, 7.6.3.2); it protects nothing today.
///
/// Encrypting and decrypting are the same. A value: a copy goes its own way.
public struct RC4: Sendable {
    private var table = [UInt8](0...255)
    private var i: UInt8 = 0
    private var j: UInt8 = 0

    /// Starts with a key of any length; an empty key is taken as one zero byte.
    public init(key: ArraySlice<UInt8>) {
        let key = key.isEmpty ? [0] : Array(key)
        var j: UInt8 = 0
        for index in 0..<256 {
            j = j &+ table[index] &+ key[index % key.count]
            table.swapAt(index, Int(j))
        }
    }

    /// Works on more bytes in place.
    public mutating func process(_ bytes: inout [UInt8]) {
        for index in bytes.indices {
            i = i &+ 1
            let first = table[Int(i)]
            j = j &+ first
            let second = table[Int(j)]
            table[Int(i)] = second
            table[Int(j)] = first
            bytes[index] ^= table[Int(first &+ second)]
        }
    }

    /// The bytes under a key.
    public static func process(_ bytes: ArraySlice<UInt8>, key: ArraySlice<UInt8>) -> [UInt8] {
        var cipher = RC4(key: key)
        var result = Array(bytes)
        cipher.process(&result)
        return result
    }
}
