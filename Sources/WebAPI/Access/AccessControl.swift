// SPDX-License-Identifier: Apache-2.0
internal import Cryptography
internal import DocumentLibrary
internal import Faults
internal import Synchronization
internal import Vault
internal import WebExchange

/// Lets devices in: by a token that is shown once, or by a password.
final class AccessControl: Sendable {
    /// Who needs to be let in.
    enum Mode: String, Sendable {
        /// Nobody: the server answers this machine alone.
        case open
        /// Every device, once.
        case paired
    }

    /// A token that lets one device in, once.
    struct PairingToken: Sendable {
        var text: String
        var expiresMilliseconds: Int64
    }

    private struct State {
        var throttle = LoginThrottle()
        /// By the digest of the token, when it ends.
        var tokens: [[UInt8]: Int64] = [:]
        /// Devices that asked lately, by the digest of their secret, and when that was noted.
        var known: [[UInt8]: (visitor: Visitor, noted: Int64)] = [:]
        /// Devices that were shut out since the start.
        var closed: Set<String> = []
    }

    /// A token is shown on a screen in the same room, and typed or scanned at once.
    static let tokenMilliseconds: Int64 = 600_000
    /// The one printed at the start waits for the first device.
    static let firstTokenMilliseconds: Int64 = 3_600_000
    /// When a device was seen is noted so often.
    private static let notedMilliseconds: Int64 = 60_000
    private static let mostKnown = 1000
    private static let passwordSetting = "password"

    let mode: Mode
    private let library: DocumentLibrary
    private let clock: @Sendable () -> Int64
    private let random: @Sendable (Int) -> [UInt8]
    private let state = Mutex(State())
    /// Argon2id takes 64 MB: one at a time.
    private let hashing = Mutex<Void>(())

    init(
        _ mode: Mode,
        library: DocumentLibrary,
        clock: @escaping @Sendable () -> Int64,
        random: @escaping @Sendable (Int) -> [UInt8]
    ) {
        self.mode = mode
        self.library = library
        self.clock = clock
        self.random = random
    }

    // MARK: Who it is

    /// The device that asks; nil when it was not let in.
    ///
    /// - Throws: `readFailed`.
    func visitor(_ fields: WebFields) throws(Fault) -> Visitor? {
        if mode == .open { return .anybody }
        guard let token = SessionCookie.token(in: fields) else { return nil }
        let digest = Self.digest(token)
        let now = clock()
        if let known = state.withLock({ $0.known[digest] }),
            now - known.noted < Self.notedMilliseconds
        {
            return known.visitor
        }
        guard let session = try library.session(tokenHash: digest) else { return nil }
        try library.touchSession(session.id)
        let visitor = Visitor(sessionID: session.id)
        return state.withLock { state in
            // Shut out in this very moment.
            if state.closed.contains(session.id) { return nil }
            if state.known.count > Self.mostKnown { state.known.removeAll() }
            state.known[digest] = (visitor, now)
            return visitor
        }
    }

    /// Shuts a device out.
    ///
    /// - Throws: `notFound`, `saveFailed`.
    func close(_ sessionID: String) throws(Fault) {
        try library.closeSession(sessionID)
        state.withLock { state in
            state.closed.insert(sessionID)
            state.known = state.known.filter { $0.value.visitor.sessionID != sessionID }
        }
    }

    private static func digest(_ token: String) -> [UInt8] {
        SHA256.digest(Array(token.utf8)).bytes
    }

    /// A secret of 256 bits, in characters that need no escaping anywhere.
    private func secret() -> String { Base64URL.text(of: random(32)) }

    // MARK: Letting in

    /// A new token.
    func makeToken(lasting milliseconds: Int64 = AccessControl.tokenMilliseconds) -> PairingToken {
        let token = PairingToken(text: secret(), expiresMilliseconds: clock() + milliseconds)
        state.withLock { state in
            let now = clock()
            state.tokens = state.tokens.filter { $0.value > now }
            state.tokens[Self.digest(token.text)] = token.expiresMilliseconds
        }
        return token
    }

    /// Lets a device in that shows a token.
    ///
    /// - Returns: the secret for its cookie.
    /// - Throws: `WebRefusal` 401 or 429, and as the library.
    func open(token: String, _ head: WebRequestHead) throws -> String {
        let now = clock()
        // Nobody guesses 256 bits: whoever shows a token that is good is let in, however much
        // others have tried.
        let isGood = state.withLock { state in
            (state.tokens.removeValue(forKey: Self.digest(token)) ?? 0) > now
        }
        if !isGood { try attempt(head) { false } }
        return try newSession(head)
    }

    /// Lets a device in that knows the password.
    ///
    /// - Returns: the secret for its cookie.
    /// - Throws: `WebRefusal` 401 or 429, and as the library.
    func open(password: String, _ head: WebRequestHead) throws -> String {
        try attempt(head) {
            guard let hash = try library.setting(Self.passwordSetting) else { return false }
            return try check(password, against: hash)
        }
        return try newSession(head)
    }

    private func attempt(_ head: WebRequestHead, _ isRight: () throws -> Bool) throws {
        let seconds = clock() / 1000
        let client = ClientKey(head.clientAddress)
        let wait = state.withLock { state in
            let wait = state.throttle.wait(client, at: seconds)
            if wait == nil { state.throttle.begin(client, at: seconds) }
            return wait
        }
        if let wait { throw WebRefusal.tooMany(seconds: wait) }
        guard try isRight() else {
            throw WebRefusal(
                status: 401,
                code: "notLetIn",
                message: "That is not right, or it was used already.",
                fields: ["WWW-Authenticate": "Inkstone"]
            )
        }
        state.withLock { $0.throttle.succeeded(client) }
    }

    private func check(_ password: String, against hash: String) throws(Fault) -> Bool {
        let result: Result<Bool, Fault> = hashing.withLock { _ in
            do throws(Fault) {
                return .success(try PasswordHash.verify(Array(password.utf8), against: hash))
            } catch { return .failure(error) }
        }
        return try result.get()
    }

    private func newSession(_ head: WebRequestHead) throws(Fault) -> String {
        let token = secret()
        _ = try library.openSession(
            tokenHash: Self.digest(token),
            name: DeviceName.of(head.fields["User-Agent"] ?? "")
        )
        return token
    }

    // MARK: Password

    /// Whether there is a password.
    ///
    /// - Throws: `readFailed`.
    var hasPassword: Bool {
        get throws(Fault) { try library.setting(Self.passwordSetting) != nil }
    }

    /// Sets the password, or takes it away.
    ///
    /// - Throws: `saveFailed`.
    func setPassword(_ password: String?) throws(Fault) {
        guard let password else { return try library.set(Self.passwordSetting, to: nil) }
        let result: Result<String, Fault> = hashing.withLock { _ in
            do throws(Fault) {
                return .success(try PasswordHash.make(Array(password.utf8)))
            } catch { return .failure(error) }
        }
        try library.set(Self.passwordSetting, to: try result.get())
    }
}

/// RFC 4648, 5, without padding.
enum Base64URL {
    private static let letters = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    )

    static func text(of bytes: [UInt8]) -> String {
        var text = ""
        var bits: UInt32 = 0
        var count = 0
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            count += 8
            while count >= 6 {
                count -= 6
                text.append(letters[Int(bits >> UInt32(count) & 63)])
            }
        }
        if count > 0 { text.append(letters[Int(bits << UInt32(6 - count) & 63)]) }
        return text
    }
}

/// What a list of devices calls one, from what its browser says of itself.
enum DeviceName {
    private static let systems = [
        ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"),
        ("Mac OS X", "Mac"), ("CrOS", "Chromebook"), ("Linux", "Linux"),
    ]
    private static let browsers = [
        ("Edg", "Edge"), ("Firefox", "Firefox"), ("FxiOS", "Firefox"), ("CriOS", "Chrome"),
        ("Chrome", "Chrome"), ("Safari", "Safari"),
    ]

    static func of(_ agent: String) -> String {
        let system = systems.first { agent.contains($0.0) }?.1
        let browser = browsers.first { agent.contains($0.0) }?.1
        let name = [browser, system].compactMap(\.self).joined(separator: ", ")
        return name.isEmpty ? "Unknown device" : name
    }
}
