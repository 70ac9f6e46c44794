// SPDX-License-Identifier: Apache-2.0
public import Faults
internal import Geometry
internal import Glibc
internal import Operations
public import Rendering
internal import Synchronization

/// Draws pages and reads their text in processes of their own (`inkstone-renderer`), which have no
/// network and open no files, so that a page that breaks the renderer breaks nothing else.
///
/// Processes start when they are needed, at most as many as there are cores, keep documents open
/// and are replaced when they crash, run out of time or have served for long. Calls come from any
/// thread and wait; of those that wait the most urgent goes first.
public final class RenderingWorkers: PageRenderer, TextExtractor {
    private struct State {
        var schedule: LaneSchedule
        var waiting: [Int: Waiter] = [:]
        var badPages = BadPages()
    }

    /// Somebody who waits for a lane.
    private final class Waiter: Sendable {
        let signal = Signal()
        /// The lane that was given; nil when the request was withdrawn.
        let lane = Mutex<Int?>(nil)
    }

    private let state: Mutex<State>
    private let lanes: [LaneHolder]

    /// A lane and whoever holds it; the schedule gives it to one thread at a time.
    private final class LaneHolder: Sendable {
        let lane: Mutex<RendererLane>
        init(_ lane: sending RendererLane) { self.lane = Mutex(lane) }
    }

    /// Workers that are not started yet.
    ///
    /// Without `executablePath` the program is what the variable `INKSTONE_RENDERER` names, else
    /// `inkstone-renderer` beside the running program, else in `../libexec/inkstone/` from there.
    ///
    /// - Parameters:
    ///   - executablePath: where the program is.
    ///   - count: how many processes may run; as many as there are cores when nil.
    public convenience init(executablePath: String? = nil, count: Int? = nil) {
        self.init(executablePath: executablePath, count: count, forTests: false)
    }

    /// Workers that also answer rehearsals.
    package init(executablePath: String? = nil, count: Int? = nil, forTests: Bool) {
        let count = count ?? max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        state = Mutex(State(schedule: LaneSchedule(laneCount: count)))
        lanes = (0..<max(1, count)).map { _ in
            LaneHolder(RendererLane(executablePath: executablePath, forTests: forTests))
        }
    }

    deinit { end() }

    /// How many workers there may be at once.
    public var count: Int { lanes.count }

    /// Ends all processes that are not at work; they start again when they are needed.
    ///
    /// A server calls it when nobody has asked for a page for a while.
    public func end() {
        for holder in lanes {
            holder.lane.withLockIfAvailable { lane in _ = lane.end() }
        }
    }

    /// Starts the first process where none runs.
    ///
    /// It gets ready beside whatever the caller does next.
    public func prepare() {
        lanes[0].lane.withLockIfAvailable { $0.prepare() }
    }

    /// The processes that run now.
    package var processIdentifiers: [Int32] {
        lanes.compactMap { holder in
            holder.lane.withLockIfAvailable { $0.processIdentifier } ?? nil
        }
    }

    /// How many requests wait for a worker.
    package var waitingCount: Int { state.withLock { $0.schedule.waitingCount } }

    // MARK: PageRenderer

    /// Draws a page or a part of it.
    public func render(_ request: RenderRequest) throws(Fault) -> RenderedPicture {
        let size = PixelSize(width: request.region.width, height: request.region.height)
        guard let pixelBytes = RenderCall(request, number: 0, handle: 0).pixelBytes,
            request.pageSize.width > 0, request.pageSize.height > 0,
            request.pageSize.isReasonable, request.region.isReasonable
        else {
            throw Fault(
                .limitExceeded,
                "A picture of \(size.width) × \(size.height) pixels cannot be drawn; at most "
                    + "\(WorkerLimits.maximumRenderedPixels / 1_000_000) million pixels are drawn "
                    + "at once. Ask for a smaller picture, or for a part of the page."
            )
        }
        var canvasBytes = 0
        if case .pixels = request.output { canvasBytes = pixelBytes }
        return try perform(
            on: request.source,
            page: request.pageIndex,
            canvasBytes: canvasBytes,
            terms: request.terms,
            { .render(RenderCall(request, number: $0, handle: $1)) },
            { reply, canvas throws(Fault) in
                switch (reply, request.output) {
                case (.done, .pixels):
                    let start = RendererLane.pixelsStart
                    let bytes = unsafe canvas.withBytes { buffer in
                        unsafe Array(buffer[start..<start + pixelBytes])
                    }
                    return RenderedPicture(size: size, bytes: bytes)
                case (.document(let bytes), .file):
                    return RenderedPicture(size: size, bytes: bytes)
                default: throw WorkerClient.unexpectedReply
                }
            }
        )
    }

    // MARK: TextExtractor

    /// The characters of a page with their places.
    public func characters(_ request: TextRequest) throws(Fault) -> [TextCharacter] {
        let space = request.space
        let index = request.pageIndex
        let page = index..<(index == .max ? index : index + 1)
        return try perform(
            on: request.source,
            page: index,
            canvasBytes: 0,
            terms: request.terms,
            { .readCharacters(TextCall(number: $0, handle: $1, pages: page)) },
            { reply, _ throws(Fault) in
                guard case .characters(let characters) = reply else {
                    throw WorkerClient.unexpectedReply
                }
                return characters.map { character in
                    var seen = character
                    seen.quad = character.quad.mapped(by: space.pageToView)
                    seen.fontSize *= space.userUnit
                    return seen
                }
            }
        )
    }

    /// The characters of many pages.
    public func scalars(
        ofPages pages: Range<Int>,
        of source: RenderSource,
        terms: RequestTerms
    ) throws(Fault) -> [[Unicode.Scalar]] {
        try perform(
            on: source,
            page: pages.count == 1 ? pages.lowerBound : nil,
            canvasBytes: 0,
            terms: terms,
            { .readScalars(TextCall(number: $0, handle: $1, pages: pages)) },
            { reply, _ throws(Fault) in
                guard case .scalars(let texts) = reply else { throw WorkerClient.unexpectedReply }
                return texts
            }
        )
    }

    // MARK: Lanes

    /// Misbehaviour on purpose, for tests.
    package func rehearse(
        _ rehearsal: Rehearsal,
        on source: RenderSource,
        page: Int,
        terms: RequestTerms = RequestTerms()
    ) throws(Fault) -> String {
        try perform(
            on: source,
            page: page,
            canvasBytes: 0,
            terms: terms,
            { _, _ in .rehearse(rehearsal) },
            { reply, _ throws(Fault) in
                guard case .report(let text) = reply else { throw WorkerClient.unexpectedReply }
                return String(decoding: text, as: UTF8.self)
            }
        )
    }

    private func perform<Value: Sendable>(
        on source: RenderSource,
        page: Int?,
        canvasBytes: Int,
        terms: RequestTerms,
        _ request: @Sendable (_ number: UInt32, _ handle: UInt32) -> WorkerRequest,
        _ take: @Sendable (WorkerReply, SharedMemory) throws(Fault) -> Value
    ) throws(Fault) -> Value {
        let opening = BadPages.Key(version: source.version, pageIndex: -1)
        let key = BadPages.Key(version: source.version, pageIndex: page ?? -1)
        let isBad = state.withLock { $0.badPages.isBad(key) || $0.badPages.isBad(opening) }
        if isBad { throw Self.badPage(page) }
        let lane = try turn(source.version, terms)
        defer { release(lane) }
        if terms.cancellation?.isCancelled == true { throw Self.nobodyWaits }
        let outcome = lanes[lane].lane.withLock { lane -> Result<Value, RendererLane.Failure> in
            do throws(RendererLane.Failure) {
                return .success(
                    try lane.perform(
                        on: source,
                        pixelBytes: canvasBytes,
                        terms: terms,
                        request,
                        take
                    )
                )
            } catch { return .failure(error) }
        }
        switch outcome {
        case .success(let value):
            state.withLock { $0.badPages.forgive(key) }
            return value
        case .failure(.fault(let fault)):
            throw page.map { fault.onPage($0) } ?? fault
        case .failure(.gone(let failure, let ending, let whileOpening)):
            state.withLock { state in
                state.schedule.forget(lane)
                state.badPages.note(whileOpening ? opening : key)
            }
            throw Self.fault(failure, ending, page, seconds: terms.timeoutSeconds)
        }
    }

    /// Waits for a lane.
    private func turn(_ version: DocumentVersion, _ terms: RequestTerms) throws(Fault) -> Int {
        let waiter = Waiter()
        let turn = state.withLock { state in
            let turn = state.schedule.ask(terms.priority, for: version)
            if case .wait(let ticket) = turn { state.waiting[ticket] = waiter }
            return turn
        }
        guard case .wait(let ticket) = turn else {
            if case .lane(let lane) = turn { return lane }
            throw Fault(.internal, "A worker was neither given nor waited for.")
        }
        let watch = terms.cancellation?.whenCancelled { [self] in
            let wasWaiting = state.withLock { state in
                state.waiting[ticket] = nil
                return state.schedule.withdraw(ticket)
            }
            if wasWaiting { waiter.signal.send() }
        }
        waiter.signal.wait()
        if let watch { terms.cancellation?.forget(watch) }
        guard let lane = waiter.lane.withLock({ $0 }) else { throw Self.nobodyWaits }
        return lane
    }

    private func release(_ lane: Int) {
        let next: (Waiter, Int)? = state.withLock { state in
            guard let (ticket, lane) = state.schedule.release(lane),
                let waiter = state.waiting.removeValue(forKey: ticket)
            else { return nil }
            return (waiter, lane)
        }
        guard let (waiter, lane) = next else { return }
        waiter.lane.withLock { $0 = lane }
        waiter.signal.send()
    }

    // MARK: Faults

    private static var nobodyWaits: Fault {
        Fault(.cancelled, "Nobody waits for this page any more.")
    }

    private static func badPage(_ page: Int?) -> Fault {
        Fault(
            .workerFailed,
            "The renderer failed on this page twice and does not try it again until the file "
                + "changes; the document itself is fine.",
            at: page.map { Place(pageIndex: $0) } ?? Place()
        )
    }

    private static func fault(
        _ failure: WireFailure,
        _ ending: WorkerProcess.Ending,
        _ page: Int?,
        seconds: Int
    ) -> Fault {
        let place = page.map { Place(pageIndex: $0) } ?? Place()
        if failure == .timedOut || ending == .killed(signal: SIGXCPU) {
            return Fault(
                .timedOut,
                "The renderer took longer than \(seconds) seconds for this page; ask for a "
                    + "smaller picture of it.",
                at: place
            )
        }
        return Fault(
            .workerFailed,
            "The renderer failed on this page; the document itself is fine, and other pages can "
                + "still be shown.",
            at: place,
            cause: "\(failure), \(ending)"
        )
    }
}

extension Quad {
    /// The four points under a transform.
    fileprivate func mapped(by transform: AffineTransform) -> Quad {
        Quad(transform.apply(p0), transform.apply(p1), transform.apply(p2), transform.apply(p3))
    }
}

extension PixelSize {
    /// Whether both numbers fit what PDFium computes with.
    fileprivate var isReasonable: Bool {
        width <= PixelBox.largest && height <= PixelBox.largest
    }
}

extension PixelBox {
    fileprivate static let largest = 1_000_000

    fileprivate var isReasonable: Bool {
        abs(x) <= Self.largest && abs(y) <= Self.largest && width <= Self.largest
            && height <= Self.largest
    }
}

extension Fault {
    /// The same with the page as its place, where none is named.
    fileprivate func onPage(_ index: Int) -> Fault {
        var fault = self
        if fault.place.pageIndex == nil { fault.place.pageIndex = index }
        return fault
    }
}
