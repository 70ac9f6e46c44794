// SPDX-License-Identifier: Apache-2.0
internal import WebExchange

/// The one cookie that this server sets (RFC 6265).
enum SessionCookie {
    static let name = "inkstone-session"
    /// Browsers keep it for half a year after the last login.
    private static let maximumAgeSeconds = 180 * 86_400

    /// What the client sent.
    static func token(in fields: WebFields) -> String? {
        for field in fields.values("Cookie") {
            for pair in field.split(separator: ";") {
                let parts = pair.split(separator: "=", maxSplits: 1)
                guard parts.count == 2 else { continue }
                if parts[0].filter({ $0 != " " }) == name { return String(parts[1]) }
            }
        }
        return nil
    }

    /// The field that sets it; scripts never see it, and no other site's page sends it.
    static func field(_ token: String, isSecure: Bool) -> String {
        "\(name)=\(token); Path=/; Max-Age=\(maximumAgeSeconds); HttpOnly; SameSite=Strict"
            + (isSecure ? "; Secure" : "")
    }

    /// The field that takes it away.
    static func expired(isSecure: Bool) -> String {
        "\(name)=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict" + (isSecure ? "; Secure" : "")
    }
}
