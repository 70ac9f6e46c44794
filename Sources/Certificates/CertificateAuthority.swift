// SPDX-License-Identifier: Apache-2.0
internal import CX509

/// An authority of this machine's own, which a phone is told to trust once, and which then vouches
/// for the server in the local network.
///
/// It may sign servers only, no further authorities. It cannot be bound to names from the start:
/// addresses in a home change, and a phone that had to trust anew each time would teach its owner
/// to trust anything. So its key is worth guarding; whoever has it can pretend to be any server
/// towards who trusts it. Storing both is the caller's.
public struct CertificateAuthority: Sendable {
    /// The certificate that others come to trust.
    public let certificate: Certificate
    private let key: KeyPair

    /// How long an authority lasts: trust that is given by hand should not be asked for often.
    public static let authorityDays = 3650
    /// How long a server's certificate lasts: phones refuse more than 398 days.
    public static let serverDays = 397
    /// With fewer days left it is made anew.
    public static let renewalDays = 30
    /// Clocks of others may be behind ours by so much.
    static let clockSlackSeconds = 86_400
    static let daySeconds = 86_400

    /// Makes a new authority with a key of its own; nil where libcrypto fails, or for a name
    /// longer than the 64 characters that are allowed.
    ///
    /// - Parameters:
    ///   - name: what a person reads in the phone's list, such as `Inkstone on desk`.
    ///   - now: seconds since 1970.
    public init?(name: String, now: Int) {
        guard let key = KeyPair() else { return nil }
        let draft = CertificateDraft(
            name: name,
            validFrom: now - Self.clockSlackSeconds,
            validUntil: now + Self.authorityDays * Self.daySeconds,
            extensions: [
                (NID_basic_constraints, "critical,CA:TRUE,pathlen:0"),
                (NID_key_usage, "critical,keyCertSign,cRLSign"),
                (NID_subject_key_identifier, "hash"),
            ]
        )
        guard let certificate = draft.signed(for: key, by: nil) else { return nil }
        self.certificate = certificate
        self.key = key
    }

    /// Takes up one that was made before; nil unless both are PEM and belong together.
    public init?(certificatePEM: String, keyPEM: String) {
        guard let certificate = Certificate(pem: certificatePEM), let key = KeyPair(pem: keyPEM),
            certificate.belongs(to: key)
        else { return nil }
        self.certificate = certificate
        self.key = key
    }

    /// The private key, PKCS #8 in PEM: for a file that nobody else can read.
    public var keyPEM: String? { key.pem }

    /// A certificate for a server, with a new key.
    ///
    /// - Parameters:
    ///   - names: what it is called and where it is; at least one. The first is also its common
    ///     name.
    ///   - now: seconds since 1970.
    /// - Returns: nil where a name is none, or libcrypto fails.
    public func serverIdentity(for names: [CertificateName], now: Int) -> ServerIdentity? {
        guard let alternatives = CertificateDraft.alternativeNames(names), let key = KeyPair(),
            let end = certificate.validUntil
        else { return nil }
        let draft = CertificateDraft(
            // Names are looked for in the extension only (RFC 6125, 6.4.4); 64 characters fit here.
            name: String(names[0].text.prefix(64)),
            validFrom: now - Self.clockSlackSeconds,
            validUntil: min(now + (Self.serverDays - 1) * Self.daySeconds, end),
            extensions: [
                (NID_basic_constraints, "critical,CA:FALSE"),
                (NID_key_usage, "critical,digitalSignature"),
                (NID_ext_key_usage, "serverAuth"),
                (NID_subject_key_identifier, "hash"),
                (NID_authority_key_identifier, "keyid"),
                (NID_subject_alt_name, alternatives),
            ]
        )
        guard let made = draft.signed(for: key, by: (certificate, self.key)), let pem = made.pem,
            let keyPEM = key.pem
        else { return nil }
        return ServerIdentity(certificate: made, certificatePEM: pem, keyPEM: keyPEM)
    }

    /// Whether a server needs another certificate: its names have changed, fewer than thirty days
    /// are left, or another authority issued it.
    public func mustReissue(
        _ server: Certificate,
        for names: [CertificateName],
        now: Int
    ) -> Bool {
        guard let end = server.validUntil else { return true }
        return end - now < Self.renewalDays * Self.daySeconds || !server.isFor(names)
            || !server.isIssued(by: certificate)
    }

    /// Whether the authority itself lasts too short to issue anything.
    public func isEnding(now: Int) -> Bool {
        guard let end = certificate.validUntil else { return true }
        return end - now < Self.renewalDays * Self.daySeconds
    }
}

/// What a server proves itself with.
public struct ServerIdentity: Sendable {
    /// Its certificate.
    public let certificate: Certificate
    /// The same in PEM.
    public let certificatePEM: String
    /// Its private key, PKCS #8 in PEM.
    public let keyPEM: String
}

extension CertificateName {
    var text: String {
        switch self {
        case .dns(let text), .address(let text): text
        }
    }
}
