// SPDX-License-Identifier: Apache-2.0
internal import CX509
public import Cryptography

/// A certificate (RFC 5280) that was made or read here.
///
/// Unchecked because nothing changes it after it was made.
@safe public final class Certificate: @unchecked Sendable {
    let pointer: OpaquePointer

    init(taking pointer: OpaquePointer) { unsafe self.pointer = pointer }

    /// The first one of a PEM text; nil where there is none.
    public init?(pem: String) {
        let found = unsafe PEM.reading(pem) { unsafe PEM_read_bio_X509($0, nil, nil, nil) }
        guard let found = unsafe found else { return nil }
        unsafe pointer = found
    }

    deinit { unsafe X509_free(pointer) }

    /// As PEM.
    public var pem: String? { unsafe PEM.writing { unsafe PEM_write_bio_X509($0, pointer) == 1 } }

    /// SHA-256 of the certificate, by which a person compares it.
    public var fingerprint: Digest? {
        var count = unsafe i2d_X509(pointer, nil)
        guard count > 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(count))
        unsafe bytes.withUnsafeMutableBufferPointer { buffer in
            var place = buffer.baseAddress
            unsafe count = i2d_X509(pointer, &place)
        }
        return count == bytes.count ? SHA256.digest(bytes) : nil
    }

    /// The last moment at which it holds, in seconds since 1970.
    public var validUntil: Int? {
        var time = unsafe tm()
        guard let end = unsafe X509_get0_notAfter(pointer),
            unsafe ASN1_TIME_to_tm(end, &time) == 1
        else { return nil }
        return unsafe timegm(&time)
    }

    /// Whether the other one's key made this one's signature, and the other's names it is issued
    /// by.
    public func isIssued(by issuer: Certificate) -> Bool {
        guard unsafe X509_check_issued(issuer.pointer, pointer) == X509_V_OK,
            let key = unsafe X509_get0_pubkey(issuer.pointer)
        else { return false }
        return unsafe X509_verify(pointer, key) == 1
    }

    /// Whether it is for exactly these names and addresses, in this order.
    public func isFor(_ names: [CertificateName]) -> Bool {
        guard let wanted = CertificateDraft.alternativeNames(names),
            let made = unsafe CertificateDraft.extension(NID_subject_alt_name, wanted, issuer: nil)
        else { return false }
        defer { unsafe X509_EXTENSION_free(made) }
        let place = unsafe X509_get_ext_by_NID(pointer, NID_subject_alt_name, -1)
        guard place >= 0, let own = unsafe X509_get_ext(pointer, place) else { return false }
        return unsafe ASN1_OCTET_STRING_cmp(
            X509_EXTENSION_get_data(own),
            X509_EXTENSION_get_data(made)
        ) == 0
    }

    /// Whether this is the certificate of that key.
    func belongs(to key: KeyPair) -> Bool {
        unsafe X509_check_private_key(pointer, key.pointer) == 1
    }
}

/// What a server is called.
public enum CertificateName: Sendable, Hashable {
    /// Such as `inkstone.local`.
    case dns(String)
    /// A numeric address, IPv4 or IPv6.
    case address(String)
}
