// SPDX-License-Identifier: Apache-2.0
internal import DocumentLibrary
internal import Faults
internal import JSON
internal import QRCode
internal import WebExchange
internal import Workbench

extension InkstoneService {
    static let authorSetting = "author"

    static let serverRoutes: [Route] = [
        Route("GET", "/api/status", isOpenToAll: true) { service, call in
            let isLetIn = try service.access.visitor(call.head.fields) != nil
            return .json([
                "version": JSONValue(Workbench.version),
                "access": JSONValue(service.access.mode.rawValue), "letIn": .bool(isLetIn),
                "hasPassword": .bool(try service.access.hasPassword),
                "secure": .bool(call.head.isSecure),
                "uploadBytes": JSONValue(service.terms.maximumUploadBytes),
            ])
        },
        Route("GET", "/api/settings") { service, _ in try service.settings() },
        Route("PATCH", "/api/settings", lane: .patient, body: .json(maximumBytes: 8192)) {
            service,
            call in
            var members = try call.object()
            let author = try members.text("author", 0...200)
            let password = members.take("password")
            try members.finish()
            // All of it, or nothing.
            let change = try password.map(newPassword)
            if let author {
                try service.library.set(authorSetting, to: author.isEmpty ? nil : author)
            }
            if let change { try service.access.setPassword(change.password) }
            return try service.settings()
        },
        Route("GET", "/api/openapi.json", lane: .patient) { service, _ in
            guard let description = service.description else { throw WebRefusal.notThere }
            return description
        },
    ]

    static let accessRoutes: [Route] = [
        Route("GET", "/api/sessions") { service, call in
            let sessions = try service.library.listSessions().map { session -> JSONValue in
                [
                    "id": JSONValue(session.id), "name": JSONValue(session.name),
                    "opened": Milliseconds.text(session.opened),
                    "seen": Milliseconds.text(session.seen),
                    "current": .bool(session.id == call.visitor.sessionID),
                ]
            }
            return .json(["sessions": .array(sessions)])
        },
        Route(
            "POST",
            "/api/sessions",
            lane: .patient,
            body: .json(maximumBytes: 8192),
            isOpenToAll: true
        ) { service, call in
            var members = try call.object()
            let token = try members.text("token", 0...200)
            let password = try members.text("password", 0...1000)
            try members.finish()
            let secret: String
            switch (token, password) {
            case (let token?, nil): secret = try service.access.open(token: token, call.head)
            case (nil, let password?):
                secret = try service.access.open(password: password, call.head)
            default: throw Fault(.usage, "Give a \"token\" or the \"password\".")
            }
            let cookie = SessionCookie.field(secret, isSecure: call.head.isSecure)
            return WebResponse(204, fields: ["Set-Cookie": cookie, "Cache-Control": "no-store"])
        },
        Route("DELETE", "/api/sessions/{session}") { service, call in
            let named = call.parameters["session"] ?? ""
            let id = named == "current" ? call.visitor.sessionID : named
            try service.access.close(id)
            service.live.forgetPasswords(of: id)
            service.events.end(sessionID: id)
            var fields = WebFields()
            if id == call.visitor.sessionID {
                fields["Set-Cookie"] = SessionCookie.expired(isSecure: call.head.isSecure)
            }
            return WebResponse(204, fields: fields)
        },
        Route("POST", "/api/pairing") { service, _ in
            guard service.access.mode == .paired else {
                throw Fault(
                    .conflict,
                    "This server answers this machine alone; start it with --host to reach it from "
                        + "other devices."
                )
            }
            let token = service.access.makeToken()
            let url = pairingAddress(service.publicAddress, token)
            guard let code = QRCode(url) else {
                throw Fault(.internal, "The address is too long for a QR code.")
            }
            return .json(
                [
                    "token": JSONValue(token.text), "url": JSONValue(url),
                    "qr": JSONValue(code.svg),
                    "expires": Milliseconds.text(token.expiresMilliseconds),
                ],
                status: 201
            )
        },
    ]

    private func settings() throws(Fault) -> WebResponse {
        .json([
            "author": JSONValue(try library.setting(Self.authorSetting) ?? ""),
            "hasPassword": .bool(try access.hasPassword),
        ])
    }

    private struct PasswordChange {
        /// Nil takes it away.
        var password: String?
    }

    private static func newPassword(_ value: JSONValue) throws(Fault) -> PasswordChange {
        if value.isNull { return PasswordChange(password: nil) }
        guard let text = value.string, (8...1000).contains(text.unicodeScalars.count) else {
            throw Fault(.usage, "A password has at least 8 characters.")
        }
        return PasswordChange(password: text)
    }
}
