// SPDX-License-Identifier: Apache-2.0

/// Random bytes of the operating system, fit for keys.
public enum Random {
    /// `count` bytes that nobody can foresee.
    public static func bytes(_ count: Int) -> [UInt8] {
        // The system's generator of Swift is getrandom(2) on Linux, which needs no library.
        var generator = SystemRandomNumberGenerator()
        var bytes: [UInt8] = []
        bytes.reserveCapacity(max(count, 0))
        while bytes.count < count {
            unsafe withUnsafeBytes(of: generator.next()) { word in
                unsafe bytes.append(contentsOf: word.prefix(count - bytes.count))
            }
        }
        return bytes
    }
}
