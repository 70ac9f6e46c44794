// SPDX-License-Identifier: Apache-2.0
internal import CX509
internal import Cryptography

/// The parts of a certificate that is about to be signed (RFC 5280, 4.1).
struct CertificateDraft {
    /// Common name; what a person reads in a list.
    var name: String
    /// In seconds since 1970.
    var validFrom: Int
    var validUntil: Int
    /// Kind of extension and its value in libcrypto's own short notation.
    var extensions: [(kind: Int32, value: String)]

    /// Signs it with the authority's key, or its own.
    func signed(for key: KeyPair, by authority: (certificate: Certificate, key: KeyPair)?)
        -> Certificate?
    {
        guard let made = unsafe X509_new() else { return nil }
        // Owns it from now on, also where a step fails.
        let certificate = unsafe Certificate(taking: made)
        let issuer = unsafe authority?.certificate.pointer ?? made
        guard unsafe X509_set_version(made, 2) == 1, setSerialNumber(certificate),
            unsafe X509_set_pubkey(made, key.pointer) == 1,
            unsafe ASN1_TIME_set(X509_getm_notBefore(made), validFrom) != nil,
            unsafe ASN1_TIME_set(X509_getm_notAfter(made), validUntil) != nil,
            setSubject(certificate),
            unsafe X509_set_issuer_name(made, X509_get_subject_name(issuer)) == 1
        else { return nil }
        for (kind, value) in extensions {
            guard
                let part = unsafe Self.extension(
                    kind,
                    value,
                    issuer: authority?.certificate ?? certificate,
                    subject: certificate
                )
            else { return nil }
            defer { unsafe X509_EXTENSION_free(part) }
            guard unsafe X509_add_ext(made, part, -1) == 1 else { return nil }
        }
        let signer = authority?.key ?? key
        return unsafe X509_sign(made, signer.pointer, EVP_sha256()) > 0 ? certificate : nil
    }

    /// Random, positive, of at most 20 bytes (4.1.2.2).
    private func setSerialNumber(_ certificate: Certificate) -> Bool {
        var bytes = Random.bytes(16)
        bytes[0] = bytes[0] & 0x7F | 0x40
        guard let number = unsafe BN_bin2bn(bytes, Int32(bytes.count), nil) else { return false }
        defer { unsafe BN_free(number) }
        let target = unsafe X509_get_serialNumber(certificate.pointer)
        return unsafe BN_to_ASN1_INTEGER(number, target) != nil
    }

    private func setSubject(_ certificate: Certificate) -> Bool {
        guard let subject = unsafe X509_get_subject_name(certificate.pointer) else { return false }
        let bytes = Array(name.utf8)
        return unsafe X509_NAME_add_entry_by_NID(
            subject,
            NID_commonName,
            MBSTRING_ASC | 0,
            bytes,
            Int32(bytes.count),
            -1,
            0
        ) == 1
    }

    /// Makes an extension; nil where the value is none.
    static func `extension`(
        _ kind: Int32,
        _ value: String,
        issuer: Certificate?,
        subject: Certificate? = nil
    ) -> OpaquePointer? {
        var context = unsafe X509V3_CTX()
        unsafe X509V3_set_ctx(&context, issuer?.pointer, subject?.pointer, nil, nil, 0)
        return unsafe X509V3_EXT_nconf_nid(nil, &context, kind, value)
    }

    /// The notation for the names; nil where one is none.
    ///
    /// Whatever has a meaning in the notation is in no name of a host and in no address.
    static func alternativeNames(_ names: [CertificateName]) -> String? {
        guard !names.isEmpty else { return nil }
        var parts: [String] = []
        for name in names {
            switch name {
            case .dns(let text):
                guard isHostName(text) else { return nil }
                parts.append("DNS:" + text)
            case .address(let text):
                guard let octets = unsafe a2i_IPADDRESS(text) else { return nil }
                unsafe ASN1_OCTET_STRING_free(octets)
                parts.append("IP:" + text)
            }
        }
        return parts.joined(separator: ",")
    }

    /// Labels of letters, digits and hyphens (RFC 1123, 2.1).
    static func isHostName(_ text: String) -> Bool {
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        return text.utf8.count <= 253
            && labels.allSatisfy { label in
                (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
                    && label.utf8.allSatisfy { byte in
                        switch byte {
                        case UInt8(ascii: "a")...UInt8(ascii: "z"),
                            UInt8(ascii: "A")...UInt8(ascii: "Z"),
                            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                            true
                        default: false
                        }
                    }
            }
    }
}
