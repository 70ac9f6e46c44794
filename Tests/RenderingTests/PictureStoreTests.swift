// SPDX-License-Identifier: Apache-2.0
import ByteSource
import Faults
import Foundation
import Geometry
import Operations
import Rendering
import RenderingContract
import Storage
import Synchronization
import Testing

struct PictureStoreTests {
    private static func fake() -> FakeRenderer {
        FakeRenderer([
            ContractDocument.version: ContractDocument.pages,
            ContractDocument.editedSource.version: ContractDocument.editedPages,
        ])
    }

    private static func request(
        _ source: RenderSource = ContractDocument.source,
        page: Int = 0,
        width: Int = 40,
        output: RenderRequest.Output = .pixels(.rgba)
    ) -> RenderRequest {
        var request = RenderRequest(
            source: source,
            pageIndex: page,
            pageSize: PixelSize(of: ContractDocument.size, width: width)
        )
        request.output = output
        return request
    }

    /// A store that reads text by the fake below it.
    private struct Subject: PageRenderer, TextExtractor {
        let fake: FakeRenderer
        let store: PictureStore

        func render(_ request: RenderRequest) throws(Fault) -> RenderedPicture {
            try store.render(request)
        }

        func characters(_ request: TextRequest) throws(Fault) -> [TextCharacter] {
            try fake.characters(request)
        }

        func scalars(
            ofPages pages: Range<Int>,
            of source: RenderSource,
            terms: RequestTerms
        ) throws(Fault) -> [[Unicode.Scalar]] {
            try fake.scalars(ofPages: pages, of: source, terms: terms)
        }
    }

    @Test(arguments: RenderingContract.allCases)
    func theStoreKeepsTheContractOfRenderers(_ law: RenderingContract) throws {
        let fake = Self.fake()
        let subject = Subject(fake: fake, store: PictureStore(fake))
        #expect(try law.violations(of: subject) == [])
    }

    @Test func aPictureIsDrawnOnce() throws {
        let fake = Self.fake()
        let store = PictureStore(fake)
        let first = try store.render(Self.request())
        #expect(try store.render(Self.request()) == first)
        #expect(store.picture(Self.request()) == first)
        #expect(fake.requests.count == 1)
    }

    @Test func whateverChangesThePictureChangesItsKey() throws {
        let fake = Self.fake()
        let store = PictureStore(fake)
        var requests = [Self.request()]
        func add(_ change: (inout RenderRequest) -> Void) {
            var request = Self.request()
            change(&request)
            requests.append(request)
        }
        add { $0.source = ContractDocument.editedSource }
        add { $0.pageIndex = 1 }
        add { $0.pageSize.width = 41 }
        add { $0.pageSize.height = 21 }
        add { $0.region.x = 1 }
        add { $0.region.height = 19 }
        add { $0.showsAnnotations = false }
        add { $0.showsFormFields = false }
        add { $0.background = .clear }
        add { $0.output = .pixels(.bgra) }
        add { $0.output = .file(.png) }
        add { $0.output = .file(.jpeg(quality: 80)) }
        add { $0.output = .file(.jpeg(quality: 8)) }
        add { $0.output = .file(.webp(quality: 80)) }
        add { $0.fidelity = .thumbnail }
        for request in requests { _ = try store.render(request) }
        #expect(fake.requests.count == requests.count)
        for request in requests { _ = try store.render(request) }
        #expect(fake.requests.count == requests.count)
    }

    @Test func theTermsDoNotChangeThePicture() throws {
        let fake = Self.fake()
        let store = PictureStore(fake)
        for priority in RequestPriority.allCases {
            var request = Self.request()
            request.terms.priority = priority
            request.terms.timeoutSeconds += 1
            _ = try store.render(request)
        }
        #expect(fake.requests.count == 1)
    }

    @Test func aFailureIsNotKept() throws {
        let fake = FakeRenderer()
        let store = PictureStore(fake)
        #expect(throws: Fault.self) { try store.render(Self.request()) }
        fake.learn(ContractDocument.version, ContractDocument.pages)
        _ = try store.render(Self.request())
        #expect(fake.requests.count == 2)
    }

    @Test func memoryStaysWithinItsLimit() throws {
        let fake = Self.fake()
        // Pictures of 40 × 20 pixels have 3,200 bytes.
        let store = PictureStore(fake, memoryBytes: 7000)
        for width in [40, 40, 20, 40] { _ = try store.render(Self.request(width: width)) }
        #expect(fake.requests.count == 2)
        _ = try store.render(Self.request(page: 1))
        #expect(store.picture(Self.request()) != nil)
        #expect(store.picture(Self.request(width: 20)) == nil)
    }

    // MARK: On disk

    @Test func onlyFilesOfOpenDocumentsGoToTheDisk() throws {
        let folder = try CacheFolder()
        let fake = Self.fake()
        let disk = try #require(DiskCache(in: folder.path, maximumBytes: 1 << 20))
        let store = PictureStore(fake, disk: disk)
        var secret = ContractDocument.source
        secret.isConfidential = true
        _ = try store.render(Self.request(secret, output: .file(.png)))
        _ = try store.render(Self.request())
        #expect(folder.fileCount == 0)
        let opened = RenderSource(
            version: ContractDocument.version,
            base: MemoryByteSource([]),
            password: [1]
        )
        #expect(opened.isConfidential)

        let picture = try PictureStore(fake, disk: disk).render(
            Self.request(output: .file(.png))
        )
        #expect(folder.fileCount == 1)
        let asked = fake.requests.count
        // Another program, so to speak: a store with nothing in memory.
        let other = PictureStore(fake, disk: DiskCache(in: folder.path, maximumBytes: 1 << 20))
        #expect(try other.render(Self.request(output: .file(.png))) == picture)
        #expect(fake.requests.count == asked)
        // What lies on the disk is not shown for a document that must not be there.
        #expect(other.picture(Self.request(secret, output: .file(.png))) == picture)
        let fresh = PictureStore(fake, disk: DiskCache(in: folder.path, maximumBytes: 1 << 20))
        #expect(fresh.picture(Self.request(secret, output: .file(.png))) == nil)
    }

    // MARK: Many callers

    /// A renderer whose first call waits until the test lets it go.
    private final class Slow: PageRenderer {
        let fake = PictureStoreTests.fake()
        let hasBegun = Signal()
        let mayEnd = Signal()
        private let isFirst = Mutex(true)
        let wasCancelled = Mutex(false)

        func render(_ request: RenderRequest) throws(Fault) -> RenderedPicture {
            let waits = isFirst.withLock { isFirst in
                defer { isFirst = false }
                return isFirst
            }
            if waits {
                let wish = request.terms.cancellation
                let watch = wish?.whenCancelled { self.mayEnd.send() }
                hasBegun.send()
                mayEnd.wait()
                if let watch { wish?.forget(watch) }
                if wish?.isCancelled == true {
                    wasCancelled.withLock { $0 = true }
                    throw Fault(.cancelled, "Nobody waits for this page any more.")
                }
            }
            return try fake.render(request)
        }
    }

    @Test func callersOfOnePictureWaitForOneRendering() throws {
        let slow = Slow()
        let store = PictureStore(slow)
        let first = Caller { try store.render(Self.request()) }
        slow.hasBegun.wait()
        let second = Caller { try store.render(Self.request()) }
        let third = Caller { try store.render(Self.request()) }
        store.waitUntilWaiting(2, for: Self.request())
        slow.mayEnd.send()
        let pictures = try [first, second, third].map { try $0.picture() }
        #expect(Set(pictures).count == 1)
        #expect(slow.fake.requests.count == 1)
    }

    @Test func aRenderingGoesOnForThoseWhoStillWait() throws {
        let slow = Slow()
        let store = PictureStore(slow)
        let wish = Cancellation()
        var hurried = Self.request()
        hurried.terms.cancellation = wish
        let impatient = hurried
        let first = Caller { try store.render(impatient) }
        slow.hasBegun.wait()
        let second = Caller { try store.render(Self.request()) }
        store.waitUntilWaiting(1, for: Self.request())
        wish.cancel()
        slow.mayEnd.send()
        _ = try second.picture()
        _ = try? first.picture()
        #expect(slow.wasCancelled.withLock { $0 } == false)
        #expect(slow.fake.requests.count == 1)
    }

    @Test func aRenderingNobodyWaitsForIsStopped() throws {
        let slow = Slow()
        let store = PictureStore(slow)
        let wishes = [Cancellation(), Cancellation()]
        let requests = wishes.map { wish in
            var request = Self.request()
            request.terms.cancellation = wish
            return request
        }
        let first = Caller { try store.render(requests[0]) }
        slow.hasBegun.wait()
        let second = Caller { try store.render(requests[1]) }
        store.waitUntilWaiting(1, for: Self.request())
        for wish in wishes { wish.cancel() }
        #expect(throws: Fault.self) { try first.picture() }
        #expect(throws: Fault.self) { try second.picture() }
        #expect(slow.wasCancelled.withLock { $0 })
        // Whoever comes later gets a rendering of his own.
        _ = try store.render(Self.request())
        #expect(slow.fake.requests.count == 1)
    }

    @Test func whoIsInAGreaterHurryDoesNotWait() throws {
        let slow = Slow()
        let store = PictureStore(slow)
        var background = Self.request()
        background.terms.priority = .background
        let leisurely = background
        let first = Caller { try store.render(leisurely) }
        slow.hasBegun.wait()
        // This would wait for ever if it waited for the first.
        let picture = try store.render(Self.request())
        slow.mayEnd.send()
        #expect(try first.picture() == picture)
        #expect(slow.fake.requests.count == 2)
    }

    /// Somebody on a thread of his own, since he waits.
    private final class Caller: Sendable {
        private let isDone = Signal()
        private let outcome = Mutex<Result<RenderedPicture, any Error>?>(nil)

        init(_ work: @escaping @Sendable () throws -> RenderedPicture) {
            let thread = Thread { [self] in
                let result = Result { try work() }
                outcome.withLock { $0 = result }
                isDone.send()
            }
            thread.start()
        }

        func picture() throws -> RenderedPicture {
            isDone.wait()
            return try #require(outcome.withLock { $0 }).get()
        }
    }
}

extension PictureStore {
    /// Waits until so many callers wait for a picture; a thread that never comes there fails the
    /// test by its time limit.
    fileprivate func waitUntilWaiting(_ count: Int, for request: RenderRequest) {
        while waitingCount(for: request) < count { sched_yield() }
    }
}
