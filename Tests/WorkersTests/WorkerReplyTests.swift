// SPDX-License-Identifier: Apache-2.0
import Faults
import Testing
import Workers

@Suite struct WorkerReplyTests {
    private static func sent(_ reply: WorkerReply) throws -> WorkerReply {
        let (header, payload) = reply.frame
        return try WorkerReply(header: header, payload: payload)
    }

    @Test(arguments: FaultCode.allCases)
    func aFaultKeepsItsCodeItsSentenceAndItsCause(code: FaultCode) throws {
        let fault = Fault(code, "印章 cannot be read.", cause: "line 3")
        guard case .fault(let received) = try Self.sent(.fault(fault)) else {
            Issue.record("not a fault")
            return
        }
        #expect(received == fault)
    }

    @Test func aSentenceWithoutEndIsCut() throws {
        let fault = Fault(.internal, String(repeating: "x", count: 100_000))
        guard case .fault(let received) = try Self.sent(.fault(fault)) else {
            Issue.record("not a fault")
            return
        }
        #expect(received.message.utf8.count == WorkerLimits.maximumFaultBytes)
        #expect(received.cause == nil)
    }

    @Test(arguments: ["", "internal", "internal\0\0", "nonsense\0m\0c\0", "\0\0\0\0\0"])
    func aFaultThatIsNoneIsMalformed(text: String) {
        let payload = Array(text.utf8)
        #expect(throws: WireFailure.self) {
            try WorkerReply(
                header: FrameHeader(.fault, length: payload.count),
                payload: payload
            )
        }
    }

    @Test func pixelsKeepTheirShape() throws {
        let picture = WorkerPixels(width: 2, height: 1, channels: 3, bytes: [1, 2, 3, 4, 5, 6])
        guard case .pixels(let received) = try Self.sent(.pixels(picture)) else {
            Issue.record("not pixels")
            return
        }
        #expect(received == picture)
    }

    @Test(arguments: [
        WorkerRequest.convertSVG([1, 2, 3]), .decodeJPEG([]), .rehearse(.crash),
    ])
    func aRequestIsReadAsItWasWritten(request: WorkerRequest) throws {
        let (kind, payload) = request.frame
        #expect(try WorkerRequest(kind: kind, payload: payload) == request)
    }
}
