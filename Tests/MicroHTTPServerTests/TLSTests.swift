// SPDX-License-Identifier: Apache-2.0
import Certificates
import Foundation
import Synchronization
import Testing
import WebExchange

@testable import MicroHTTPServer

@Suite("TLS with a certificate of our own authority")
struct TLSTests {
    private let service = FakeService()
    private let server: MicroHTTPServer
    private let folder: URL

    init() throws {
        let now = Int(Date().timeIntervalSince1970)
        let authority = try #require(CertificateAuthority(name: "Test", now: now))
        let identity = try #require(
            authority.serverIdentity(for: [.dns("localhost"), .address("127.0.0.1")], now: now)
        )
        let authorityPEM = try #require(authority.certificate.pem)
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("inkstone-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(authorityPEM.utf8).write(to: folder.appendingPathComponent("authority.pem"))
        server = try MicroHTTPServer(
            service,
            terms: .init(
                tls: .init(
                    certificateChain: identity.certificatePEM + authorityPEM,
                    privateKey: identity.keyPEM
                )
            )
        )
    }

    /// What `openssl s_client` gets for a request.
    private func ask(
        _ path: String,
        _ arguments: [String] = []
    ) throws -> (status: Int32, output: [UInt8]) {
        defer { try? FileManager.default.removeItem(at: folder) }
        let request = folder.appendingPathComponent("request")
        try Data("GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8)
            .write(to: request)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments =
            [
                "openssl", "s_client", "-quiet", "-connect", "127.0.0.1:\(server.port)",
                "-CAfile", "authority.pem", "-verify_return_error", "-verify_ip", "127.0.0.1",
            ] + arguments
        process.currentDirectoryURL = folder
        process.standardInput = try FileHandle(forReadingFrom: request)
        process.standardError = FileHandle.nullDevice
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        try #require(
            process.terminationStatus != 127,
            "openssl is missing: apt-get install openssl"
        )
        return (process.terminationStatus, [UInt8](output))
    }

    @Test(arguments: ["-tls1_2", "-tls1_3"])
    func aClientThatTrustsTheAuthorityIsServed(_ version: String) throws {
        let count = 700_000
        let found = try ask("/source?n=\(count)", [version])
        #expect(found.status == 0)
        #expect(String(decoding: found.output.prefix(12), as: UTF8.self) == "HTTP/1.1 200")
        #expect(Array(found.output.suffix(count)) == FakeService.pattern(count))
        #expect(service.state.withLock { $0.heads.first?.isSecure } == true)
    }

    @Test func aClientThatTrustsNobodyIsNot() throws {
        let found = try ask("/hello", ["-CAfile", "/dev/null", "-no-CApath", "-no-CAstore"])
        #expect(found.status != 0)
        #expect(found.output.isEmpty)
    }

    @Test func olderVersionsAreRefused() throws {
        let found = try ask("/hello", ["-tls1_1", "-cipher", "DEFAULT@SECLEVEL=0"])
        #expect(found.status != 0)
        #expect(found.output.isEmpty)
    }

    @Test func plainHTTPGetsNoAnswer() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let client = try RawClient(server.port)
        client.ask("/hello")
        #expect(client.isClosed(within: 10))
        #expect(!client.rest.contains("hello"))
        #expect(service.state.withLock { $0.heads.isEmpty })
    }
}
