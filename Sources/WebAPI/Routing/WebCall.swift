// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import JSON
internal import Operations
internal import WebExchange

/// A request that a route has taken: its parts are read here, and what is wrong with them is told.
struct WebCall: Sendable {
    let head: WebRequestHead
    /// What stands in the path for the route's names, percent-decoded.
    let parameters: [String: String]
    /// Who asks.
    let visitor: Visitor
    var body = WebRequest.Body.none
    var cancellation = Cancellation()

    // MARK: Path

    /// A page in the path, counted from 0.
    ///
    /// - Throws: `notFound` for what is no page's number.
    var pageIndex: Int {
        get throws(Fault) { try number("page") - 1 }
    }

    /// A number from 1 in the path.
    ///
    /// - Throws: `notFound`.
    func number(_ name: String) throws(Fault) -> Int {
        let text = parameters[name] ?? ""
        guard let number = Int(text), number > 0, !text.hasPrefix("+") else {
            throw Fault(.notFound, "There is no \(name) of this number; they count from 1.")
        }
        return number
    }

    // MARK: Query

    /// A text of the query.
    ///
    /// - Throws: `usage` when it is given more than once or too long.
    func text(_ name: String, longest: Int) throws(Fault) -> String? {
        let values = head.query.filter { $0.name == name }
        guard values.count <= 1 else { throw Fault(.usage, "Give \(name) once.") }
        guard let value = values.first?.value else { return nil }
        guard value.unicodeScalars.count <= longest else {
            throw Fault(.usage, "\(name) has at most \(longest) characters.")
        }
        return value
    }

    /// A whole number of the query.
    ///
    /// - Throws: `usage`.
    func integer(_ name: String, in range: ClosedRange<Int>) throws(Fault) -> Int? {
        guard let text = try text(name, longest: 20) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw Fault(
                .usage,
                "\(name) is a whole number from \(range.lowerBound) to \(range.upperBound)."
            )
        }
        return number
    }

    /// A truth of the query.
    ///
    /// - Throws: `usage`.
    func flag(_ name: String, else usual: Bool) throws(Fault) -> Bool {
        switch try text(name, longest: 5) {
        case nil: return usual
        case "true"?, "1"?: return true
        case "false"?, "0"?: return false
        default: throw Fault(.usage, "\(name) is true or false.")
        }
    }

    /// A point of the query, as `x,y`.
    ///
    /// - Throws: `usage`.
    func point(_ name: String) throws(Fault) -> (x: Double, y: Double) {
        let parts = (try text(name, longest: 100) ?? "").split(
            separator: ",",
            omittingEmptySubsequences: false
        )
        guard parts.count == 2, let x = Double(parts[0]), let y = Double(parts[1]),
            x.isFinite, y.isFinite, abs(x) < 1e9, abs(y) < 1e9
        else { throw Fault(.usage, "\(name) is a point: x,y in points of the page as seen.") }
        return (x, y)
    }

    // MARK: Body

    /// The body as a JSON object; an empty one where it may be left out.
    ///
    /// - Throws: `WebRefusal` for another kind of body, `Fault` for what is no JSON object.
    func object(mayBeMissing: Bool = false) throws -> JSONMembers {
        guard case .bytes(let bytes) = body, !bytes.isEmpty else {
            if mayBeMissing { return JSONMembers(.object([])) }
            throw Fault(.usage, "This needs a body: a JSON object.")
        }
        guard mediaType == "application/json" else {
            throw WebRefusal.unsupportedMedia("application/json")
        }
        let value: JSONValue
        do { value = try JSONValue.parse(bytes) } catch {
            throw Fault(.usage, "The body is no JSON: \(error.message) (byte \(error.byteOffset)).")
        }
        guard case .object = value else { throw Fault(.usage, "The body must be a JSON object.") }
        return JSONMembers(value)
    }

    /// The kind of the body, in small letters and without parameters.
    var mediaType: String? {
        head.fields["Content-Type"].map { field in
            let type = field.split(separator: ";", omittingEmptySubsequences: false)[0]
            return type.lowercased().filter { $0 != " " && $0 != "\t" }
        }
    }

    // MARK: Versions

    /// The version that the client means to change.
    ///
    /// - Throws: `WebRefusal.versionRequired`.
    var requiredVersion: String {
        get throws {
            guard let version else { throw WebRefusal.versionRequired }
            return version
        }
    }

    /// The version in If-Match, without its quotes; nil when it names none, or any (`*`).
    var version: String? {
        guard let field = head.fields["If-Match"] else { return nil }
        let tag = EntityTag.unquoted(field)
        return tag == "*" ? nil : tag
    }

    /// Whether the client has this version already.
    func has(_ tag: EntityTag) -> Bool {
        guard let field = head.fields["If-None-Match"] else { return false }
        return field.split(separator: ",").contains { part in
            let given = EntityTag.unquoted(String(part))
            return given == tag.value || given == "*"
        }
    }
}

/// A version as HTTP writes it (RFC 9110, 8.8.3).
struct EntityTag: Sendable, Hashable {
    let value: String

    init(_ value: String) { self.value = value }

    var field: String { "\"\(value)\"" }

    /// What stands between the quotes; compression must not make another version of it.
    static func unquoted(_ field: String) -> String {
        var text = Substring(field)
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        if text.hasPrefix("W/") { text.removeFirst(2) }
        if text.count >= 2, text.first == "\"", text.last == "\"" {
            text.removeFirst()
            text.removeLast()
        }
        return String(text)
    }
}
