// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Glibc
internal import PDFSyntax
internal import Workbench

/// Opens files by the password that a call gives, or that a person types.
struct DocumentOpener {
    let workbench: Workbench
    private let passwords: [Password]
    /// Whether a password may be meant for another file than the one being opened.
    private let areForMany: Bool
    private let mayAsk: Bool
    private let ask: (String) throws(Fault) -> Password?

    /// How often a person may try.
    private static let attempts = 3

    /// Reads the passwords of a call.
    ///
    /// - Throws: what reading a password's file throws.
    init(
        _ workbench: Workbench,
        _ arguments: Arguments,
        ask: @escaping (String) throws(Fault) -> Password? = { file throws(Fault) in
            try Terminal.password("Password of \(ErrorOutput.harmless(file)): ")
        }
    ) throws(Fault) {
        self.workbench = workbench
        var passwords = arguments.all(.password).map { Password($0) }
        for path in arguments.all(.passwordFile) {
            passwords.append(Password(bytes: try PasswordFile.firstLine(path)))
        }
        self.passwords = passwords
        areForMany =
            arguments.operands.count > 1 || passwords.count > 1 || arguments.has(.from)
        // A program that reads JSON is no person.
        mayAsk = passwords.isEmpty && !arguments.has(.json)
        self.ask = ask
    }

    /// Opens a file; asks for its password when it needs one, the call gave none, and a person is
    /// there.
    ///
    /// - Throws: as `Workbench.open`.
    func open(_ file: String) throws(Fault) -> OpenDocument {
        do {
            return try openWithWhatIsGiven(file)
        } catch {
            guard error.code == .passwordRequired, mayAsk else { throw error }
            return try openAsking(file, error)
        }
    }

    private func openWithWhatIsGiven(_ file: String) throws(Fault) -> OpenDocument {
        var refusal: Fault?
        for password in passwords {
            do {
                return try workbench.open(file, password: password)
            } catch {
                guard error.code == .wrongPassword else { throw error }
                refusal = error
            }
        }
        guard let refusal else { return try workbench.open(file) }
        // The passwords may be those of the other files.
        if areForMany, let opened = try? workbench.open(file) { return opened }
        throw refusal
    }

    private func openAsking(_ file: String, _ refusal: Fault) throws(Fault) -> OpenDocument {
        var refusal = refusal
        for _ in 0..<Self.attempts {
            guard let typed = try ask(file) else { throw refusal }
            do {
                return try workbench.open(file, password: typed)
            } catch {
                guard error.code == .wrongPassword else { throw error }
                refusal = error
            }
        }
        throw refusal
    }
}

extension Arguments {
    /// A password that is given as it is or in a file; `nil` when neither was given.
    ///
    /// - Parameters:
    ///   - option: takes the password.
    ///   - fileOption: takes a file whose first line it is.
    /// - Returns: the password.
    /// - Throws: `usage` when both are given, and what reading the file throws.
    func password(
        _ option: ArgumentOption,
        _ fileOption: ArgumentOption
    ) throws(Fault) -> Password? {
        switch (self[option], self[fileOption]) {
        case (nil, nil): return nil
        case (let text?, nil): return Password(text)
        case (nil, let path?): return Password(bytes: try PasswordFile.firstLine(path))
        default:
            throw Fault(
                .usage,
                "Give the password once: \(option.name) or \(fileOption.name)."
            )
        }
    }
}

/// A file that holds a password; also a pipe, as the shell's `<(…)` makes.
enum PasswordFile {
    /// Longer lines are no passwords.
    private static let mostBytes = 4096

    /// The first line, without its end.
    ///
    /// - Throws: `notFound`, `permissionDenied`, `readFailed`, `limitExceeded`.
    static func firstLine(_ path: String) throws(Fault) -> [UInt8] {
        let descriptor = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw fault(errno, path) }
        defer { close(descriptor) }
        var line: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 512)
        while line.count <= mostBytes {
            let count = unsafe read(descriptor, &buffer, buffer.count)
            if count < 0 {
                if errno == EINTR { continue }
                throw fault(errno, path)
            }
            let ending = buffer[..<count].firstIndex { $0 == 0x0A || $0 == 0x0D }
            line += buffer[..<(ending ?? count)]
            if count == 0 || ending != nil { break }
        }
        guard line.count <= mostBytes else {
            throw Fault(
                .limitExceeded,
                "The first line of the password's file is longer than any password.",
                at: Place(file: path)
            )
        }
        return line
    }

    private static func fault(_ number: Int32, _ path: String) -> Fault {
        let code: FaultCode =
            switch number {
            case ENOENT, ENOTDIR: .notFound
            case EACCES, EPERM: .permissionDenied
            default: .readFailed
            }
        return Fault(
            code,
            "The password's file cannot be read.",
            at: Place(file: path),
            cause: unsafe String(cString: strerror(number))
        )
    }
}
