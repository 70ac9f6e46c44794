// SPDX-License-Identifier: Apache-2.0
internal import CSodium
internal import Faults

/// libsodium, made ready once for the process.
enum Sodium {
    /// 0 or 1 when it is ready, -1 when the system gives it no random numbers.
    private static let state = sodium_init()

    static func prepare() throws(Fault) {
        guard state >= 0 else {
            throw Fault(.internal, "The system gives no random numbers, so nothing can be sealed.")
        }
    }

    static func randomBytes(_ count: Int) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            if let start = buffer.baseAddress { unsafe randombytes_buf(start, count) }
            filled = count
        }
    }
}
