// SPDX-License-Identifier: Apache-2.0
internal import CSodium
internal import Faults

/// A key in memory of its own: never swapped out where the system allows that, between pages that
/// nobody may touch, not writable, and overwritten with zeros when it is let go.
///
/// `@unchecked`, since the compiler does not see that nothing writes to the memory after `init`.
@safe final class SecretKey: @unchecked Sendable {
    static let count = Int(crypto_aead_xchacha20poly1305_ietf_KEYBYTES)

    private let memory: UnsafeMutablePointer<UInt8>

    /// Takes over the bytes of a key, which are overwritten where they came from.
    init(taking bytes: inout [UInt8]) throws(Fault) {
        defer { Secrets.wipe(&bytes) }
        try Sodium.prepare()
        guard bytes.count == Self.count else {
            throw Fault(.internal, "A key has \(Self.count) bytes.")
        }
        guard let memory = unsafe sodium_malloc(Self.count) else {
            throw Fault(.internal, "There is no memory for the key.")
        }
        unsafe self.memory = memory.bindMemory(to: UInt8.self, capacity: Self.count)
        for index in bytes.indices { unsafe self.memory[index] = bytes[index] }
        _ = unsafe sodium_mprotect_readonly(memory)
    }

    /// Overwrites the memory, too.
    deinit { unsafe sodium_free(memory) }

    func withBytes<Result>(_ body: (UnsafePointer<UInt8>) -> Result) -> Result {
        unsafe body(UnsafePointer(memory))
    }
}
