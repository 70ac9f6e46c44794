// SPDX-License-Identifier: Apache-2.0
import Operations
import Synchronization
import Testing
import WebExchange

@testable import MicroHTTPServer

@Suite("Requests and answers over a socket")
struct ExchangeTests {
    private let service = FakeService()
    private let server: MicroHTTPServer
    private let client: RawClient

    init() throws {
        server = try MicroHTTPServer(service, terms: .init())
        client = try RawClient(server.port)
    }

    @Test func anAnswerAtOnceHasLengthAndDate() throws {
        client.ask("/hello")
        let answer = try client.answer()
        #expect(answer.status == 200)
        #expect(answer.text == "hello")
        #expect(answer.field("content-length") == "5")
        #expect(answer.field("date")?.hasSuffix("GMT") == true)
    }

    @Test(arguments: [0, 1, 65_536, 65_537, 1_000_000])
    func bytesComeAsTheyAre(_ count: Int) throws {
        for path in ["/bytes", "/source"] {
            client.ask("\(path)?n=\(count)")
            let answer = try client.answer()
            #expect(answer.field("content-length") == "\(count)")
            #expect(answer.body == FakeService.pattern(count))
        }
    }

    @Test func aConnectionIsKept() throws {
        for _ in 0..<20 {
            client.ask("/hello")
            #expect(try client.answer().text == "hello")
            client.ask("/bytes?n=3")
            #expect(try client.answer().body.count == 3)
        }
    }

    @Test func pipelinedRequestsAreAnsweredInTheirOrder() throws {
        let one = "GET /bytes?n="
        let two = " HTTP/1.1\r\nHost: here\r\n\r\n"
        client.send((1...30).map { one + "\($0)" + two }.joined())
        for count in 1...30 { #expect(try client.answer().body.count == count) }
    }

    @Test func headHasTheLengthAndNoBody() throws {
        for path in ["/hello", "/bytes?n=5", "/source?n=5", "/bytes?n=500000"] {
            client.ask(path, "HEAD")
            let answer = try client.answer(toHead: true)
            #expect(answer.status == 200)
            #expect(answer.field("content-length") == (path.hasSuffix("00000") ? "500000" : "5"))
        }
        client.ask("/stream", "HEAD")
        #expect(try client.answer(toHead: true).status == 200)
        // Whoever makes the stream learns that nobody reads it.
        let isAbandoned = eventually {
            service.state.withLock { $0.streams.first?.cancellation.isCancelled } == true
        }
        #expect(isAbandoned)
        // Its length is told by the end of the connection, and no byte comes before that.
        #expect(client.isClosed(within: 10))
        #expect(client.rest == "")
    }

    @Test func answersWithoutABodyKeepTheConnection() throws {
        for (path, status) in [("/nothing", 204), ("/unchanged", 304), ("/hello", 200)] {
            client.ask(path)
            #expect(try client.answer().status == status)
        }
    }

    @Test func theHeadReachesTheServiceUnchanged() throws {
        client.ask(
            "/a%2Fb/%E4%B8%AD?x=1%202&y=a+b&%C3%A9=%zz&flag",
            "PROPFIND",
            fields: "X-Two: one\r\nX-Two:  zwei \u{E9} \r\n"
        )
        #expect(try client.answer().status == 404)
        let head = try #require(service.state.withLock { $0.heads.first })
        #expect(head.method == "PROPFIND")
        #expect(head.path == "/a%2Fb/%E4%B8%AD")
        #expect(head.query.map(\.name) == ["x", "y", "é", "flag"])
        #expect(head.query.map(\.value) == ["1 2", "a b", "%zz", ""])
        #expect(head.fields.values("x-two") == ["one", "zwei é"])
        #expect(head.clientAddress == "127.0.0.1")
        #expect(!head.isSecure)
    }

    @Test func bytesAbove127ThatAreNoUnicodeAreLatin() throws {
        client.send(
            Array("GET /echo HTTP/1.1\r\nHost: here\r\nX-Name: caf".utf8) + [0xE9]
                + Array("\r\n\r\n".utf8)
        )
        #expect(try client.answer().text == "none")
        #expect(service.state.withLock { $0.heads.first?.fields["X-Name"] } == "café")
    }

    @Test func theAbsoluteFormNamesItsHost() throws {
        client.ask("http://elsewhere:80/hello?a=1")
        #expect(try client.answer().text == "hello")
        let head = try #require(service.state.withLock { $0.heads.first })
        #expect(head.path == "/hello")
        #expect(head.fields.values("Host") == ["elsewhere:80"])
    }

    @Test func bodiesReachMemoryAndSink() throws {
        let body = FakeService.pattern(90_000)
        for path in ["/echo", "/sink"] {
            client.ask(path, "POST", fields: "Content-Length: 90000\r\n")
            client.send(body)
            #expect(try client.answer().body == body)
        }
        client.ask("/echo", "PATCH", fields: "Transfer-Encoding: chunked\r\n")
        client.send("3\r\nabc\r\n4\r\ndefg\r\n0\r\n\r\n")
        #expect(try client.answer().text == "abcdefg")
        client.ask("/echo", "DELETE")
        #expect(try client.answer().text == "none")
        let abandoned = service.state.withLock { $0.sinks }.map { $0.state.withLock(\.isAbandoned) }
        #expect(abandoned == [false])
    }

    @Test func anExpectationIsMetBeforeTheBodyComes() throws {
        client.ask("/echo", "POST", fields: "Content-Length: 3\r\nExpect: 100-continue\r\n")
        #expect(try client.answer().status == 100)
        client.send("abc")
        #expect(try client.answer().text == "abc")
    }

    @Test func aRefusalComesInsteadOfAContinuation() throws {
        client.ask("/refused", "POST", fields: "Content-Length: 3\r\nExpect: 100-continue\r\n")
        let answer = try client.answer()
        #expect(answer.status == 403)
        #expect(answer.field("connection")?.lowercased() == "close")
        #expect(client.isClosed(within: 10))
    }

    @Test func aRefusalWithoutABodyKeepsTheConnection() throws {
        client.ask("/refused")
        #expect(try client.answer().text == "no")
        client.ask("/hello")
        #expect(try client.answer().text == "hello")
    }

    @Test(arguments: [
        ("Host: elsewhere\r\n", 400),
        ("Content-Length: 3\r\nTransfer-Encoding: chunked\r\n", 400),
        ("Content-Length: 3\r\nContent-Length: 4\r\n", 400),
        ("Content-Length: +3\r\n", 400),
        ("Content-Length: 99999999999999999999999\r\n", 413),
        ("Transfer-Encoding: gzip\r\n", 501),
    ])
    func aHeadWithTwoMeaningsIsRefused(_ fields: String, _ status: Int) throws {
        client.ask("/echo", "POST", fields: fields)
        #expect(try client.answer().status == status)
        #expect(service.state.withLock { $0.heads.isEmpty })
    }

    @Test func noFieldCanBeginAnother() throws {
        client.ask("/inject")
        let answer = try client.answer()
        #expect(answer.status == 500)
        #expect(!answer.head.contains("X-Evil"))
        #expect(answer.text.contains(#""code":"internal""#))
    }

    @Test func aStreamComesWhileItIsMade() throws {
        client.ask("/stream")
        #expect(try client.head().field("transfer-encoding") == "chunked")
        let stream = try #require(service.state.withLock { $0.streams.first })
        for word in ["one", "two", "three"] {
            #expect(stream.send(Array(word.utf8)))
            #expect(try client.chunk() == Array(word.utf8))
        }
        let long = FakeService.pattern(300_000)
        #expect(stream.send(Array(long.prefix(150_000))))
        #expect(stream.send(Array(long.dropFirst(150_000))))
        stream.end()
        var got: [UInt8] = []
        while let chunk = try client.chunk() { got += chunk }
        #expect(got == long)
        client.ask("/hello")
        #expect(try client.answer().text == "hello")
    }

    @Test func anOldClientGetsAStreamUntilTheEnd() throws {
        client.send("GET /stream HTTP/1.0\r\n\r\n")
        let head = try client.head()
        #expect(head.field("transfer-encoding") == nil)
        let stream = try #require(service.state.withLock { $0.streams.first })
        let long = FakeService.pattern(100_000)
        #expect(stream.send(long))
        stream.end()
        #expect(client.isClosed(within: 10))
        #expect(client.received == long)
    }

    @Test(arguments: [
        "GARBAGE\r\n\r\n", "GET / HTTP/1.1\r\nHost here\r\n\r\n", "\u{1}\u{2}\r\n\r\n",
    ])
    func whatIsNoRequestIsClosed(_ text: String) throws {
        client.send(text)
        #expect(client.isClosed(within: 10))
        #expect(!client.rest.contains(" 200 "))
        let next = try RawClient(server.port)
        next.ask("/hello")
        #expect(try next.answer().text == "hello")
    }
}
