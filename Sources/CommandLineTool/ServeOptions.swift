// SPDX-License-Identifier: Apache-2.0
public import Faults
internal import Workbench

/// How the server is to be started: what `inkstone serve` reads and `inkstone-server` reads again.
public struct ServeOptions: Sendable, Hashable {
    /// Where TLS gets its certificate.
    public enum TLS: Sendable, Hashable {
        /// There is none.
        case off
        /// A local authority makes it.
        case automatic
        /// Files in PEM.
        case files(certificate: String, key: String)
    }

    /// What is written of each request.
    public enum Log: String, Sendable, Hashable, CaseIterable {
        /// Nothing.
        case none
        /// Method, kind of address, status and time: no name and no number of a document.
        case requests
        /// The addresses too, which hold names and words that were looked for.
        case names
    }

    /// The port when none is given.
    public static let usualPort = 8465

    /// The numeric address on which it listens.
    public var host = "127.0.0.1"
    /// The port; 0 takes a free one.
    public var port = ServeOptions.usualPort
    /// The data folder; nil for the user's own.
    public var dataFolder: String?
    /// The folder of the web app; nil for the one that belongs to the program.
    public var webFolder: String?
    /// TLS.
    public var tls = TLS.off
    /// More names by which the server may be called.
    public var allowedHosts: [String] = []
    /// Origins whose pages may show the app in a frame.
    public var embedders: [String] = []
    /// A document for a library that is still empty.
    public var sample: String?
    /// What is written of each request.
    public var log = Log.none
    /// Whether it tells its address as JSON.
    public var tellsJSON = false

    /// The usual ones.
    public init() {}

    /// Whether only this machine reaches the server.
    public var isLocal: Bool { host == "::1" || host.hasPrefix("127.") }

    /// Reads the words after the program's name.
    ///
    /// - Returns: the options; nil when help or the version was asked for, and was written.
    /// - Throws: `usage`.
    public static func read(_ words: [String]) throws(Fault) -> ServeOptions? {
        let parser = ArgumentParser(names: [ServeVerb.name]) { name in
            name == ServeVerb.name ? ServeVerb.declaration : nil
        }
        switch try parser.parse([ServeVerb.name] + words) {
        case .help:
            try Output.standard.write(Help.page(for: ServeVerb.declaration))
            return nil
        case .version:
            try Output.standard.write("inkstone \(Workbench.version)\n")
            return nil
        case .run(_, let arguments): return try ServeOptions(arguments)
        }
    }

    /// Writes a failure to standard error, as every verb does.
    ///
    /// - Returns: the exit status.
    public static func report(_ fault: Fault, _ words: [String]) -> Int32 {
        let line = ErrorOutput.line(fault, asJSON: ArgumentParser.wantsJSON(words))
        // Nobody can be told when standard error is closed; the status still speaks.
        _ = try? Output.error.write(line)
        return fault.code.exitStatus
    }

    /// Writes what the server tells to standard output.
    ///
    /// - Throws: `saveFailed`.
    public static func write(_ text: String) throws(Fault) { try Output.standard.write(text) }

    /// Takes what a call gave.
    ///
    /// - Throws: `usage`.
    init(_ arguments: Arguments) throws(Fault) {
        host = arguments[.host] ?? host
        port = try arguments.integer(.port, in: 0...65_535) ?? port
        dataFolder = arguments[.dataFolder]
        webFolder = arguments[.webFolder]
        allowedHosts = arguments.all(.allowHost)
        embedders = arguments.all(.allowEmbed)
        sample = arguments[.sample]
        log = arguments[.log].flatMap(Log.init) ?? .none
        tellsJSON = arguments.has(.json)
        switch (arguments[.tls], arguments[.tlsCertificate], arguments[.tlsKey]) {
        case (nil, nil, nil): break
        case ("auto"?, nil, nil): tls = .automatic
        case (nil, let certificate?, let key?): tls = .files(certificate: certificate, key: key)
        default:
            throw Fault(.usage, "Give --tls auto, or both --tls-cert and --tls-key.")
        }
        for origin in embedders where !Self.isOrigin(origin) {
            throw Fault(.usage, "--allow-embed takes an origin, as in https://example.org.")
        }
    }

    private static func isOrigin(_ text: String) -> Bool {
        let rest = ["https://", "http://"].first { text.hasPrefix($0) }
            .map { text.dropFirst($0.count) }
        guard let rest, !rest.isEmpty else { return false }
        return rest.unicodeScalars.allSatisfy { scalar in
            scalar.isASCII
                && (scalar.properties.isAlphabetic
                    || "0123456789.-:[]".unicodeScalars.contains(scalar))
        }
    }

    /// The words that mean the same.
    var words: [String] {
        var words = ["--host=\(host)", "--port=\(port)", "--log=\(log.rawValue)"]
        if let dataFolder { words.append("--data=\(dataFolder)") }
        if let webFolder { words.append("--web=\(webFolder)") }
        if let sample { words.append("--sample=\(sample)") }
        words += allowedHosts.map { "--allow-host=\($0)" }
        words += embedders.map { "--allow-embed=\($0)" }
        switch tls {
        case .off: break
        case .automatic: words.append("--tls=auto")
        case .files(let certificate, let key):
            words += ["--tls-cert=\(certificate)", "--tls-key=\(key)"]
        }
        if tellsJSON { words.append("--json") }
        return words
    }
}
