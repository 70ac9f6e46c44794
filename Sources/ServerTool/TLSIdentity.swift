// SPDX-License-Identifier: Apache-2.0
internal import ByteSource
internal import Certificates
internal import Cryptography
internal import Faults
internal import MicroHTTPServer
internal import Storage
internal import Workbench

/// What the server proves itself with.
struct TLSIdentity: Sendable {
    var tls: MicroHTTPServer.TLS
    /// The certificate of our own authority, in PEM; nil where somebody else's signed.
    var authority: [UInt8]?
    /// The digest of that certificate, as people compare it.
    var authorityFingerprint: String?

    /// Longer files are no certificates.
    private static let mostBytes = 1 << 20

    /// Certificate and key from files.
    ///
    /// - Throws: `notFound`, `permissionDenied`, `usage` for files that hold something else.
    static func files(certificate: String, key: String) throws(Fault) -> TLSIdentity {
        let chain = try text(certificate)
        let privateKey = try text(key)
        guard chain.contains("-----BEGIN CERTIFICATE-----") else {
            throw Fault(.usage, "This is no certificate in PEM.", at: Place(file: certificate))
        }
        guard privateKey.contains("PRIVATE KEY-----") else {
            throw Fault(.usage, "This is no private key in PEM.", at: Place(file: key))
        }
        return TLSIdentity(tls: .init(certificateChain: chain, privateKey: privateKey))
    }

    static func text(_ path: String) throws(Fault) -> String {
        let file = try OpenedFile.open(path)
        guard file.source.count <= mostBytes else {
            throw Fault(.usage, "This is too long for a certificate.", at: Place(file: path))
        }
        return String(
            decoding: try file.source.bytes(in: 0..<file.source.count),
            as: UTF8.self
        )
    }
}

extension TLSIdentity {
    /// Certificate and key of an authority that is made on this machine.
    ///
    /// Both are kept in the data folder, and used again until names change or they nearly end.
    ///
    /// - Parameters:
    ///   - folder: the data folder.
    ///   - names: by which the server is reached.
    /// - Returns: what the server proves itself with.
    /// - Throws: `permissionDenied`, `saveFailed`, `internal` where the library fails.
    static func automatic(in folder: String, names: NetworkNames) throws(Fault) -> TLSIdentity {
        let files = try PrivateFiles(in: folder + "/tls")
        let now = Timestamp.now().seconds
        let authority = try authority(in: files, names, now)
        let wanted =
            names.names.map(CertificateName.dns) + names.addresses.map(CertificateName.address)
        let chain: String
        let key: String
        if let known = try text("server.crt", files), let knownKey = try text("server.key", files),
            let certificate = Certificate(pem: known),
            !authority.mustReissue(certificate, for: wanted, now: now)
        {
            (chain, key) = (known, knownKey)
        } else {
            guard let made = authority.serverIdentity(for: wanted, now: now) else {
                throw Self.failed
            }
            (chain, key) = (made.certificatePEM, made.keyPEM)
            // A key without its certificate is made anew; a certificate without its key is not.
            try files.write(Array(key.utf8), to: "server.key")
            try files.write(Array(chain.utf8), to: "server.crt")
        }
        guard let root = authority.certificate.pem else { throw Self.failed }
        return TLSIdentity(
            tls: .init(certificateChain: chain + root, privateKey: key),
            authority: Array(root.utf8),
            authorityFingerprint: authority.certificate.fingerprint.map(Self.words)
        )
    }

    private static func authority(
        in files: PrivateFiles,
        _ names: NetworkNames,
        _ now: Int
    ) throws(Fault) -> CertificateAuthority {
        if let certificate = try text("authority.crt", files),
            let key = try text("authority.key", files),
            let known = CertificateAuthority(certificatePEM: certificate, keyPEM: key),
            !known.isEnding(now: now)
        {
            return known
        }
        let place = names.names.last { $0 != "localhost" } ?? names.shown
        guard
            let made = CertificateAuthority(
                name: String("Inkstone on \(place)".prefix(64)),
                now: now
            ),
            let certificate = made.certificate.pem, let key = made.keyPEM
        else { throw failed }
        try files.write(Array(key.utf8), to: "authority.key")
        try files.write(Array(certificate.utf8), to: "authority.crt")
        return made
    }

    private static func text(_ name: String, _ files: PrivateFiles) throws(Fault) -> String? {
        try files.bytes(of: name).map { String(decoding: $0, as: UTF8.self) }
    }

    /// As people compare it: pairs of digits.
    private static func words(_ digest: Digest) -> String {
        digest.bytes.map { byte in
            let digits = String(byte, radix: 16, uppercase: true)
            return digits.count == 1 ? "0" + digits : digits
        }.joined(separator: ":")
    }

    private static let failed = Fault(.internal, "A certificate could not be made.")
}
