// SPDX-License-Identifier: Apache-2.0
import Faults
import Glibc
import Operations
import Synchronization
import Testing
import WebExchange

@testable import MicroHTTPServer

@Suite("Clients that go, many streams, and the end", .serialized)
struct LifetimeTests {
    private let service = FakeService()

    @Test func aClientThatGoesCancelsItsRequest() throws {
        let server = try MicroHTTPServer(service, terms: .init())
        defer { server.stop() }
        let client = try RawClient(server.port)
        client.ask("/wait")
        #expect(eventually { service.state.withLock { $0.waiting.count } == 1 })
        client.close()
        #expect(eventually { service.state.withLock { $0.waiting[0].isCancelled } })
        #expect(eventually { service.state.withLock { $0.threadsAtOnce } == 0 })
    }

    @Test func aClientThatGoesAbandonsItsStream() throws {
        let server = try MicroHTTPServer(service, terms: .init())
        defer { server.stop() }
        let client = try RawClient(server.port)
        client.ask("/stream")
        _ = try client.head()
        let stream = try #require(service.state.withLock { $0.streams.first })
        #expect(!stream.cancellation.isCancelled)
        client.close()
        #expect(eventually { stream.cancellation.isCancelled })
        #expect(!stream.offer([1]))
    }

    @Test func aQuickRequestDoesNotWaitBehindPatientOnes() throws {
        var limits = MicroHTTPServer.Limits()
        limits.patientThreads = 2
        limits.waitingRequests = 3
        let server = try MicroHTTPServer(service, terms: .init(limits: limits))
        defer { server.stop() }
        // Two in work, three in the queue: one of six is told to come again.
        var waiting = try (0..<6).map { _ in try RawClient(server.port) }
        for client in waiting { client.ask("/wait") }
        #expect(eventually { service.state.withLock { $0.waiting.count } == 2 })
        var refusal: RawClient.Answer?
        let isRefused = eventually {
            for (index, client) in waiting.enumerated() {
                guard let answer = try? client.answer(within: 0.01) else { continue }
                refusal = answer
                waiting.remove(at: index)
                return true
            }
            return false
        }
        #expect(isRefused)
        #expect(refusal?.status == 503)
        #expect(refusal?.field("retry-after") == "1")
        let quick = try RawClient(server.port)
        quick.ask("/bytes?n=7")
        #expect(try quick.answer().body.count == 7)
        service.state.withLock { $0.released = true }
        for client in waiting { #expect(try client.answer().text == "waited") }
        #expect(service.state.withLock { $0.mostAtOnce } == 2)
    }

    @Test func aThousandStreamsAreAllServed() throws {
        let server = try MicroHTTPServer(service, terms: .init())
        defer { server.stop() }
        let clients = try Self.thousandStreams(of: server)
        let streams = service.state.withLock { $0.streams }
        try #require(streams.count == clients.count)
        // Others are served meanwhile.
        let other = try RawClient(server.port)
        other.ask("/hello")
        #expect(try other.answer().text == "hello")
        for stream in streams { #expect(stream.send(Array("x".utf8))) }
        for client in clients { #expect(try client.chunk(within: 20) == Array("x".utf8)) }
        for client in clients { client.close() }
        #expect(eventually(within: 20) { streams.allSatisfy(\.cancellation.isCancelled) })
    }

    /// In a process of its own, since its processor time is measured.
    @Test func aThousandQuietStreamsCostAlmostNothing() async {
        await #expect(processExitsWith: .success) {
            let server = try MicroHTTPServer(FakeService(), terms: .init())
            let clients = try LifetimeTests.thousandStreams(of: server)
            let before = LifetimeTests.processorSeconds()
            let begun = ContinuousClock.now
            let other = try RawClient(server.port)
            while ContinuousClock.now - begun < .seconds(1) {
                other.ask("/hello")
                #expect(try other.answer().text == "hello")
                breathe()
            }
            let spent = LifetimeTests.processorSeconds() - before
            #expect(spent < 0.25)
            #expect(clients.count == 1000)
            server.stop()
        }
    }

    private static func thousandStreams(of server: MicroHTTPServer) throws -> [RawClient] {
        let clients = try (0..<1000).map { _ in try RawClient(server.port) }
        for client in clients { client.ask("/stream") }
        for client in clients { #expect(try client.head(within: 20).status == 200) }
        return clients
    }

    private static func processorSeconds() -> Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    @Test func theEndClosesStreamsInOrder() throws {
        let server = try MicroHTTPServer(service, terms: .init())
        defer { server.stop() }
        let clients = try (0..<10).map { _ in try RawClient(server.port) }
        let idle = try RawClient(server.port)
        for client in clients { client.ask("/stream") }
        for client in clients { _ = try client.head() }
        let begun = ContinuousClock.now
        server.stop()
        #expect(ContinuousClock.now - begun < .seconds(3))
        for client in clients {
            #expect(try client.chunk() == nil)
            #expect(client.isClosed(within: 5))
        }
        #expect(idle.isClosed(within: 5))
        #expect(service.state.withLock { $0.streams.allSatisfy(\.cancellation.isCancelled) })
        #expect(throws: RawClient.NoConnection.self) { try RawClient(server.port) }
        server.stop()
    }

    @Test func requestsInWorkComeToTheirEnd() throws {
        let server = try MicroHTTPServer(service, terms: .init())
        defer { server.stop() }
        let client = try RawClient(server.port)
        client.ask("/wait")
        #expect(eventually { service.state.withLock { $0.waiting.count } == 1 })
        let ended = OwnThread.begin { server.stop() }
        #expect(ended)
        #expect(eventually { server.isStopping })
        service.state.withLock { $0.released = true }
        let answer = try client.answer()
        #expect(answer.text == "waited")
        #expect(answer.field("connection")?.lowercased() == "close")
    }

    @Test func requestsThatDoNotEndAreGivenUp() throws {
        var limits = MicroHTTPServer.Limits()
        limits.drainSeconds = 0.1
        let server = try MicroHTTPServer(service, terms: .init(limits: limits))
        defer { server.stop() }
        let client = try RawClient(server.port)
        client.ask("/wait")
        #expect(eventually { service.state.withLock { $0.waiting.count } == 1 })
        server.stop()
        #expect(client.isClosed(within: 5))
        #expect(eventually { service.state.withLock { $0.waiting[0].isCancelled } })
    }

    @Test func aPortHasOneServer() throws {
        let server = try MicroHTTPServer(service, terms: .init())
        defer { server.stop() }
        do {
            _ = try MicroHTTPServer(service, terms: .init(port: server.port))
            Issue.record("two servers on one port")
        } catch {
            #expect(error.code == .alreadyExists)
        }
        #expect(server.port != 0)
    }

    @Test(arguments: ["localhost", "1.2.3", "", "::g"])
    func anAddressIsNumeric(_ address: String) {
        #expect(throws: Fault.self) {
            try MicroHTTPServer(service, terms: .init(address: address))
        }
    }

    @Test func bothFamiliesAreServed() throws {
        let server = try MicroHTTPServer(service, terms: .init(address: "::"))
        defer { server.stop() }
        let client = try RawClient(server.port)
        client.ask("/hello")
        #expect(try client.answer().text == "hello")
        #expect(service.state.withLock { $0.heads.first?.clientAddress } == "127.0.0.1")
    }

    @Test func whatIsNoCertificateIsToldSo() {
        let tls = MicroHTTPServer.TLS(certificateChain: "no", privateKey: "no")
        do {
            _ = try MicroHTTPServer(service, terms: .init(tls: tls))
            Issue.record("started without a certificate")
        } catch {
            #expect(error.code == .usage)
            #expect(error.message.contains("PEM"))
        }
    }
}
