// SPDX-License-Identifier: Apache-2.0
internal import ByteSource
internal import Faults
internal import MicroHTTPServer
internal import Storage

/// What the server proves itself with.
struct ServerIdentity: Sendable {
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
    static func files(certificate: String, key: String) throws(Fault) -> ServerIdentity {
        let chain = try text(certificate)
        let privateKey = try text(key)
        guard chain.contains("-----BEGIN CERTIFICATE-----") else {
            throw Fault(.usage, "This is no certificate in PEM.", at: Place(file: certificate))
        }
        guard privateKey.contains("PRIVATE KEY-----") else {
            throw Fault(.usage, "This is no private key in PEM.", at: Place(file: key))
        }
        return ServerIdentity(tls: .init(certificateChain: chain, privateKey: privateKey))
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
