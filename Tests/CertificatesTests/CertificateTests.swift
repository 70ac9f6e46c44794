// SPDX-License-Identifier: Apache-2.0
import Certificates
import Cryptography
import Foundation
import Testing

/// What OpenSSL's own program says, which shares the library and none of our use of it.
@Suite("Certificates")
struct CertificateTests {
    private let now = Int(Date().timeIntervalSince1970)
    private let names: [CertificateName] = [
        .dns("desk.local"), .dns("localhost"), .address("192.168.1.20"), .address("::1"),
    ]
    private let authority: CertificateAuthority
    private let server: ServerIdentity

    init() throws {
        authority = try #require(CertificateAuthority(name: "Inkstone on desk", now: now))
        server = try #require(authority.serverIdentity(for: names, now: now))
    }

    /// Runs openssl with files named `0`, `1`, … in its folder.
    private func openssl(
        _ arguments: [String],
        files: [String?]
    ) throws -> (status: Int32, output: String) {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("inkstone-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (index, file) in files.enumerated() {
            let text = try #require(file)
            try Data(text.utf8).write(to: folder.appendingPathComponent("\(index)"))
        }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["openssl"] + arguments
        process.currentDirectoryURL = folder
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        try #require(
            process.terminationStatus != 127,
            "openssl is missing: apt-get install openssl"
        )
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }

    @Test(arguments: [
        ["-verify_hostname", "desk.local"], ["-verify_hostname", "localhost"],
        ["-verify_ip", "192.168.1.20"], ["-verify_ip", "::1"],
    ])
    func theChainHoldsForEveryName(_ name: [String]) throws {
        let found = try openssl(
            ["verify", "-x509_strict", "-purpose", "sslserver", "-CAfile", "0"] + name + ["1"],
            files: [authority.certificate.pem, server.certificatePEM]
        )
        #expect(found.status == 0, "\(found.output)")
    }

    @Test(arguments: [["-verify_hostname", "desk.example"], ["-verify_ip", "192.168.1.21"]])
    func itHoldsForNoOther(_ name: [String]) throws {
        let found = try openssl(
            ["verify", "-CAfile", "0"] + name + ["1"],
            files: [authority.certificate.pem, server.certificatePEM]
        )
        #expect(found.status != 0)
        #expect(found.output.contains("mismatch"))
    }

    @Test func theServerHasWhatPhonesAskFor() throws {
        let text = try openssl(
            ["x509", "-noout", "-text", "-in", "0"],
            files: [server.certificatePEM]
        ).output
        #expect(text.contains("Version: 3 (0x2)"))
        #expect(text.contains("Signature Algorithm: ecdsa-with-SHA256"))
        #expect(text.contains("ASN1 OID: prime256v1"))
        #expect(text.contains("Issuer: CN = Inkstone on desk"))
        #expect(text.contains("TLS Web Server Authentication"))
        #expect(text.contains("CA:FALSE"))
        #expect(
            text.contains(
                "DNS:desk.local, DNS:localhost, IP Address:192.168.1.20,"
                    + " IP Address:0:0:0:0:0:0:0:1"
            )
        )
    }

    @Test func theAuthoritySignsServersOnly() throws {
        let text = try openssl(
            ["x509", "-noout", "-text", "-in", "0"],
            files: [authority.certificate.pem]
        ).output
        #expect(text.contains("X509v3 Basic Constraints: critical"))
        #expect(text.contains("CA:TRUE, pathlen:0"))
        #expect(text.contains("Certificate Sign, CRL Sign"))
    }

    @Test func keysArePKCS8AndBelongToTheirCertificates() throws {
        for (certificate, key) in [
            (authority.certificate.pem, authority.keyPEM),
            (server.certificatePEM, server.keyPEM),
        ] {
            #expect(key?.hasPrefix("-----BEGIN PRIVATE KEY-----\n") == true)
            let own = try openssl(["x509", "-noout", "-pubkey", "-in", "0"], files: [certificate])
            let ofKey = try openssl(["pkey", "-pubout", "-in", "0"], files: [key])
            #expect(own.output == ofKey.output)
            #expect(own.output.contains("BEGIN PUBLIC KEY"))
        }
    }

    @Test func theFingerprintIsThatOfTheWholeCertificate() throws {
        let found = try openssl(
            ["x509", "-noout", "-fingerprint", "-sha256", "-in", "0"],
            files: [server.certificatePEM]
        )
        let digits = found.output.split(separator: "=").last?
            .filter { $0.isHexDigit }.lowercased()
        #expect(digits == server.certificate.fingerprint?.description)
    }

    /// Phones refuse certificates of servers for more than 398 days, the last second included.
    @Test func timesAreThoseThatWerePromised() throws {
        let day = 86_400
        #expect(server.certificate.validUntil == now + 396 * day)
        #expect(authority.certificate.validUntil == now + 3650 * day)
        for (days, status) in [(395, Int32(0)), (397, 1)] {
            let found = try openssl(
                ["x509", "-noout", "-checkend", "\(days * day)", "-in", "0"],
                files: [server.certificatePEM]
            )
            #expect(found.status == status)
        }
    }

    @Test func theAuthorityComesBackFromItsFiles() throws {
        let pem = try #require(authority.certificate.pem)
        let key = try #require(authority.keyPEM)
        let again = try #require(CertificateAuthority(certificatePEM: pem, keyPEM: key))
        let other = try #require(again.serverIdentity(for: [.dns("other.local")], now: now))
        #expect(other.certificate.isIssued(by: authority.certificate))
        #expect(again.certificate.fingerprint == authority.certificate.fingerprint)
        #expect(CertificateAuthority(certificatePEM: pem, keyPEM: server.keyPEM) == nil)
        #expect(CertificateAuthority(certificatePEM: "no", keyPEM: key) == nil)
        #expect(CertificateAuthority(certificatePEM: pem, keyPEM: "no") == nil)
    }

    @Test func itIsMadeAnewWhenItMustBe() throws {
        let read = try #require(Certificate(pem: server.certificatePEM))
        let day = 86_400
        #expect(!authority.mustReissue(read, for: names, now: now))
        #expect(!authority.mustReissue(read, for: names, now: now + 366 * day))
        #expect(authority.mustReissue(read, for: names, now: now + 366 * day + 1))
        #expect(authority.mustReissue(read, for: names + [.address("10.0.0.1")], now: now))
        #expect(authority.mustReissue(read, for: Array(names.dropLast()), now: now))
        let other = try #require(CertificateAuthority(name: "Inkstone on desk", now: now))
        #expect(other.mustReissue(read, for: names, now: now))
        #expect(!authority.isEnding(now: now) && authority.isEnding(now: now + 3640 * day))
    }

    @Test(arguments: [
        CertificateName.dns("a,DNS:evil.example"), .dns(""), .dns("-a"), .dns("a..b"),
        .dns("*.example"), .dns("a b"), .address("localhost"), .address("1.2.3"),
        .address("1.2.3.4,DNS:evil.example"), .address(""),
    ])
    func whatIsNoNameIsRefused(_ name: CertificateName) {
        #expect(authority.serverIdentity(for: [name], now: now) == nil)
    }
}
