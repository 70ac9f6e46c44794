// SPDX-License-Identifier: Apache-2.0
internal import CSodium

/// What is done with bytes that nobody else shall learn.
public enum Secrets {
    /// Overwrites bytes with zeros, which no optimiser takes away, and leaves the array empty.
    ///
    /// Only this one array is overwritten. What else holds the bytes (a copy, a `String`, the
    /// buffer that they were read into) is not reached.
    public static func wipe(_ bytes: inout [UInt8]) {
        unsafe bytes.withUnsafeMutableBytes { buffer in
            if let start = buffer.baseAddress { unsafe sodium_memzero(start, buffer.count) }
        }
        bytes = []
    }

    /// Whether two values are equal, in a time that does not tell where they differ.
    ///
    /// The time tells whether their lengths are equal, so it is for values whose length is no
    /// secret: tokens and their digests.
    public static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        guard one.count == other.count else { return false }
        return unsafe one.withUnsafeBytes { left in
            unsafe other.withUnsafeBytes { right in
                guard let left = left.baseAddress, let right = right.baseAddress else {
                    return true
                }
                return unsafe sodium_memcmp(left, right, one.count) == 0
            }
        }
    }
}
