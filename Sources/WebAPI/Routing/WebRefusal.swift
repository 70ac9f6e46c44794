// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import JSON
internal import WebExchange

/// What only HTTP can refuse; everything else is a `Fault`.
struct WebRefusal: Error {
    var status: Int
    var code: String
    var message: String
    var fields = WebFields()

    /// Nobody has let this client in (RFC 9110, 15.5.2).
    static var notLetIn: WebRefusal {
        WebRefusal(
            status: 401,
            code: "notLetIn",
            message: "This device is not let in yet; pair it or give the password.",
            // The scheme is ours: a browser must not open a window of its own.
            fields: ["WWW-Authenticate": "Inkstone"]
        )
    }

    /// A version is needed (RFC 6585, 3).
    static var versionRequired: WebRefusal {
        WebRefusal(
            status: 428,
            code: "versionRequired",
            message: "Name the version that you change: If-Match."
        )
    }

    /// Somebody else was faster (RFC 9110, 15.5.13).
    static func stale(_ message: String) -> WebRefusal {
        WebRefusal(status: 412, code: "stale", message: message)
    }

    static func unsupportedMedia(_ wanted: String) -> WebRefusal {
        WebRefusal(
            status: 415,
            code: "unsupportedMedia",
            message: "The body must be \(wanted), and its Content-Type must say so."
        )
    }

    static func tooMany(seconds: Int) -> WebRefusal {
        WebRefusal(
            status: 429,
            code: "tooMany",
            message: "Too many attempts; try again in \(seconds) seconds.",
            fields: ["Retry-After": String(seconds)]
        )
    }

    /// There is too much of this kind just now.
    static func busy(_ message: String) -> WebRefusal {
        WebRefusal(
            status: 503,
            code: "busy",
            message: message,
            fields: ["Retry-After": "2"]
        )
    }

    static func methodNotAllowed(_ allowed: [String]) -> WebRefusal {
        WebRefusal(
            status: 405,
            code: "methodNotAllowed",
            message: "This can only be done by \(allowed.joined(separator: ", ")).",
            fields: ["Allow": allowed.joined(separator: ", ")]
        )
    }

    static var notThere: WebRefusal {
        WebRefusal(status: 404, code: "notFound", message: "There is nothing at this address.")
    }
}

extension WebResponse {
    /// A JSON value; never kept by caches unless a field says so.
    static func json(
        _ value: JSONValue,
        status: Int = 200,
        fields: WebFields = WebFields()
    ) -> WebResponse {
        var fields = fields
        fields["Content-Type"] = "application/json"
        if fields["Cache-Control"] == nil { fields["Cache-Control"] = "no-store" }
        return WebResponse(status, fields: fields, body: .bytes(Array(value.serialised().utf8)))
    }

    /// The answer to what cannot be done.
    init(_ error: any Error) {
        switch error {
        case let refusal as WebRefusal:
            self = .json(
                [
                    "error": [
                        "code": JSONValue(refusal.code), "message": JSONValue(refusal.message),
                    ]
                ],
                status: refusal.status,
                fields: refusal.fields
            )
        case let fault as Fault: self = .json(fault.webValue, status: fault.code.httpStatus)
        default:
            self = .json(
                Fault(.internal, "Something went wrong in an unknown way.").webValue,
                status: 500
            )
        }
    }
}

extension Fault {
    /// What a client is told: no path of the server's disk, and no word of the system below.
    var webValue: JSONValue {
        var error: JSONValue = ["code": JSONValue(code.rawValue), "message": JSONValue(message)]
        var place = JSONValue.object([])
        place["page"] = self.place.pageIndex.map { JSONValue($0 &+ 1) }
        place["object"] = self.place.object.map { JSONValue($0) }
        place["offset"] = self.place.byteOffset.map { JSONValue($0) }
        if place.object?.isEmpty == false { error["place"] = place }
        return ["error": error]
    }
}
