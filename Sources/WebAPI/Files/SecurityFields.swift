// SPDX-License-Identifier: Apache-2.0
internal import WebExchange

/// What every answer tells browsers not to do.
struct SecurityFields: Sendable {
    /// Origins whose pages may show the app in a frame.
    let embedders: [String]

    /// The answer with the fields that it lacks.
    func complete(_ response: WebResponse) -> WebResponse {
        var response = response
        let type = response.fields["Content-Type"] ?? ""
        func add(_ name: String, _ value: String) {
            if response.fields[name] == nil { response.fields[name] = value }
        }
        add("X-Content-Type-Options", "nosniff")
        add("Referrer-Policy", "no-referrer")
        add("Cross-Origin-Opener-Policy", "same-origin")
        add("Cross-Origin-Resource-Policy", "same-origin")
        add(
            "Permissions-Policy",
            "camera=(), microphone=(), geolocation=(), payment=(), usb=(), interest-cohort=()"
        )
        let isPage = type.hasPrefix("text/html")
        if !isPage || embedders.isEmpty { add("X-Frame-Options", "DENY") }
        add("Content-Security-Policy", isPage ? pagePolicy : otherPolicy(type))
        return response
    }

    private var frames: String {
        embedders.isEmpty ? "'none'" : "'self' " + embedders.joined(separator: " ")
    }

    /// Nothing inline, nothing from elsewhere, nothing evaluated but WebAssembly.
    private var pagePolicy: String {
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
            + "img-src 'self' blob: data:; connect-src 'self'; font-src 'self'; "
            + "manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; "
            + "frame-ancestors \(frames)"
    }

    private func otherPolicy(_ type: String) -> String {
        // A service worker has the policy of its own answer.
        if type.hasPrefix("text/javascript") {
            return "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; "
                + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        }
        // The browser's own viewer of PDF files does not work in a sandbox.
        let sandbox = type.hasPrefix("application/pdf") ? "" : "; sandbox"
        return "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
            + sandbox
    }
}
