// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import WebExchange

/// One thing that can be asked for: a method, an address, and who answers.
struct Route: Sendable {
    /// What the route takes as a body.
    enum BodyRule: Sendable {
        case none
        case json(maximumBytes: Int)
        case upload
    }

    typealias Handler = @Sendable (InkstoneService, WebCall) throws -> WebResponse

    let method: String
    /// As the description has it: `/api/documents/{document}`.
    let pattern: String
    var lane = WebLane.quick
    var body = BodyRule.none
    /// Whether it is answered to everybody.
    var isOpenToAll = false
    let handler: Handler

    private let segments: [Segment]

    private enum Segment: Sendable, Hashable {
        case literal(String)
        case parameter(String)
    }

    init(
        _ method: String,
        _ pattern: String,
        lane: WebLane = .quick,
        body: BodyRule = .none,
        isOpenToAll: Bool = false,
        _ handler: @escaping Handler
    ) {
        self.method = method
        self.pattern = pattern
        self.lane = lane
        self.body = body
        self.isOpenToAll = isOpenToAll
        self.handler = handler
        segments = pattern.split(separator: "/").map { part in
            part.hasPrefix("{")
                ? .parameter(String(part.dropFirst().dropLast())) : .literal(String(part))
        }
    }

    /// What stands for the names, when the address is one of these.
    func parameters(of path: [String]) -> [String: String]? {
        guard path.count == segments.count else { return nil }
        var found: [String: String] = [:]
        for (segment, text) in zip(segments, path) {
            switch segment {
            case .literal(let literal): if literal != text { return nil }
            case .parameter(let name): found[name] = text
            }
        }
        return found
    }
}

/// Finds the route of a request.
struct Router: Sendable {
    let routes: [Route]

    /// What a path leads to.
    enum Match: Sendable {
        case route(Route, [String: String])
        /// The address is there, by these methods.
        case otherMethods([String])
        case nothing
    }

    /// The route of a method and a path that is still percent-encoded; HEAD is answered as GET.
    func match(_ method: String, _ path: String) -> Match {
        guard let parts = Self.parts(path) else { return .nothing }
        let wanted = method == "HEAD" ? "GET" : method
        var others: [String] = []
        for route in routes {
            guard let parameters = route.parameters(of: parts) else { continue }
            if route.method == wanted { return .route(route, parameters) }
            others.append(route.method)
        }
        guard !others.isEmpty else { return .nothing }
        if others.contains("GET") { others.append("HEAD") }
        return .otherMethods(others.sorted())
    }

    /// The parts between slashes, each decoded by itself, so that an encoded slash or dot makes no
    /// other path; nil for what no address of ours has.
    static func parts(_ path: String) -> [String]? {
        guard path.hasPrefix("/") else { return nil }
        var parts: [String] = []
        for part in path.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            guard let text = decoded(part), !text.isEmpty, text != ".", text != "..",
                !text.unicodeScalars.contains(where: { $0 == "/" || $0 == "\\" || $0.value < 0x20 })
            else { return nil }
            parts.append(text)
        }
        return parts
    }

    /// RFC 3986, 2.1; nil for a broken escape and for what is no UTF-8.
    private static func decoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(digit),
                let low = rest.popFirst().flatMap(digit)
            else { return nil }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }
}
