// SPDX-License-Identifier: Apache-2.0
internal import WebExchange

/// What a head must not say, since two readers could understand it in two ways.
enum HeadLaw {
    /// The answer to such a head; nil where all is well.
    static func refusal(of fields: WebFields) -> WebResponse? {
        // One host at most (RFC 9112, 3.2); without one the library refuses itself.
        if fields.values("Host").count > 1 { return OwnAnswers.severalHosts }
        let lengths = fields.values("Content-Length")
        let codings = fields.values("Transfer-Encoding")
        // One way to tell where the body ends (6.3).
        if lengths.count + codings.count > 1 { return OwnAnswers.unclearLength }
        if let length = lengths.first,
            length.isEmpty
                || !length.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
        {
            return OwnAnswers.unclearLength
        }
        // No coding but this one is known here (6.1).
        if let coding = codings.first, coding.lowercased() != "chunked" {
            return OwnAnswers.unknownCoding
        }
        return nil
    }
}
