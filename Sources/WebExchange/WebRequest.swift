// SPDX-License-Identifier: Apache-2.0
public import Operations

/// What a client asks for, before its body has come (RFC 9110, 6.2).
public struct WebRequestHead: Sendable {
    /// The method as it was sent, such as `GET`.
    public var method: String
    /// The path as it was sent: still percent-encoded, without the query.
    public var path: String
    /// Names and values of the query in their order, percent-decoded.
    public var query: [(name: String, value: String)]
    /// The fields.
    public var fields: WebFields
    /// The numeric address of the client, without its port.
    public var clientAddress: String
    /// Whether it came through TLS.
    public var isSecure: Bool

    /// Makes a head; tests do, and the server.
    public init(
        _ method: String,
        _ path: String,
        query: [(name: String, value: String)] = [],
        fields: WebFields = WebFields(),
        clientAddress: String = "127.0.0.1",
        isSecure: Bool = false
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.fields = fields
        self.clientAddress = clientAddress
        self.isSecure = isSecure
    }
}

/// A request with its whole body.
public struct WebRequest: Sendable {
    /// What a client sent as the body.
    public enum Body: Sendable {
        case none
        /// All of it, in memory.
        case bytes([UInt8])
        /// It went to the sink that `WebService.admit` named.
        case received(any WebBodySink)
    }

    /// Method, path, fields.
    public var head: WebRequestHead
    /// The body.
    public var body: Body
    /// The client has gone, or the server ends: whoever works for it may stop.
    public var cancellation: Cancellation

    /// Makes a request.
    public init(
        _ head: WebRequestHead,
        body: Body = .none,
        cancellation: Cancellation = Cancellation()
    ) {
        self.head = head
        self.body = body
        self.cancellation = cancellation
    }
}

/// Field names and values (RFC 9110, 5): names without regard to case, in their order.
public struct WebFields: Sendable, ExpressibleByDictionaryLiteral {
    /// All of them.
    public private(set) var all: [(name: String, value: String)] = []

    /// None.
    public init() {}

    /// These.
    public init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { add(name, value) }
    }

    /// Adds one, beside others of its name.
    public mutating func add(_ name: String, _ value: String) { all.append((name, value)) }

    /// The first value of a name; setting replaces all of them.
    public subscript(name: String) -> String? {
        get { values(name).first }
        set {
            all.removeAll { Self.same($0.name, name) }
            if let newValue { all.append((name, newValue)) }
        }
    }

    /// All values of a name.
    public func values(_ name: String) -> [String] {
        all.filter { Self.same($0.name, name) }.map(\.value)
    }

    private static func same(_ left: String, _ right: String) -> Bool {
        left.utf8.count == right.utf8.count
            && zip(left.utf8, right.utf8).allSatisfy { lower($0) == lower($1) }
    }

    private static func lower(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
