// SPDX-License-Identifier: Apache-2.0
public import Faults
internal import Operations
public import Storage
internal import Synchronization

/// Pictures of pages, made when they are asked for and kept while there is room.
///
/// It is itself a renderer: whoever holds one need not know whether a picture was there. A change
/// of the document changes its version, so an old picture is never found again. Callers who want
/// the same picture wait for one rendering; one who is in a greater hurry than the rendering
/// begins another.
public final class PictureStore: PageRenderer {
    private let renderer: any PageRenderer
    private let memory: MemoryCache<PictureKey, RenderedPicture>
    private let disk: DiskCache?
    private let flights = Mutex<[PictureKey: Flight]>([:])

    /// What the pictures in memory may take when nobody says otherwise: two screens of page
    /// images, or thousands of thumbnails.
    public static let usualMemoryBytes = 32 << 20
    /// What the pictures on disk may take when nobody says otherwise.
    public static let usualDiskBytes = 256 << 20

    /// A store before a renderer.
    ///
    /// - Parameters:
    ///   - renderer: draws what is not there.
    ///   - memoryBytes: how much the pictures in memory may take together.
    ///   - disk: where picture files are kept beyond the life of the program; pixels, and all that
    ///     is made of confidential documents, stay in memory.
    public init(
        _ renderer: any PageRenderer,
        memoryBytes: Int = PictureStore.usualMemoryBytes,
        disk: DiskCache? = nil
    ) {
        self.renderer = renderer
        self.disk = disk
        memory = MemoryCache(maximumBytes: memoryBytes)
    }

    /// The picture of a request, if it is there; nothing is drawn.
    public func picture(_ request: RenderRequest) -> RenderedPicture? {
        let key = PictureKey(request)
        if let known = memory.value(for: key) { return known }
        guard mayBeOnDisk(request), let bytes = disk?.bytes(for: key.text) else { return nil }
        let size = PixelSize(width: request.region.width, height: request.region.height)
        let picture = RenderedPicture(size: size, bytes: bytes)
        memory.insert(picture, for: key, byteCount: bytes.count)
        return picture
    }

    /// The picture of a request, if it is in memory: nobody waits for a disk.
    public func keptInMemory(_ request: RenderRequest) -> RenderedPicture? {
        memory.value(for: PictureKey(request))
    }

    /// The picture of a request, drawn if need be.
    ///
    /// - Throws: as the renderer; a failure is not kept.
    public func render(_ request: RenderRequest) throws(Fault) -> RenderedPicture {
        let wish = request.terms.cancellation
        while true {
            if wish?.isCancelled == true { throw Self.unwanted }
            if let known = picture(request) { return known }
            let (flight, isMine) = takeOff(request)
            // All others have gone just now, and with them the rendering.
            guard flight.join() else {
                land(flight, PictureKey(request))
                continue
            }
            if isMine { return try draw(request, flight) }
            let outcome = flight.outcome(unless: wish)
            flight.leave()
            if wish?.isCancelled == true { throw Self.unwanted }
            guard let outcome else { continue }
            return try outcome.get()
        }
    }

    /// How many callers wait for a rendering that another one began; tests ask.
    package func waitingCount(for request: RenderRequest) -> Int {
        flights.withLock { $0[PictureKey(request)]?.waitingCount } ?? 0
    }

    private static let unwanted = Fault(.cancelled, "Nobody waits for this page any more.")

    /// The rendering under way, or a new one when there is none or it is less urgent.
    private func takeOff(_ request: RenderRequest) -> (flight: Flight, isMine: Bool) {
        let priority = request.terms.priority
        return flights.withLock { flights in
            let key = PictureKey(request)
            if let flight = flights[key], flight.priority >= priority { return (flight, false) }
            let flight = Flight(priority)
            flights[key] = flight
            return (flight, true)
        }
    }

    private func land(_ flight: Flight, _ key: PictureKey) {
        flights.withLock { flights in if flights[key] === flight { flights[key] = nil } }
    }

    private func draw(_ request: RenderRequest, _ flight: Flight) throws(Fault) -> RenderedPicture {
        let key = PictureKey(request)
        var shared = request
        shared.terms.cancellation = flight.cancellation
        let wish = request.terms.cancellation
        let handler = wish.map { ($0, $0.whenCancelled { flight.leave() }) }
        let outcome: Flight.Outcome
        do {
            let picture = try renderer.render(shared)
            memory.insert(picture, for: key, byteCount: picture.bytes.count)
            outcome = .success(picture)
        } catch { outcome = .failure(error) }
        if let handler { handler.0.forget(handler.1) }
        flight.finish(outcome)
        land(flight, key)
        let picture = try outcome.get()
        if mayBeOnDisk(request) { disk?.store(picture.bytes, for: key.text) }
        return picture
    }

    private func mayBeOnDisk(_ request: RenderRequest) -> Bool {
        guard case .file = request.output else { return false }
        return !request.source.isConfidential
    }
}
