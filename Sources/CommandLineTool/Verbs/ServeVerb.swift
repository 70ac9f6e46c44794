// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Glibc
internal import Operations
internal import Workbench

extension ArgumentOption {
    static let host = ArgumentOption(
        "--host",
        .value("ADDRESS"),
        "Listen on this numeric address. 127.0.0.1, the usual one, answers this machine alone; "
            + "0.0.0.0 answers the network, and every device must then be let in once."
    )
    static let port = ArgumentOption(
        "--port",
        .value("N"),
        "Listen on this port, else on \(ServeOptions.usualPort); 0 takes a free one."
    )
    static let dataFolder = ArgumentOption(
        "--data",
        .value("DIR"),
        "Keep documents and settings here, else in the user's data folder (XDG)."
    )
    static let webFolder = ArgumentOption(
        "--web",
        .value("DIR"),
        "The web app is here, and not where it was installed."
    )
    static let tls = ArgumentOption(
        "--tls",
        .choice(["auto"]),
        "Serve https by a certificate of an authority that is made on this machine; a phone can "
            + "be told to trust it."
    )
    static let tlsCertificate = ArgumentOption(
        "--tls-cert",
        .value("FILE"),
        "Serve https by this certificate and those that lead to its authority, in PEM."
    )
    static let tlsKey = ArgumentOption("--tls-key", .value("FILE"), "Its private key, in PEM.")
    static let allowHost = ArgumentOption(
        "--allow-host",
        .repeated("NAME"),
        "The server may be called by this name too."
    )
    static let allowEmbed = ArgumentOption(
        "--allow-embed",
        .repeated("ORIGIN"),
        "Pages of this origin may show the app in a frame."
    )
    static let sample = ArgumentOption(
        "--sample",
        .value("FILE"),
        "Put this document into the library when that is empty."
    )
    static let log = ArgumentOption(
        "--log",
        .choice(ServeOptions.Log.allCases.map(\.rawValue)),
        "What is written to standard error of each request: nothing, its kind, or also the "
            + "address with names and words in it."
    )
}

/// The verb `inkstone serve`: it becomes `inkstone-server`, which has the libraries for it.
struct ServeVerb: Verb {
    static var name: String { "serve" }
    static let declaration = VerbDeclaration(
        name: name,
        summary: "Serve the web app to the browsers of this machine, or of the network.",
        operand: "",
        operandCount: 0...0,
        options: [
            .host, .port, .dataFolder, .webFolder, .tls, .tlsCertificate, .tlsKey, .allowHost,
            .allowEmbed, .sample, .log, .json,
        ],
        notes: [
            "The first line of the output is the address to open. Ctrl-C ends the server; edits "
                + "that were not saved yet are there again at the next start.",
            "On a network use --tls auto: without https a browser offers neither installing nor "
                + "working offline.",
        ],
        examples: [
            .init("serve", "For this machine alone"),
            .init("serve --host 0.0.0.0 --tls auto", "For the phone too"),
            .init("serve --data /srv/inkstone --port 443 --host 0.0.0.0 --tls auto", "For a team"),
        ]
    )

    let workbench: Workbench
    let arguments: Arguments

    func run() throws(Fault) -> Int32 {
        let options = try ServeOptions(arguments)
        let path = try Self.program()
        var words = unsafe ([path] + options.words).map { word in unsafe strdup(word) }
        unsafe words.append(nil)
        unsafe execv(path, words)
        throw Fault(
            .internal,
            "The server could not be started.",
            at: Place(file: path),
            cause: unsafe String(cString: strerror(errno))
        )
    }

    /// What the variable INKSTONE_SERVER says, else the program beside this one, else the one in
    /// `../libexec/inkstone/` from there.
    private static func program() throws(Fault) -> String {
        if let named = unsafe getenv("INKSTONE_SERVER") { return unsafe String(cString: named) }
        let folder = RunningProgram.folder ?? "."
        for candidate in [
            "\(folder)/inkstone-server", "\(folder)/../libexec/inkstone/inkstone-server",
        ]
        where unsafe access(candidate, X_OK) == 0 {
            return candidate
        }
        throw Fault(
            .notFound,
            "The program inkstone-server is missing. Install it beside inkstone, or give its path "
                + "in INKSTONE_SERVER."
        )
    }
}
