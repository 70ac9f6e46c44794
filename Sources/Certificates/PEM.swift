// SPDX-License-Identifier: Apache-2.0
internal import CX509

/// Text armour (RFC 7468) through libcrypto's memory streams.
enum PEM {
    /// What `write` writes; nil where it fails.
    static func writing(_ write: (OpaquePointer) -> Bool) -> String? {
        guard let stream = unsafe BIO_new(BIO_s_mem()) else { return nil }
        defer { unsafe BIO_free(stream) }
        guard unsafe write(stream) else { return nil }
        var bytes = [UInt8](repeating: 0, count: unsafe BIO_ctrl_pending(stream))
        let count = unsafe BIO_read(stream, &bytes, Int32(clamping: bytes.count))
        return count == bytes.count ? String(decoding: bytes, as: UTF8.self) : nil
    }

    /// What `read` finds in the text.
    static func reading(_ text: String, _ read: (OpaquePointer) -> OpaquePointer?) -> OpaquePointer?
    {
        let bytes = Array(text.utf8)
        return unsafe bytes.withUnsafeBytes { buffer in
            guard
                let stream = unsafe BIO_new_mem_buf(
                    buffer.baseAddress,
                    Int32(clamping: buffer.count)
                )
            else { return nil }
            defer { unsafe BIO_free(stream) }
            return unsafe read(stream)
        }
    }
}
