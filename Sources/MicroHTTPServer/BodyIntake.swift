// SPDX-License-Identifier: Apache-2.0
internal import WebExchange

/// What becomes of the pieces of a body: a value that touches no socket and no sink.
struct BodyIntake {
    /// What to do with a piece.
    enum Verdict: Equatable {
        case keep
        /// The answer stands already; the piece is read so that the client comes to read.
        case discard
        /// Enough of that: the connection ends.
        case cut
    }

    private let maximum: Int
    private let mostDiscarded: Int
    private var received = 0
    private var discarded = 0
    /// The answer of a request whose body is refused.
    private(set) var refusal: WebResponse?

    init(maximum: Int, mostDiscarded: Int) {
        self.maximum = maximum
        self.mostDiscarded = mostDiscarded
    }

    /// A piece has come.
    mutating func take(_ count: Int) -> Verdict {
        if refusal == nil {
            let (sum, overflow) = received.addingReportingOverflow(count)
            received = sum
            if !overflow, sum <= maximum { return .keep }
            refusal = OwnAnswers.tooLong(maximum)
        }
        discarded += count
        return discarded <= mostDiscarded ? .discard : .cut
    }

    /// The sink wants no more.
    mutating func refuse(_ response: WebResponse) { refusal = response }
}
