// SPDX-License-Identifier: Apache-2.0
internal import ByteSource
internal import Faults
internal import Glibc
internal import Operations
internal import Rendering

/// One renderer process with what it has open, in the hands of one thread at a time.
struct RendererLane {
    /// Where the flag ends and the pixels begin.
    static let pixelsStart = 4096

    private let executablePath: String?
    private let forTests: Bool
    private var process: WorkerProcess?
    private var documents: [(version: DocumentVersion, handle: UInt32)] = []
    private var canvas: SharedMemory?
    private var lastHandle: UInt32 = 0
    private var lastNumber: UInt32 = 0

    init(executablePath: String?, forTests: Bool) {
        self.executablePath = executablePath
        self.forTests = forTests
    }

    /// The process that runs now.
    var processIdentifier: Int32? { process?.identifier }

    /// How a request ended badly.
    enum Failure: Error {
        /// The document or the request is at fault; the worker lives.
        case fault(Fault)
        /// The worker is gone, this way, while it opened the document or drew a page.
        case gone(WireFailure, WorkerProcess.Ending, whileOpening: Bool)
    }

    /// Has a call done, with the document opened first where need be.
    ///
    /// - Parameters:
    ///   - source: the document.
    ///   - pixelBytes: how large the canvas must be.
    ///   - terms: time and the wish to stop.
    ///   - request: makes the request of a number and a handle.
    ///   - take: looks at the reply and, while it is there, at the canvas.
    /// - Returns: what `take` returns.
    /// - Throws: how the request ended badly.
    mutating func perform<Value: Sendable>(
        on source: RenderSource,
        pixelBytes: Int,
        terms: RequestTerms,
        _ request: (_ number: UInt32, _ handle: UInt32) -> WorkerRequest,
        _ take: (WorkerReply, SharedMemory) throws(Fault) -> Value
    ) throws(Failure) -> Value {
        let deadline = Deadline(secondsFromNow: terms.timeoutSeconds)
        let worker = try start()
        let canvas = try prepareCanvas(pixelBytes, worker, deadline)
        let handle = try open(source, worker, deadline)
        lastNumber = lastNumber &+ 1
        let number = lastNumber
        let watch = terms.cancellation?.whenCancelled { canvas.flag = number }
        defer { if let watch { terms.cancellation?.forget(watch) } }
        let reply = try ask(request(number, handle), [], worker, deadline, whileOpening: false)
        do throws(Fault) {
            let value = try take(reply, canvas)
            if canvas.count > WorkerLimits.canvasBytesKept { self.canvas = nil }
            return value
        } catch { throw .fault(error) }
    }

    /// Ends the process; the next call starts another.
    @discardableResult
    mutating func end() -> WorkerProcess.Ending {
        defer {
            process = nil
            documents = []
            canvas = nil
        }
        return process?.end() ?? .unknown
    }

    /// Starts the process where none runs, and does not wait for it; what is wrong with it the
    /// next call tells.
    mutating func prepare() {
        if process == nil { process = try? launch() }
    }

    private mutating func start() throws(Failure) -> WorkerProcess {
        if let process, process.confinement != nil {
            if !process.isGone && process.requestsServed < WorkerLimits.requestsPerRenderer {
                return process
            }
            end()
        }
        do throws(Fault) {
            var started = if let process { process } else { try launch() }
            process = nil
            try started.greet()
            process = started
            return started
        } catch { throw .fault(error) }
    }

    private func launch() throws(Fault) -> WorkerProcess {
        let path =
            if let executablePath {
                try WorkerExecutable.check(executablePath, .renderer)
            } else {
                try WorkerExecutable.locate(.renderer)
            }
        return try WorkerProcess(.renderer, path: path, forTests: forTests)
    }

    private mutating func prepareCanvas(
        _ pixelBytes: Int,
        _ worker: WorkerProcess,
        _ deadline: Deadline
    ) throws(Failure) -> SharedMemory {
        let needed = Self.pixelsStart + pixelBytes
        if let canvas, canvas.count >= needed { return canvas }
        // Twice what is needed, so that pages of one file differ without a new canvas each time.
        let roomy = needed <= WorkerLimits.canvasBytesKept / 2 ? needed * 2 : needed
        let fresh: SharedMemory
        do throws(Fault) { fresh = try SharedMemory(count: roomy) } catch { throw .fault(error) }
        _ = try ask(
            .useCanvas(byteCount: roomy),
            [fresh.descriptor],
            worker,
            deadline,
            whileOpening: false
        )
        canvas = fresh
        return fresh
    }

    private mutating func open(
        _ source: RenderSource,
        _ worker: WorkerProcess,
        _ deadline: Deadline
    ) throws(Failure) -> UInt32 {
        if let index = documents.firstIndex(where: { $0.version == source.version }) {
            let document = documents.remove(at: index)
            documents.append(document)
            return document.handle
        }
        if documents.count >= WorkerLimits.documentsPerRenderer {
            let oldest = documents.removeFirst()
            _ = try ask(
                .closeDocument(handle: oldest.handle),
                [],
                worker,
                deadline,
                whileOpening: false
            )
        }
        lastHandle = lastHandle &+ 1
        let call = OpenDocumentCall(
            handle: lastHandle,
            baseLength: source.base.count,
            deltaLength: source.delta.count,
            password: source.password
        )
        let descriptors: [SharedDescriptor]
        do throws(Fault) {
            descriptors = try Self.descriptors(of: source)
        } catch { throw .fault(error) }
        _ = try ask(.openDocument(call), descriptors, worker, deadline, whileOpening: true)
        documents.append((source.version, lastHandle))
        return lastHandle
    }

    /// The base as it is open already, or as sealed memory, and the delta as sealed memory.
    private static func descriptors(of source: RenderSource) throws(Fault) -> [SharedDescriptor] {
        var descriptors: [SharedDescriptor] = []
        if let file = source.base as? FileByteSource {
            let copy = fcntl(file.descriptor, F_DUPFD_CLOEXEC, 0)
            guard copy >= 0 else {
                throw Fault(
                    .internal,
                    "The file could not be handed to the renderer.",
                    cause: unsafe String(cString: strerror(errno))
                )
            }
            descriptors.append(SharedDescriptor(adopting: copy))
        } else {
            let base = source.base
            descriptors.append(
                try unsafe SharedMemory.sealed(count: max(1, base.count)) {
                    buffer throws(Fault) in
                    var offset = 0
                    while offset < base.count {
                        let run = try base.run(from: offset)
                        unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[offset...])
                            .copyBytes(from: run.prefix(base.count - offset))
                        offset += run.count
                    }
                }
            )
        }
        if !source.delta.isEmpty {
            descriptors.append(
                try unsafe SharedMemory.sealed(count: source.delta.count) {
                    buffer throws(Fault) in
                    unsafe buffer.copyBytes(from: source.delta)
                }
            )
        }
        return descriptors
    }

    private mutating func ask(
        _ request: WorkerRequest,
        _ descriptors: [SharedDescriptor],
        _ worker: WorkerProcess,
        _ deadline: Deadline,
        whileOpening: Bool
    ) throws(Failure) -> WorkerReply {
        process?.requestsServed += 1
        let reply: WorkerReply
        do throws(WireFailure) {
            let (kind, payload) = request.frame
            try worker.connection.send(
                FrameHeader(kind, length: payload.count),
                payload,
                descriptors: descriptors.map(\.number),
                by: deadline
            )
            let frame = try worker.connection.receive(
                expecting: WorkerReply.kinds,
                maximumLength: WorkerLimits.maximumReplyBytes,
                by: deadline
            )
            reply = try WorkerReply(header: frame.header, payload: frame.payload)
        } catch {
            throw .gone(error, end(), whileOpening: whileOpening)
        }
        if case .fault(let fault) = reply { throw .fault(fault) }
        return reply
    }
}
