internal import CServer
// SPDX-License-Identifier: Apache-2.0
public import CommandLineTool
internal import DocumentLibrary
public import Faults
internal import Glibc
internal import JSON
internal import MicroHTTPServer
internal import QRCode
public import Rendering
internal import WebAPI
public import Workbench

/// Starts the server, tells where it is, and ends it in order when a signal says so.
public struct ServerTool: Sendable {
    private let options: ServeOptions
    private let workbench: Workbench
    private let renderer: any PageRenderer
    private let rest: @Sendable () -> Void

    /// - Parameters:
    ///   - options: how to start.
    ///   - workbench: does the work.
    ///   - renderer: draws pages.
    ///   - rest: called when nobody has asked for anything for a while.
    public init(
        _ options: ServeOptions,
        workbench: Workbench,
        renderer: any PageRenderer,
        rest: @escaping @Sendable () -> Void
    ) {
        self.options = options
        self.workbench = workbench
        self.renderer = renderer
        self.rest = rest
    }

    /// A sign of life goes out so often.
    private static let beatSeconds = 20
    /// What is kept no longer is let go every six hours.
    private static let beatsToTidy = 6 * 3600 / beatSeconds
    /// Workers end when nobody has asked for anything for so long.
    private static let restSeconds: Int64 = 60

    /// Serves until SIGINT or SIGTERM comes.
    ///
    /// - Returns: the exit status.
    /// - Throws: `permissionDenied`, `conflict` when the port or the data folder is taken, and what
    ///   reading certificates throws.
    public func run() throws(Fault) -> Int32 {
        inkstone_share_heaps()
        let signals = Self.holdSignals()
        let folder = try dataFolder()
        let web = try WebFolder(options.webFolder)
        let names = NetworkNames(options)
        var terms = ServiceTerms(dataFolder: folder, webFolder: web.path)
        terms.geometryPath = web.geometryPath
        terms.demandsPairing = !options.isLocal
        terms.hosts = names.hosts
        terms.embedders = options.embedders
        var identity: TLSIdentity?
        switch options.tls {
        case .off: break
        case .automatic:
            let made = try TLSIdentity.automatic(in: folder, names: names)
            terms.authorityCertificate = made.authority
            identity = made
        case .files(let certificate, let key):
            identity = try TLSIdentity.files(certificate: certificate, key: key)
        }
        let service = try InkstoneService(terms, workbench: workbench, renderer: renderer)
        try takeSample(into: service)
        let watched = WatchedService(service, log: options.log)
        let server = try MicroHTTPServer(
            watched,
            terms: .init(
                address: options.host,
                port: UInt16(options.port),
                tls: identity?.tls
            )
        )
        let scheme = identity == nil ? "http" : "https"
        let address = "\(scheme)://\(names.shown):\(server.port)/"
        service.listens(at: address)
        try tell(address, server.port, service, identity)
        serve(until: signals, service, watched)
        service.close()
        server.stop()
        return 0
    }

    /// Signals that end the server are waited for, and disturb no other thread.
    private static func holdSignals() -> sigset_t {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGINT)
        unsafe sigaddset(&signals, SIGTERM)
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
        _ = signal(SIGPIPE, SIG_IGN)
        return signals
    }

    private func serve(
        until signals: sigset_t,
        _ service: InkstoneService,
        _ watched: WatchedService
    ) {
        var signals = signals
        var rests = false
        var beats = 0
        while true {
            // What cannot be tidied now can be later.
            if beats.isMultiple(of: Self.beatsToTidy) { try? service.tidy() }
            beats += 1
            var wait = timespec(tv_sec: Self.beatSeconds, tv_nsec: 0)
            if unsafe sigtimedwait(&signals, nil, &wait) > 0 { return }
            service.beat()
            let isQuiet = Milliseconds.now() - watched.lastRequest > Self.restSeconds * 1000
            if isQuiet, !rests {
                rest()
                inkstone_trim_heaps()
            }
            rests = isQuiet
        }
    }

    private func dataFolder() throws(Fault) -> String {
        if let folder = options.dataFolder { return folder }
        if let folder = DocumentLibrary.standardFolder { return folder }
        throw Fault(.usage, "There is no home to keep documents in; say where: --data DIR.")
    }

    private func takeSample(into service: InkstoneService) throws(Fault) {
        guard let path = options.sample else { return }
        try service.takeSample(path)
    }

    private func tell(
        _ address: String,
        _ port: UInt16,
        _ service: InkstoneService,
        _ identity: TLSIdentity?
    ) throws(Fault) {
        let pairing = options.isLocal ? nil : service.firstPairing()
        if options.tellsJSON {
            let value: JSONValue = [
                "url": JSONValue(address), "port": JSONValue(Int(port)),
                "pairing": pairing.map { JSONValue($0) } ?? .null,
                "authority": identity?.authorityFingerprint.map { JSONValue($0) } ?? .null,
            ]
            return try ServeOptions.write(value.serialised() + "\n")
        }
        var text = "Inkstone is at \(address)\n"
        if let pairing {
            text += "\nTo let a device in, scan this with it, or open the address there. It works "
            text += "once, within an hour.\n\n"
            if isatty(STDOUT_FILENO) == 1, let code = QRCode(pairing) {
                text += code.terminalText + "\n"
            }
            text += "\(pairing)\n"
        }
        if let fingerprint = identity?.authorityFingerprint {
            text += "\nA phone comes to trust this server by the certificate at "
            text += "\(address)authority.crt\nSHA-256 of it: \(fingerprint)\n"
        } else if !options.isLocal {
            text += "\nWithout https browsers offer neither installing nor working offline, and "
            text += "others on the network can read along; start it with --tls auto.\n"
        }
        try ServeOptions.write(text)
    }
}
