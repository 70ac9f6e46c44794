// SPDX-License-Identifier: Apache-2.0
import Faults
import Foundation
import Synchronization
import Testing

@testable import Workers

@Suite struct WorkerFailureTests {
    private static let drawing = Bench.svg("viewBox='0 0 100 50'", "<circle r='9'/>")

    private static func expectAnswer(_ client: WorkerClient) throws {
        #expect(try client.convertSVG(drawing).starts(with: "%PDF-".utf8))
    }

    @Test(arguments: [
        Rehearsal.crash, .promiseTooMuch, .promiseTheMoon, .babble, .miscountPixels, .devourMemory,
    ])
    func aWorkerThatFailsIsReportedAndReplaced(rehearsal: Rehearsal) throws {
        let client = Bench.client()
        try Self.expectAnswer(client)
        let first = client.processIdentifier
        #expect(Bench.code { _ = try client.perform(.rehearse(rehearsal)) } == .workerFailed)
        #expect(client.processIdentifier == nil)
        try Self.expectAnswer(client)
        #expect(client.processIdentifier != first)
    }

    @Test func aWorkerThatNeverAnswersIsStoppedInTime() throws {
        let client = Bench.client()
        try Self.expectAnswer(client)
        let time = ContinuousClock().measure {
            let code = Bench.code {
                _ = try client.perform(.rehearse(.spin), timeoutSeconds: 1)
            }
            #expect(code == .timedOut)
        }
        #expect(time >= .seconds(1) && time < .seconds(10))
        try Self.expectAnswer(client)
    }

    @Test func aTimeLimitOfZeroIsAFaultAtOnce() {
        let client = Bench.client()
        let code = Bench.code { _ = try client.perform(.rehearse(.spin), timeoutSeconds: 0) }
        #expect(code == .timedOut)
    }

    @Test func aWorkerThatDiedBetweenRequestsIsNotNoticed() throws {
        let client = Bench.client()
        try Self.expectAnswer(client)
        let process = try #require(client.processIdentifier)
        kill(process, SIGKILL)
        // Until it is a zombie: its death closes the socket first.
        var information = unsafe siginfo_t()
        unsafe waitid(P_PID, id_t(process), &information, Int32(WEXITED | WNOWAIT))
        try Self.expectAnswer(client)
        #expect(client.processIdentifier != process)
    }

    @Test func aWorkerLeavesWhenItsParentGoesEvenInTheMiddleOfARequest() throws {
        let path = try WorkerExecutable.locate()
        var worker = try WorkerProcess(path: path, forTests: true)
        try worker.greet()
        let (kind, payload) = WorkerRequest.rehearse(.spin).frame
        try worker.connection.send(FrameHeader(kind, length: payload.count), payload)
        close(worker.connection.descriptor)
        var status: Int32 = -1
        let reaped = unsafe waitpid(worker.identifier, &status, 0)
        #expect(reaped == worker.identifier)
        #expect(status == 0)
    }

    @Test func aWorkerThatHearsNonsenseLeaves() throws {
        var worker = try WorkerProcess(path: try WorkerExecutable.locate(), forTests: true)
        try worker.greet()
        try worker.connection.send(Array("GET / HTTP/1.1\r\n\r\n, please".utf8), by: nil)
        #expect(throws: WireFailure.self) {
            try worker.connection.receive(
                expecting: WorkerReply.kinds,
                maximumLength: 9,
                by: Deadline(secondsFromNow: 10)
            )
        }
        #expect(worker.end() == .exited(status: 65))
    }

    @Test func aRequestLargerThanTheLimitIsRefusedHere() {
        let client = Bench.client()
        let bytes = [UInt8](repeating: 0x20, count: WorkerLimits.maximumRequestBytes + 1)
        #expect(Bench.code { _ = try client.convertSVG(bytes) } == .limitExceeded)
        #expect(client.processIdentifier == nil)
    }

    @Test func aWorkerIsRenewedAfterManyRequests() throws {
        let client = Bench.client()
        var processes: Set<Int32> = []
        for _ in 0...WorkerLimits.requestsPerWorker {
            try Self.expectAnswer(client)
            processes.insert(try #require(client.processIdentifier))
        }
        #expect(processes.count == 2)
    }

    @Test func manyThreadsTakeTurns() async throws {
        let client = Bench.client()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 {
                group.addTask { try Self.expectAnswer(client) }
            }
            try await group.waitForAll()
        }
    }

    @Test func aMissingWorkerIsNamedWithItsRemedy() {
        let client = WorkerClient(executablePath: "/nowhere/inkstone-worker")
        do {
            _ = try client.convertSVG(Self.drawing)
            Issue.record("a worker that does not exist answered")
        } catch {
            #expect(error.code == .notFound)
            #expect(
                error.description
                    == "The program inkstone-worker, which reads SVG and JPEG files and sets text in fonts, is missing. "
                    + "Install it beside inkstone, or give its path in INKSTONE_WORKER.: "
                    + "/nowhere/inkstone-worker: No such file or directory"
            )
        }
    }

    @Test func aProgramThatIsNoWorkerIsAFault() {
        let client = WorkerClient(executablePath: "/bin/true")
        #expect(Bench.code { _ = try client.convertSVG(Self.drawing) } == .workerFailed)
    }

    @Test func aProgramThatCannotBeExecutedIsAFault() {
        let client = WorkerClient(executablePath: "/etc")
        #expect(Bench.code { _ = try client.convertSVG(Self.drawing) } == .workerFailed)
    }
}
