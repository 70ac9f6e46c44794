// SPDX-License-Identifier: Apache-2.0
import Operations
import Synchronization
import Testing
import WebExchange

@testable import MicroHTTPServer

@Suite("Limits of size and time", .serialized)
struct LimitTests {
    private let service = FakeService()

    private func start(
        _ change: (inout MicroHTTPServer.Limits) -> Void = { _ in }
    ) throws -> RawClient {
        var limits = MicroHTTPServer.Limits()
        change(&limits)
        let server = try MicroHTTPServer(service, terms: .init(limits: limits))
        let client = try RawClient(server.port)
        client.companion = server
        return client
    }

    @Test func aLengthBeyondTheLimitIsRefusedAtOnce() throws {
        let client = try start()
        client.ask("/echo", "POST", fields: "Content-Length: 100001\r\n")
        #expect(try client.answer().status == 413)
        client.send([UInt8](repeating: 1, count: 50_000))
        #expect(client.isClosed(within: 10))
    }

    @Test func theAnswerSurvivesABodyThatNobodyReads() throws {
        let client = try start()
        client.ask("/sink", "POST", fields: "Content-Length: 8000000\r\n")
        for _ in 0..<40 { client.send([UInt8](repeating: 1, count: 50_000)) }
        #expect(try client.answer().status == 413)
        #expect(service.state.withLock { $0.sinks.first }?.state.withLock(\.isAbandoned) == true)
    }

    @Test func aBodyThatGrowsBeyondTheLimitIsRefused() throws {
        let client = try start()
        client.ask("/echo", "POST", fields: "Transfer-Encoding: chunked\r\n")
        for _ in 0..<11 {
            client.send("2710\r\n")
            client.send([UInt8](repeating: 1, count: 10_000))
            client.send("\r\n")
        }
        client.send("0\r\n\r\n")
        let answer = try client.answer()
        #expect(answer.status == 413)
        #expect(answer.text.contains("100000"))
    }

    @Test func aBodyWithoutAnEndIsCut() throws {
        let client = try start { $0.discardedBytes = 1 << 20 }
        client.ask("/sink", "POST", fields: "Transfer-Encoding: chunked\r\n")
        var sent = 0
        while sent < 400, client.send("10000\r\n"),
            client.send([UInt8](repeating: 1, count: 65_536)), client.send("\r\n")
        {
            sent += 1
        }
        #expect(sent < 400)
        #expect(client.isClosed(within: 10))
        let sink = try #require(service.state.withLock { $0.sinks.first })
        #expect(sink.state.withLock { $0.isAbandoned && $0.bytes.count <= 4 << 20 })
    }

    @Test func aSinkMayEndARequest() throws {
        let client = try start()
        client.ask("/full", "POST", fields: "Content-Length: 90000\r\n")
        client.send([UInt8](repeating: 1, count: 90_000))
        #expect(try client.answer().status == 507)
        #expect(service.state.withLock { $0.sinks.first }?.state.withLock(\.isAbandoned) == true)
        client.ask("/hello")
        #expect(try client.answer().text == "hello")
    }

    @Test func aBodyThatBreaksOffLeavesNothing() throws {
        let client = try start()
        client.ask("/sink", "POST", fields: "Content-Length: 5000\r\n")
        client.send([UInt8](repeating: 1, count: 100))
        let sink = { [service] in service.state.withLock { $0.sinks.first } }
        #expect(eventually { sink()?.state.withLock { $0.bytes.count } == 100 })
        client.close()
        #expect(eventually { sink()?.state.withLock(\.isAbandoned) == true })
    }

    @Test func aHeadThatIsTooLongIsRefused() throws {
        let client = try start()
        client.send("GET /hello HTTP/1.1\r\nHost: here\r\nX-Long: ")
        client.send([UInt8](repeating: UInt8(ascii: "a"), count: 60_000))
        client.send("\r\n\r\n")
        #expect(client.isClosed(within: 10))
        #expect(!client.rest.contains(" 200 "))
    }

    @Test func aQueryMayNotHaveAnyNumberOfArguments() throws {
        let client = try start()
        let arguments = { (count: Int) in (0..<count).map { "a\($0)=1" }.joined(separator: "&") }
        client.ask("/hello?" + arguments(64))
        #expect(try client.answer().status == 200)
        client.ask("/hello?" + arguments(65))
        #expect(try client.answer().status == 400)
    }

    @Test func aHeadThatTricklesIsCut() throws {
        let client = try start { $0.headSeconds = 0.3 }
        let begun = ContinuousClock.now
        client.send("GET /hello HTTP/1.1\r\n")
        while ContinuousClock.now - begun < .seconds(10), client.send("X: y\r\n"), !client.isAtEnd {
            _ = client.isClosed(within: 0.03)
        }
        #expect(client.isAtEnd)
        #expect(ContinuousClock.now - begun < .seconds(5))
        #expect(service.state.withLock { $0.heads.isEmpty })
    }

    @Test func silenceIsCut() throws {
        let client = try start { $0.headSeconds = 0.3 }
        #expect(client.isClosed(within: 5))
    }

    @Test func aBodyThatTricklesIsCut() throws {
        let client = try start { $0.graceSeconds = 0.3 }
        client.ask("/sink", "POST", fields: "Content-Length: 100000\r\n")
        let begun = ContinuousClock.now
        while ContinuousClock.now - begun < .seconds(10), client.send("y"), !client.isAtEnd {
            _ = client.isClosed(within: 0.03)
        }
        #expect(client.isAtEnd)
        #expect(ContinuousClock.now - begun < .seconds(5))
        let sink = { [service] in service.state.withLock { $0.sinks.first } }
        #expect(eventually { sink()?.state.withLock(\.isAbandoned) == true })
    }

    @Test func anAnswerThatNobodyTakesIsCut() throws {
        let client = try start { limits in
            limits.graceSeconds = 1.5
            limits.leastResponseBytesPerSecond = 1 << 30
        }
        let patient = try RawClient(client.port)
        patient.ask("/stream")
        _ = try patient.head()
        client.ask("/stream")
        #expect(try client.head().status == 200)
        let streams = { [service] in service.state.withLock { $0.streams } }
        #expect(eventually { streams().count == 2 })
        let filler = streams()[1]
        let isCut = eventually {
            // What the client does not read fills the socket's buffers first.
            filler.offer([UInt8](repeating: 1, count: 200_000))
            return filler.cancellation.isCancelled
        }
        #expect(isCut)
        // The one that has nothing to read is not late.
        #expect(streams()[0].send(Array("still here".utf8)))
        #expect(try patient.chunk() == Array("still here".utf8))
    }

    @Test func restIsCutAfterItsTime() throws {
        let client = try start { $0.idleSeconds = 1 }
        client.ask("/hello")
        #expect(try client.answer().text == "hello")
        #expect(client.isClosed(within: 10))
    }

    @Test func aClientHasSoManyConnectionsAndThisMachineAll() throws {
        var limits = MicroHTTPServer.Limits()
        limits.connectionsPerClient = 2
        let watch = try #require(ConnectionWatch(shortestLimitSeconds: 10))
        defer { watch.end() }
        let core = ServerCore(service: service, limits: limits, isSecure: false, watch: watch)
        let opened = ["10.0.0.1", "10.0.0.1", "127.0.0.1", "127.0.0.1", "::1"].map {
            core.open(descriptor: -1, address: $0)
        }
        #expect(!core.mayConnect("10.0.0.1"))
        #expect(core.mayConnect("10.0.0.2") && core.mayConnect("127.0.0.1"))
        core.close(opened[0], descriptor: -1)
        #expect(core.mayConnect("10.0.0.1"))
        core.beginStopping()
        #expect(!core.mayConnect("10.0.0.2"))
    }

    @Test func oneClientIsOneNetwork() {
        #expect(ClientKey("2001:db8:1:2:3:4:5:6") == ClientKey("2001:db8:1:2:ffff::1"))
        #expect(ClientKey("2001:db8:1:2::1") != ClientKey("2001:db8:1:3::1"))
        #expect(ClientKey("2001:db8::1") == ClientKey("2001:db8::2"))
        #expect(ClientKey("10.0.0.1") != ClientKey("10.0.0.2"))
        #expect(ClientKey("127.0.0.9").isThisMachine && ClientKey("::1").isThisMachine)
        #expect(!ClientKey("10.127.0.1").isThisMachine)
    }

    @Test func paceCountsOnlyTheTimeInWhichTheClientIsWaitedFor() {
        var rule = Pace.Rule(graceSeconds: 10, leastBytesPerSecond: 100)
        rule.mostCreditBytes = 1000
        var pace = Pace(rule, now: 0)
        #expect(!pace.isTooSlow(now: 10))
        #expect(pace.isTooSlow(now: 10.1))
        pace.count(500, now: 10.1)
        #expect(!pace.isTooSlow(now: 14.9))
        #expect(pace.isTooSlow(now: 15.1))
        pace.rest(now: 15)
        #expect(!pace.isTooSlow(now: 1000))
        pace.wait(now: 1000)
        #expect(pace.isTooSlow(now: 1000.1))
    }

    @Test func whatCameFastIsNoCreditBeyondWhatTheRuleSays() {
        let rule = Pace.Rule(graceSeconds: 10, leastBytesPerSecond: 100)
        var pace = Pace(rule, now: 0)
        pace.count(1_000_000, now: 1)
        #expect(!pace.isTooSlow(now: 11))
        #expect(pace.isTooSlow(now: 11.1))
        // Half the rate falls behind by half a second each second.
        var slow = Pace(rule, now: 0)
        for second in 1...20 { slow.count(50, now: Double(second)) }
        #expect(!slow.isTooSlow(now: 20))
        slow.count(50, now: 21)
        #expect(slow.isTooSlow(now: 21))
        var window = Pace(
            Pace.Rule(graceSeconds: 10, leastBytesPerSecond: 100, mostCreditBytes: 500),
            now: 0
        )
        window.count(1_000_000, now: 1)
        #expect(!window.isTooSlow(now: 16))
        #expect(window.isTooSlow(now: 16.1))
    }
}
