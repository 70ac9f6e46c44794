// SPDX-License-Identifier: Apache-2.0
internal import ByteSource
internal import Cryptography
internal import DocumentLibrary
public import Faults
internal import Operations
public import Rendering
internal import Storage
internal import Synchronization
internal import Vault
public import WebExchange
public import Workbench

/// How the service is set up.
public struct ServiceTerms: Sendable {
    /// Where everything is kept.
    public var dataFolder: String
    /// Where the web app is.
    public var webFolder: String
    /// Where geometry.wasm is, when it is not in the app's folder.
    public var geometryPath: String?
    /// Whether a device must be let in before it gets anything.
    public var demandsPairing = false
    /// The names and numbers by which the server may be called, in small letters.
    public var hosts: Set<String> = ["localhost", "127.0.0.1", "::1"]
    /// Origins whose pages may show the app in a frame.
    public var embedders: [String] = []
    /// The certificate of the authority that signed the server's, in PEM, to be fetched by phones
    /// that shall trust it.
    public var authorityCertificate: [UInt8]?
    /// The largest file that is taken.
    public var maximumUploadBytes = 2 << 30

    /// Makes terms.
    public init(dataFolder: String, webFolder: String) {
        self.dataFolder = dataFolder
        self.webFolder = webFolder
    }
}

/// The documented interface of the server (`Web/openapi.json`) and the web app's files: it answers
/// requests and knows no sockets.
public final class InkstoneService: WebService {
    let terms: ServiceTerms
    let workbench: Workbench
    let library: DocumentLibrary
    let vault: Vault
    let access: AccessControl
    let live: LiveDocuments
    let events: EventHub
    let operations: OperationRegistry
    /// Draws, and keeps what was drawn.
    let pictures: PictureStore
    let clock: @Sendable () -> Int64
    private let files: WebFiles
    let router: Router
    private let origin: RequestOrigin
    private let security: SecurityFields
    private let address = Mutex("")
    /// Searches that run.
    let searches = Atomic<Int>(0)

    /// Opens the data folder and makes ready.
    ///
    /// - Parameters:
    ///   - terms: how it is set up.
    ///   - workbench: does the work.
    ///   - renderer: draws pages.
    ///   - clock: milliseconds since 1970.
    /// - Throws: `permissionDenied`, `conflict` when another server has the folder, `readFailed`,
    ///   `saveFailed`.
    public init(
        _ terms: ServiceTerms,
        workbench: Workbench,
        renderer: any PageRenderer,
        clock: @escaping @Sendable () -> Int64 = Milliseconds.now
    ) throws(Fault) {
        self.terms = terms
        self.workbench = workbench
        self.clock = clock
        let random = workbench.random
        library = try DocumentLibrary(folder: terms.dataFolder, clock: clock, random: random)
        vault = try Vault(keyFile: terms.dataFolder + "/key")
        access = AccessControl(
            terms.demandsPairing ? .paired : .open,
            library: library,
            clock: clock,
            random: random
        )
        live = LiveDocuments(
            workbench,
            journal: .folder(terms.dataFolder + "/journals"),
            clock: clock
        )
        events = EventHub()
        operations = OperationRegistry(
            events: events,
            clock: clock,
            newID: { Digest(bytes: random(8)).description }
        )
        pictures = PictureStore(
            renderer,
            disk: DiskCache(
                in: terms.dataFolder + "/pictures",
                maximumBytes: PictureStore.usualDiskBytes
            )
        )
        files = WebFiles(
            in: terms.webFolder,
            elsewhere: terms.geometryPath.map { ["geometry.wasm": $0] } ?? [:]
        )
        router = Router(routes: Self.routes)
        origin = RequestOrigin(hosts: terms.hosts)
        security = SecurityFields(embedders: terms.embedders)
    }

    /// All routes, in the order of the description.
    static let routes: [Route] =
        serverRoutes + accessRoutes + libraryRoutes + readingRoutes + editingRoutes
        + progressRoutes + signatureRoutes

    /// Methods and addresses that are answered, as the description names them.
    package static var routeNames: [String] { routes.map { "\($0.method) \($0.pattern)" } }

    // MARK: Life

    /// Where people reach the server; known when it listens.
    public func listens(at address: String) { self.address.withLock { $0 = address } }

    var publicAddress: String { address.withLock { $0 } }

    /// A token for the first device, to be shown to whoever started the server.
    public func firstPairing() -> String {
        Self.pairingAddress(
            publicAddress,
            access.makeToken(lasting: AccessControl.firstTokenMilliseconds)
        )
    }

    static func pairingAddress(_ base: String, _ token: AccessControl.PairingToken) -> String {
        // What stands behind # never leaves the browser, so no log has it.
        "\(base)#pair=\(token.text)"
    }

    /// Deleted documents can be brought back for so long.
    private static let keptMilliseconds: Int64 = 30 * 86_400_000
    /// A device that was not seen for so long must be let in again.
    private static let unseenMilliseconds: Int64 = 180 * 86_400_000

    /// Tells listeners that the connection lives; to be called every 20 seconds.
    public func beat() { events.beat() }

    /// Lets go what is kept no longer: documents that were deleted long ago, and devices that were
    /// not seen for long; to be called at the start and every few hours.
    ///
    /// - Throws: `readFailed`, `saveFailed`.
    public func tidy() throws(Fault) {
        for record in try library.list(deleted: true) {
            guard let deleted = record.deleted, clock() - deleted > Self.keptMilliseconds else {
                continue
            }
            if let path = try? library.path(of: record.id) {
                live.discard(record.id, path: path)
            }
            try library.deletePermanently(record.id)
        }
        _ = try library.closeSessions(unseenFor: Self.unseenMilliseconds)
    }

    /// Ends streams and tasks, and keeps edits that are not saved in their journals.
    public func close() {
        operations.cancelAll()
        events.close()
        live.closeAll()
    }

    // MARK: WebService

    /// Says whether and how the body is taken.
    public func admit(_ head: WebRequestHead) -> WebAdmission {
        do {
            switch try taken(head) {
            case .file, .preflight: return .memory(maximumBytes: 0)
            case .call(let route, let call):
                switch route.body {
                case .none: return .memory(maximumBytes: 0)
                case .json(let maximumBytes): return .memory(maximumBytes: maximumBytes)
                case .upload:
                    let sink = try UploadSink.begin(call, library: library)
                    return .sink(sink, maximumBytes: terms.maximumUploadBytes)
                }
            }
        } catch { return .refuse(security.complete(WebResponse(error))) }
    }

    /// What can be had without waiting: the app's files, and pictures that were drawn before.
    public func answerAtOnce(_ head: WebRequestHead) -> WebResponse? {
        do {
            switch try taken(head) {
            case .file(let parts): return security.complete(file(parts, head))
            case .preflight(let methods): return security.complete(permission(methods, head))
            case .call(let route, let call):
                guard route.pattern == Self.imagePattern || route.pattern == Self.thumbnailPattern
                else { return nil }
                return try keptPicture(route, call).map(security.complete)
            }
        } catch { return security.complete(WebResponse(error)) }
    }

    /// Which threads answer.
    public func lane(of head: WebRequestHead) -> WebLane {
        if case .route(let route, _) = router.match(head.method, head.path) { return route.lane }
        return .quick
    }

    /// The answer.
    public func answer(_ request: WebRequest) -> WebResponse {
        do {
            switch try taken(request.head) {
            case .file(let parts): return security.complete(file(parts, request.head))
            case .preflight(let methods):
                return security.complete(permission(methods, request.head))
            case .call(let route, var call):
                call.body = request.body
                call.cancellation = request.cancellation
                return security.complete(try route.handler(self, call))
            }
        } catch {
            if case .received(let sink) = request.body { sink.abandon() }
            return security.complete(WebResponse(error))
        }
    }

    private enum Taken {
        case file([String])
        /// A browser asks whether it may ask (Fetch, 3.3.2); for these methods it may.
        case preflight([String])
        case call(Route, WebCall)
    }

    /// Checks where a request comes from and who sends it, and finds its route.
    ///
    /// - Throws: `WebRefusal`, `Fault`.
    private func taken(_ head: WebRequestHead) throws -> Taken {
        try origin.check(head)
        if isPreflight(head, ["GET", "HEAD"]), !head.path.hasPrefix("/api/") {
            return .preflight(["GET", "HEAD"])
        }
        if head.path == "/" { return try onlyReading(head, .file([])) }
        guard let parts = Router.parts(head.path) else { throw WebRefusal.notThere }
        guard parts[0] == "api" else { return try onlyReading(head, .file(parts)) }
        switch router.match(head.method, head.path) {
        case .nothing: throw WebRefusal.notThere
        case .otherMethods(let methods):
            if isPreflight(head, methods) { return .preflight(methods) }
            throw WebRefusal.methodNotAllowed(methods)
        case .route(let route, let parameters):
            guard let visitor = try access.visitor(head.fields) else {
                guard route.isOpenToAll else { throw WebRefusal.notLetIn }
                return .call(
                    route,
                    WebCall(head: head, parameters: parameters, visitor: .anybody)
                )
            }
            return .call(route, WebCall(head: head, parameters: parameters, visitor: visitor))
        }
    }

    /// Whether a browser asks before the app may ask.
    ///
    /// Where the app came out of its own cache, browsers do not know that it belongs to this
    /// machine. Of other sites nobody comes so far.
    private func isPreflight(_ head: WebRequestHead, _ methods: [String]) -> Bool {
        guard head.method == "OPTIONS", head.fields["Origin"] != nil,
            let wanted = head.fields["Access-Control-Request-Method"]
        else { return false }
        return methods.contains(wanted)
    }

    private func permission(_ methods: [String], _ head: WebRequestHead) -> WebResponse {
        WebResponse(
            204,
            fields: [
                "Access-Control-Allow-Origin": head.fields["Origin"] ?? "",
                "Access-Control-Allow-Credentials": "true",
                "Access-Control-Allow-Methods": methods.joined(separator: ", "),
                "Access-Control-Allow-Headers": "Content-Type, If-Match, If-None-Match, Range",
                "Access-Control-Allow-Private-Network": "true", "Vary": "Origin",
                "Cache-Control": "no-store",
            ]
        )
    }

    private func onlyReading(_ head: WebRequestHead, _ taken: Taken) throws -> Taken {
        guard RequestOrigin.onlyReads(head.method) else {
            throw WebRefusal.methodNotAllowed(["GET", "HEAD"])
        }
        return taken
    }

    private func file(_ parts: [String], _ head: WebRequestHead) -> WebResponse {
        if parts == ["authority.crt"], let certificate = terms.authorityCertificate {
            return WebResponse(
                200,
                fields: [
                    "Content-Type": "application/x-x509-ca-cert", "Cache-Control": "no-cache",
                    "Content-Disposition": "attachment; filename=\"inkstone-authority.crt\"",
                ],
                body: .bytes(certificate)
            )
        }
        return files.answer(parts, head) ?? WebResponse(WebRefusal.notThere)
    }

    /// The file that describes the interface; it lies beside the app.
    var description: WebResponse? {
        let parts = terms.webFolder.split(separator: "/", omittingEmptySubsequences: false)
        let folder = parts.dropLast().joined(separator: "/")
        guard let file = try? OpenedFile.open(folder + "/openapi.json"),
            let bytes = try? file.source.bytes(in: 0..<file.source.count)
        else { return nil }
        return WebResponse(
            200,
            fields: ["Content-Type": "application/json", "Cache-Control": "no-cache"],
            body: .bytes(Array(bytes))
        )
    }
}

extension InkstoneService {
    /// The kind of address that a request names: no name or number of anything is in it.
    public func pattern(of head: WebRequestHead) -> String {
        if case .route(let route, _) = router.match(head.method, head.path) { return route.pattern }
        return head.path.hasPrefix("/api/") ? "/api/…" : "/…"
    }

    /// Puts a document into the library when that is empty.
    ///
    /// - Parameter path: of the file.
    /// - Throws: as opening and importing.
    public func takeSample(_ path: String) throws(Fault) {
        guard try library.list().isEmpty, try library.list(deleted: true).isEmpty else { return }
        let file = try OpenedFile.open(path)
        let found = try look(at: path)
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let incoming = try library.beginImport(name: name)
        do throws(Fault) {
            var offset = 0
            while offset < file.source.count {
                let end = min(offset + (1 << 20), file.source.count)
                try incoming.write(Array(try file.source.bytes(in: offset..<end)))
                offset = end
            }
            _ = try incoming.finish(pageCount: found.pageCount, isEncrypted: found.isEncrypted)
        } catch {
            incoming.abandon()
            throw error
        }
    }
}
