// SPDX-License-Identifier: Apache-2.0
internal import WebExchange

/// Whether a request comes from a page of this server, as far as a browser tells.
///
/// A page elsewhere can make a browser send requests here, with its cookies; and a name that was
/// pointed at this address (DNS rebinding) can make it believe that the page is ours.
struct RequestOrigin: Sendable {
    /// The names and numbers by which this server may be called, in small letters, without ports.
    let hosts: Set<String>

    /// - Throws: `WebRefusal` with the reason.
    func check(_ head: WebRequestHead) throws {
        let named = head.fields.values("Host")
        guard named.count == 1, let host = Self.host(of: named[0]), hosts.contains(host) else {
            throw WebRefusal(
                status: 421,
                code: "unknownHost",
                message: "This server does not go by that name. Start it with --allow-host NAME if "
                    + "it should."
            )
        }
        let scheme = head.isSecure ? "https" : "http"
        if let origin = head.fields["Origin"] {
            guard origin.lowercased() == "\(scheme)://\(named[0].lowercased())" else {
                throw Self.crossSite
            }
        } else if let site = head.fields["Sec-Fetch-Site"] {
            // A link from elsewhere may lead here; it only ever reads.
            let isVisit =
                head.fields["Sec-Fetch-Mode"] == "navigate" && Self.onlyReads(head.method)
            guard site == "same-origin" || site == "none" || isVisit else {
                throw Self.crossSite
            }
        }
    }

    private static let crossSite = WebRefusal(
        status: 403,
        code: "crossSite",
        message: "Another site made the browser ask this; that is not done."
    )

    static func onlyReads(_ method: String) -> Bool { method == "GET" || method == "HEAD" }

    /// The name in a Host field, without its port; nil for what is none.
    static func host(of field: String) -> String? {
        let text = field.lowercased()
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return nil }
            let rest = text[text.index(after: end)...]
            guard rest.isEmpty || isPort(rest) else { return nil }
            return String(text[text.index(after: text.startIndex)..<end])
        }
        guard let colon = text.firstIndex(of: ":") else { return text.isEmpty ? nil : text }
        guard isPort(text[colon...]), colon != text.startIndex else { return nil }
        return String(text[..<colon])
    }

    private static func isPort(_ text: Substring) -> Bool {
        text.first == ":" && text.dropFirst().allSatisfy { $0.isASCII && $0.isNumber }
    }
}
