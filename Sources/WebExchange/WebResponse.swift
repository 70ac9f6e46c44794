// SPDX-License-Identifier: Apache-2.0
public import ByteSource

/// What a client gets.
public struct WebResponse: Sendable {
    /// What follows the fields.
    public enum Body: Sendable {
        case none
        case bytes([UInt8])
        /// A part of something that is read in windows, such as a file; it is never read as a whole.
        case source(any ByteSource, Range<Int>)
        /// Bytes that come while they are made; the length is not known.
        case stream(WebStream)
    }

    /// The status code.
    public var status: Int
    /// The fields; Content-Length, Date, Connection and Transfer-Encoding are the server's.
    public var fields: WebFields
    /// The body; of an answer to HEAD the server sends the length only.
    public var body: Body

    /// Makes a response.
    public init(_ status: Int, fields: WebFields = WebFields(), body: Body = .none) {
        self.status = status
        self.fields = fields
        self.body = body
    }
}

/// What the server does with a request whose head has come.
public enum WebAdmission: Sendable {
    /// Its body, if it has one, is taken into memory; a longer one is answered with 413.
    case memory(maximumBytes: Int)
    /// Its body goes into a sink while it comes; a longer one is answered with 413.
    case sink(any WebBodySink, maximumBytes: Int)
    /// It is answered without its body.
    case refuse(WebResponse)
}

/// Takes a long body piece by piece.
///
/// Calls come one after the other, from any thread.
public protocol WebBodySink: Sendable {
    /// Takes a piece.
    ///
    /// - Returns: nil to go on, or the answer with which the request ends now.
    func take(_ bytes: [UInt8]) -> WebResponse?

    /// The body did not come to its end, or is too long: nothing of it may stay.
    func abandon()
}

/// How urgent a request is, and whether its answer has to wait for something.
public enum WebLane: Sendable, CaseIterable {
    /// Answered within a moment: it is never kept waiting behind `patient` ones.
    case quick
    /// Waits for a worker, a disk or another request.
    case patient
}

/// Whoever answers requests: it knows no sockets.
///
/// Calls come from many threads at once.
public protocol WebService: Sendable {
    /// Says whether and how the body is taken. It must not wait.
    func admit(_ head: WebRequestHead) -> WebAdmission

    /// The answer of a request without a body, if it can be had without waiting for anything;
    /// nil sends the request on to `answer`.
    func answerAtOnce(_ head: WebRequestHead) -> WebResponse?

    /// Which threads answer.
    func lane(of head: WebRequestHead) -> WebLane

    /// The answer; it may wait.
    func answer(_ request: WebRequest) -> WebResponse
}
