// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import WebExchange

/// What the server answers itself, without asking the service.
enum OwnAnswers {
    static let tooManyArguments = answer(400, .usage, "The query has too many arguments.")
    static let severalHosts = answer(400, .usage, "The request names more than one host.")
    static let unclearLength = answer(400, .usage, "The length of the body is told in two ways.")
    static let unknownCoding = answer(501, .unsupported, "A body may be sent in chunks only.")
    static let broken = answer(500, .internal, "The answer could not be written.")
    static let stopping = busy("The server is about to end.", retrySeconds: 1)
    static let cancelled = answer(499, .cancelled, "The client has gone.")

    static func tooLong(_ maximum: Int) -> WebResponse {
        answer(413, .limitExceeded, "At most \(maximum) bytes are taken here.")
    }

    static func busy(_ sentence: String, retrySeconds: Int) -> WebResponse {
        var response = answer(503, .limitExceeded, sentence)
        response.fields["Retry-After"] = String(retrySeconds)
        return response
    }

    /// No sentence above holds a character that JSON would want escaped.
    private static func answer(_ status: Int, _ code: FaultCode, _ sentence: String) -> WebResponse
    {
        WebResponse(
            status,
            fields: [
                "Content-Type": "application/json",
                "Cache-Control": "no-store",
                "X-Content-Type-Options": "nosniff",
            ],
            body: .bytes(
                Array(#"{"error":{"code":"\#(code.rawValue)","message":"\#(sentence)"}}"#.utf8)
            )
        )
    }
}
