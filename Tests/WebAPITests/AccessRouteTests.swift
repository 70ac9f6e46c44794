// SPDX-License-Identifier: Apache-2.0
import JSON
import Testing
import WebAPI
import WebExchange

@Suite("Who is let in")
struct AccessRouteTests {
    private func cookie(_ answer: ServicePlayground.Answer) -> String {
        String((answer.fields["Set-Cookie"] ?? "").prefix { $0 != ";" })
    }

    private func token(_ web: ServicePlayground) -> String {
        web.service.firstPairing().split(separator: "=").last.map(String.init) ?? ""
    }

    @Test func aTokenLetsOneDeviceInOnce() async throws {
        let web = try ServicePlayground(isPaired: true)
        #expect(try await web.ask("GET", "/api/documents").status == 401)
        #expect(try await web.ask("GET", "/api/status").value["letIn"]?.bool == false)
        let token = token(web)
        let opened = try await web.ask("POST", "/api/sessions", ["token": JSONValue(token)])
        #expect(opened.status == 204)
        let field = opened.fields["Set-Cookie"] ?? ""
        for attribute in ["HttpOnly", "SameSite=Strict", "Path=/"] {
            #expect(field.contains(attribute))
        }
        #expect(!field.contains("Secure"), "plain HTTP would never send it back")
        let fields: WebFields = ["Cookie": cookie(opened)]
        #expect(try await web.ask("GET", "/api/documents", fields: fields).status == 200)
        #expect(
            try await web.ask("POST", "/api/sessions", ["token": JSONValue(token)]).status == 401
        )

        let list = try await web.ask("GET", "/api/sessions", fields: fields).value["sessions"]
        #expect(list?.array?.count == 1)
        #expect(list?[0]?["current"]?.bool == true)
        let made = try await web.ask("POST", "/api/pairing", fields: fields)
        #expect(made.status == 201)
        #expect(made.value["qr"]?.string?.contains("<svg") == true)
        #expect(try await web.ask("DELETE", "/api/sessions/current", fields: fields).status == 204)
        #expect(try await web.ask("GET", "/api/documents", fields: fields).status == 401)
    }

    @Test func aTokenEnds() async throws {
        let web = try ServicePlayground(isPaired: true)
        let token = token(web)
        web.time.pass(seconds: 3601)
        #expect(
            try await web.ask("POST", "/api/sessions", ["token": JSONValue(token)]).status == 401
        )
    }

    @Test func guessingIsSlow() async throws {
        let web = try ServicePlayground(isPaired: true)
        var statuses: [Int] = []
        for _ in 0..<8 {
            let answer = try await web.ask(
                "POST",
                "/api/sessions",
                ["token": "guess"],
                from: "10.0.0.9"
            )
            statuses.append(answer.status)
        }
        #expect(statuses.prefix(5).allSatisfy { $0 == 401 })
        #expect(statuses.last == 429)
        let right = token(web)
        let other = try await web.ask(
            "POST",
            "/api/sessions",
            ["token": JSONValue(right)],
            from: "10.0.0.8"
        )
        #expect(other.status == 204, "another device is not shut out by it")
        web.time.pass(seconds: 3)
        let later = try await web.ask("POST", "/api/sessions", ["token": "guess"], from: "10.0.0.9")
        #expect(later.status == 401)
        let soon = try await web.ask("POST", "/api/sessions", ["token": "guess"], from: "10.0.0.9")
        #expect(soon.status == 429)
        #expect(soon.fields["Retry-After"] != nil)
    }

    @Test func aPasswordLetsInWhenThereIsOne() async throws {
        let web = try ServicePlayground(isPaired: true)
        let none = try await web.ask("POST", "/api/sessions", ["password": "long enough"])
        #expect(none.status == 401)
        let opened = try await web.ask("POST", "/api/sessions", ["token": JSONValue(token(web))])
        let fields: WebFields = ["Cookie": cookie(opened)]
        let short = try await web.ask(
            "PATCH",
            "/api/settings",
            ["password": "short"],
            fields: fields
        )
        #expect(short.status == 400)
        let set = try await web.ask(
            "PATCH",
            "/api/settings",
            ["password": "long enough"],
            fields: fields
        )
        #expect(set.value["hasPassword"]?.bool == true)
        #expect(try await web.ask("POST", "/api/sessions", ["password": "wrong one"]).status == 401)
        #expect(
            try await web.ask("POST", "/api/sessions", ["password": "long enough"]).status == 204
        )
        let half = try await web.ask(
            "PATCH",
            "/api/settings",
            ["author": "Somebody", "password": "short"],
            fields: fields
        )
        #expect(half.status == 400)
        let settings = try await web.ask("GET", "/api/settings", fields: fields)
        #expect(settings.value["author"]?.string == "", "all of it or nothing")
        let cleared = try await web.ask("PATCH", "/api/settings", ["password": nil], fields: fields)
        #expect(cleared.value["hasPassword"]?.bool == false)
    }

    @Test(arguments: [
        (["Host": "evil.example"] as [String: String], 421), (["Host": "localhost.evil"], 421),
        (["Host": "localhost:8465"], 200), (["Host": "LOCALHOST"], 200),
        (["Origin": "http://evil.example"], 403), (["Origin": "null"], 403),
        (["Origin": "https://localhost"], 403), (["Origin": "http://localhost"], 200),
        (["Sec-Fetch-Site": "cross-site"], 403), (["Sec-Fetch-Site": "same-site"], 403),
        (["Sec-Fetch-Site": "same-origin"], 200),
        (["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"], 200),
    ])
    func otherSitesGetNothing(_ given: [String: String], _ status: Int) async throws {
        let web = try ServicePlayground()
        var fields = WebFields()
        for (name, value) in given { fields[name] = value }
        #expect(try await web.ask("GET", "/api/documents", fields: fields).status == status)
        let path = try await web.importDocument()
        let changing = try await web.ask(
            "PUT",
            path + "/position",
            ["page": 1, "y": 0],
            fields: fields
        )
        let isVisit = given["Sec-Fetch-Mode"] != nil
        #expect(changing.status == (isVisit ? 403 : status == 200 ? 204 : status))
    }

    @Test(arguments: [
        "/../key", "/%2e%2e/key", "/..%2fkey", "/%2e%2e%2fkey", "/api/documents/..%2f..%2fkey",
        "/.git/config", "/a%00.js", "/a%0a.js", "/%", "/%zz", "//key", "/icons/../../openapi.json",
        "/api/documents/0000000000000000%2f..", "/library.sqlite", "/key",
    ])
    func noAddressLeavesItsPlace(_ path: String) async throws {
        let answer = try await ServicePlayground().ask("GET", path)
        #expect(answer.status == 404)
    }

    @Test func everyAnswerSaysWhatBrowsersMustNotDo() async throws {
        let web = try ServicePlayground()
        let path = try await web.importDocument()
        for address in ["/api/status", "/api/nothing", path, path + "/file", "/nothing.js"] {
            let fields = try await web.ask("GET", address).fields
            #expect(fields["X-Content-Type-Options"] == "nosniff")
            #expect(fields["X-Frame-Options"] == "DENY")
            #expect(fields["Referrer-Policy"] == "no-referrer")
            let policy = fields["Content-Security-Policy"] ?? ""
            #expect(policy.contains("default-src 'none'"))
            #expect(policy.contains("frame-ancestors 'none'"))
            #expect(!policy.contains("unsafe-inline"))
        }
    }

    @Test func aBrowserThatAsksBeforehandIsToldOfItsOwnSiteOnly() async throws {
        let web = try ServicePlayground(isPaired: true)
        let address = "/api/documents/0123456789abcdef/edits/finish"
        var fields: WebFields = [
            "Origin": "http://localhost", "Access-Control-Request-Method": "POST",
        ]
        let told = try await web.ask("OPTIONS", address, fields: fields)
        #expect(told.status == 204)
        #expect(told.fields["Access-Control-Allow-Origin"] == "http://localhost")
        fields["Access-Control-Request-Method"] = "DELETE"
        #expect(try await web.ask("OPTIONS", address, fields: fields).status == 405)
        fields["Access-Control-Request-Method"] = "POST"
        fields["Origin"] = "http://evil.example"
        #expect(try await web.ask("OPTIONS", address, fields: fields).status == 403)
        #expect(try await web.ask("OPTIONS", address).status == 405)
    }

    @Test func addressesKnowTheirMethods() async throws {
        let web = try ServicePlayground()
        let answer = try await web.ask("PUT", "/api/documents")
        #expect(answer.status == 405)
        #expect(answer.fields["Allow"] == "GET, HEAD, POST")
        #expect(try await web.ask("POST", "/index.html").status == 405)
        #expect(try await web.ask("GET", "/api").status == 404)
    }
}
