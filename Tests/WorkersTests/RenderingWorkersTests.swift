// SPDX-License-Identifier: Apache-2.0
import ByteSource
import Faults
import Foundation
import Operations
import Rendering
import RenderingContract
import Synchronization
import Testing

@testable import Workers

@Suite struct RenderingWorkersTests {
    private static func request(_ page: Int = 0) -> RenderRequest {
        RenderRequest(
            source: ContractDocument.source,
            pageIndex: page,
            pageSize: PixelSize(width: 100, height: 50)
        )
    }

    private static func code(_ body: () throws(Fault) -> Void) -> FaultCode? {
        do { try body() } catch { return error.code }
        return nil
    }

    @Test(arguments: RenderingContract.allCases)
    func theRealRendererKeepsTheContract(_ law: RenderingContract) throws {
        #expect(try law.violations(of: RenderingWorkers(count: 1)) == [])
    }

    @Test func theWallsStandAroundTheRenderer() throws {
        let workers = RenderingWorkers(count: 1, forTests: true)
        let report = try workers.rehearse(.probeSandbox, on: ContractDocument.source, page: 0)
        let lines = report.split(separator: "\n").map { $0.split(separator: " ") }
        let codes = Dictionary(uniqueKeysWithValues: lines.map { ($0[0], Int32($0[1])) })
        for attempt in ["socket-inet", "open-for-writing", "create", "exec", "read-passwd"] {
            #expect(codes[Substring(attempt)] == EACCES, "\(attempt)")
        }
    }

    @Test func whatWasPreparedIsUsed() throws {
        let workers = RenderingWorkers(count: 2)
        workers.prepare()
        let prepared = workers.processIdentifiers
        #expect(prepared.count == 1)
        workers.prepare()
        #expect(workers.processIdentifiers == prepared)
        _ = try workers.render(Self.request())
        #expect(workers.processIdentifiers == prepared)
        workers.end()
        #expect(workers.processIdentifiers.isEmpty)
    }

    @Test func whatCouldNotBePreparedIsToldByTheRequest() {
        let workers = RenderingWorkers(executablePath: "/nowhere/renderer", count: 1)
        workers.prepare()
        #expect(workers.processIdentifiers.isEmpty)
        #expect(
            Self.code { () throws(Fault) in _ = try workers.render(Self.request()) } == .notFound
        )
        // A program that ends before it greets.
        let mute = RenderingWorkers(executablePath: "/bin/true", count: 1)
        mute.prepare()
        #expect(
            Self.code { () throws(Fault) in _ = try mute.render(Self.request()) } == .workerFailed
        )
        #expect(mute.processIdentifiers.isEmpty)
    }

    @Test(arguments: [
        Rehearsal.crash, .promiseTooMuch, .promiseTheMoon, .babble, .miscountPixels, .devourMemory,
    ])
    func aRendererThatFailsCostsOneRequest(_ rehearsal: Rehearsal) throws {
        let workers = RenderingWorkers(count: 1, forTests: true)
        let before = try workers.render(Self.request())
        let process = workers.processIdentifiers
        #expect(
            Self.code { () throws(Fault) in
                _ = try workers.rehearse(rehearsal, on: ContractDocument.source, page: 1)
            } == .workerFailed
        )
        #expect(try workers.render(Self.request()) == before)
        #expect(workers.processIdentifiers != process)
    }

    @Test func aPageThatKillsTwiceIsNotTriedAThirdTime() throws {
        let workers = RenderingWorkers(count: 1, forTests: true)
        for _ in 0..<2 {
            #expect(
                Self.code { () throws(Fault) in
                    _ = try workers.rehearse(.crash, on: ContractDocument.source, page: 1)
                } == .workerFailed
            )
        }
        _ = try workers.render(Self.request(0))
        let process = workers.processIdentifiers
        do throws(Fault) {
            _ = try workers.render(Self.request(1))
            Issue.record("a bad page was drawn")
        } catch {
            #expect(error.code == .workerFailed)
            #expect(error.place.pageIndex == 1)
            #expect(error.message.contains("twice"))
        }
        #expect(workers.processIdentifiers == process)
        // Another version of the document is another page.
        var edited = Self.request(1)
        edited.source = ContractDocument.editedSource
        _ = try workers.render(edited)
    }

    @Test func aRendererThatSpinsIsStoppedInTimeWhileOthersAreAnswered() throws {
        let workers = RenderingWorkers(count: 2, forTests: true)
        _ = try workers.render(Self.request())
        let outcome = Mutex<FaultCode?>(nil)
        let started = Signal()
        let ended = Signal()
        Thread.detachNewThread {
            started.send()
            let code = Self.code { () throws(Fault) in
                _ = try workers.rehearse(
                    .spin,
                    on: ContractDocument.source,
                    page: 1,
                    terms: RequestTerms(timeoutSeconds: 2)
                )
            }
            outcome.withLock { $0 = code }
            ended.send()
        }
        started.wait()
        for _ in 0..<20 { _ = try workers.render(Self.request()) }
        ended.wait()
        #expect(outcome.withLock { $0 } == .timedOut)
    }

    @Test func aRequestThatNobodyWaitsForLeavesTheQueue() throws {
        let workers = RenderingWorkers(count: 1, forTests: true)
        _ = try workers.render(Self.request())
        let busy = Signal()
        Thread.detachNewThread {
            _ = try? workers.rehearse(
                .spin,
                on: ContractDocument.source,
                page: 1,
                terms: RequestTerms(timeoutSeconds: 3)
            )
            busy.send()
        }
        let cancellation = Cancellation()
        let waiting = Signal()
        let code = Mutex<FaultCode?>(nil)
        Thread.detachNewThread {
            var request = Self.request()
            request.terms.cancellation = cancellation
            let outcome = Self.code { () throws(Fault) in _ = try workers.render(request) }
            code.withLock { $0 = outcome }
            waiting.send()
        }
        cancellation.cancel()
        waiting.wait()
        #expect(code.withLock { $0 } == .cancelled)
        #expect(workers.waitingCount == 0)
        busy.wait()
    }

    @Test func manyThreadsAreAllAnswered() async throws {
        let workers = RenderingWorkers(count: 2)
        let expected = try workers.render(Self.request())
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<40 {
                group.addTask { try workers.render(Self.request()) == expected }
            }
            for try await same in group { #expect(same) }
        }
        #expect(workers.processIdentifiers.count <= 2)
    }

    @Test func moreDocumentsThanARendererKeepsAreOpenedAgain() throws {
        let workers = RenderingWorkers(count: 1)
        for round in 0..<2 {
            for number in 0..<WorkerLimits.documentsPerRenderer + 2 {
                var request = Self.request()
                request.source.version = DocumentVersion("copy \(number)")
                let picture = try workers.render(request)
                #expect(picture.size.width == 100, "round \(round)")
            }
        }
    }

    @Test func whatIsNoDocumentIsSaidSo() {
        let workers = RenderingWorkers(count: 1)
        var request = Self.request()
        request.source = RenderSource(
            version: DocumentVersion("junk"),
            base: MemoryByteSource(Array("this is no PDF".utf8))
        )
        #expect(
            Self.code { () throws(Fault) in _ = try workers.render(request) } == .invalidDocument
        )
    }

    @Test func tooManyPixelsAreRefusedBeforeAWorkerIsAsked() {
        let workers = RenderingWorkers(count: 1)
        for size in [
            PixelSize(width: 10_000, height: 10_000), PixelSize(width: Int.max, height: 2),
            PixelSize(width: 0, height: 10), PixelSize(width: -5, height: -5),
        ] {
            let request = RenderRequest(
                source: ContractDocument.source,
                pageIndex: 0,
                pageSize: size
            )
            #expect(
                Self.code { () throws(Fault) in _ = try workers.render(request) }
                    == .limitExceeded
            )
        }
        #expect(workers.processIdentifiers == [])
    }

    @Test func idleWorkersCanBeEnded() throws {
        let workers = RenderingWorkers(count: 1)
        let before = try workers.render(Self.request())
        #expect(workers.processIdentifiers.count == 1)
        workers.end()
        #expect(workers.processIdentifiers == [])
        #expect(try workers.render(Self.request()) == before)
    }

    @Test func aMissingRendererIsNamedWithItsRemedy() {
        let workers = RenderingWorkers(executablePath: "/nowhere/inkstone-renderer")
        do throws(Fault) {
            _ = try workers.render(Self.request())
            Issue.record("a renderer that does not exist answered")
        } catch {
            #expect(error.code == .notFound)
            #expect(error.message.contains("INKSTONE_RENDERER"))
        }
    }
}
