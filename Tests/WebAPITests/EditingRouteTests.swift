// SPDX-License-Identifier: Apache-2.0
import Glibc
import JSON
import Synchronization
import Testing
import WebAPI
import WebExchange

@Suite("Edits")
struct EditingRouteTests {
    private func edits(_ web: ServicePlayground, _ path: String) async throws -> JSONValue {
        try await web.ask("GET", path + "/edits").value
    }

    @Test func aSignatureIsPutMovedTakenBackSavedAndFinished() async throws {
        let web = try ServicePlayground()
        let path = try await web.importDocument()
        let before = try await web.ask("GET", path + "/edits")
        let put = ServicePlayground.put(ServicePlayground.signature())
        let done = try await web.ask("POST", path + "/edits", put, fields: ["If-Match": before.tag])
        #expect(done.status == 200, "\(done.value)")
        #expect(done.value["dirty"]?.bool == true)
        #expect(done.value["safe"]?.bool == true)
        #expect(done.value["pagesVersion"] == before.value["pagesVersion"])

        let marks = try await web.ask("GET", path + "/annotations?marks=true").value["annotations"]
        #expect(marks?.array?.count == 1)
        #expect(marks?[0]?["id"]?.string == "inkstone-signature-1")

        let undone = try await web.ask("POST", path + "/edits/undo", fields: ["If-Match": done.tag])
        #expect(undone.value["redo"]?.string != nil)
        let redone = try await web.ask(
            "POST",
            path + "/edits/redo",
            fields: ["If-Match": undone.tag]
        )
        #expect(redone.value["dirty"]?.bool == true)

        let size = try await web.ask("GET", path).value["bytes"]?.int ?? 0
        let saved = try await web.ask("POST", path + "/edits/save")
        #expect(saved.value["dirty"]?.bool == false)
        #expect((try await web.ask("GET", path).value["bytes"]?.int ?? 0) > size)

        let finish = try await web.ask(
            "POST",
            path + "/edits/finish",
            fields: ["If-Match": saved.tag]
        )
        #expect(finish.status == 202)
        let task = "/api/operations/\(finish.value["operation"]?.string ?? "")"
        var state = JSONValue.null
        while state.string != "finished" {
            state = try await web.ask("GET", task).value["state"] ?? .null
            try #require(state.string == "running" || state.string == "finished")
            sched_yield()
        }
        let left = try await web.ask("GET", path + "/annotations").value["annotations"]
        #expect(left?.array?.isEmpty == true)
        #expect(try await edits(web, path)["pagesVersion"] != before.value["pagesVersion"])
    }

    @Test func whoKnowsAnOldVersionChangesNothing() async throws {
        let web = try ServicePlayground()
        let path = try await web.importDocument()
        let first = try await web.ask("GET", path + "/edits")
        let put = ServicePlayground.put(ServicePlayground.signature())
        #expect(try await web.ask("POST", path + "/edits", put).status == 428)
        let done = try await web.ask("POST", path + "/edits", put, fields: ["If-Match": first.tag])
        #expect(done.status == 200)
        let other = ServicePlayground.put(ServicePlayground.signature("inkstone-signature-2"))
        let stale = try await web.ask(
            "POST",
            path + "/edits",
            other,
            fields: ["If-Match": first.tag]
        )
        #expect(stale.status == 412)
        #expect(stale.value["edits"]?["version"] == done.value["version"])
        let undo = try await web.ask("POST", path + "/edits/undo", fields: ["If-Match": first.tag])
        #expect(undo.status == 412)
        let finish = try await web.ask(
            "POST",
            path + "/edits/finish",
            fields: ["If-Match": first.tag]
        )
        #expect(finish.status == 412)
        let there = try await web.ask("GET", path + "/annotations").value["annotations"]
        #expect(there?.array?.count == 1)
    }

    @Test func aCommandThatComesTwiceDoesNoHarm() async throws {
        let web = try ServicePlayground()
        let path = try await web.importDocument()
        let put = ServicePlayground.put(ServicePlayground.signature())
        let remove: JSONValue = [
            "commands": [["do": "remove", "page": 1, "id": "inkstone-signature-1"]]
        ]
        for command in [put, put, remove, remove] {
            let tag = try await web.ask("GET", path + "/edits").tag
            let done = try await web.ask(
                "POST",
                path + "/edits",
                command,
                fields: ["If-Match": tag]
            )
            #expect(done.status == 200)
        }
        let there = try await web.ask("GET", path + "/annotations").value["annotations"]
        #expect(there?.array?.isEmpty == true)
    }

    @Test(arguments: [
        "{}", "[]", #"{"commands":[]}"#, #"{"commands":[{"do":"jump"}]}"#,
        #"{"commands":[{"do":"put"}]}"#, #"{"commands":[{"do":"put","annotation":{}}]}"#,
        #"{"commands":[{"do":"put","annotation":{"type":"ink","page":1,"strokes":[[[1,1]]]}}]}"#,
        #"{"commands":[{"do":"remove","page":0,"id":"a"}]}"#, #"{"commands":[1]}"#,
        #"{"commands":[{"do":"remove","page":1,"id":"a"}],"more":1}"#, "{",
    ])
    func whatIsNoEditIsRefused(_ body: String) async throws {
        let web = try ServicePlayground()
        let path = try await web.importDocument()
        let answer = try await web.ask(
            "POST",
            path + "/edits",
            bytes: Array(body.utf8),
            fields: ["If-Match": "\"0-0\"", "Content-Type": "application/json"]
        )
        #expect(answer.status == 400)
        #expect(answer.code == "usage")
        #expect(try await edits(web, path)["dirty"]?.bool == false)
    }

    @Test func anEditOfAPageThatIsNotThereIsRefused() async throws {
        let web = try ServicePlayground()
        let path = try await web.importDocument()
        let put = ServicePlayground.put(ServicePlayground.signature(page: 9))
        let answer = try await web.ask(
            "POST",
            path + "/edits",
            put,
            fields: ["If-Match": "\"0-0\""]
        )
        #expect(answer.status == 404)
    }

    @Test func editsThatWereNotSavedAreThereAfterARestart() async throws {
        var web: ServicePlayground? = try ServicePlayground()
        let folder = try #require(web?.folder)
        let path = try #require(try await web?.importDocument())
        let put = ServicePlayground.put(ServicePlayground.signature())
        let done = try await web?.ask("POST", path + "/edits", put, fields: ["If-Match": "\"0-0\""])
        #expect(done?.status == 200)
        await web?.close()
        web = nil
        let again = try await ServicePlayground.reopened(folder)
        let state = try await again.ask("GET", path + "/edits")
        #expect(state.value["dirty"]?.bool == true)
        #expect(state.tag != done?.tag, "editions of two lives are not mistaken for each other")
        let there = try await again.ask("GET", path + "/annotations").value["annotations"]
        #expect(there?[0]?["id"]?.string == "inkstone-signature-1")
    }

    @Test func picturesLeaveOutWhatTheAppDrawsItself() async throws {
        let web = try ServicePlayground()
        let path = try await web.importDocument()
        let image = path + "/pages/1/image?width=100"
        let before = try await web.ask("GET", image + "&marks=false")
        #expect(before.fields["Cache-Control"] == "private, no-cache")
        let put = ServicePlayground.put(ServicePlayground.signature())
        let done = try await web.ask("POST", path + "/edits", put, fields: ["If-Match": "\"0-0\""])
        #expect(done.status == 200)
        #expect(try await web.ask("GET", image + "&marks=false").tag == before.tag)
        #expect(try await web.ask("GET", image).tag != before.tag)
        let version = try await edits(web, path)["pagesVersion"]?.string ?? ""
        let named = try await web.ask("GET", image + "&marks=false&v=\(version)")
        #expect(named.fields["Cache-Control"]?.contains("immutable") == true)
        // With signatures it is another picture after every edit, and that name is no name of it.
        let shown = try await web.ask("GET", image + "&v=\(version)")
        #expect(shown.fields["Cache-Control"] == "private, no-cache")
        let count = web.renderer.drawn.load(ordering: .relaxed)
        #expect(try await web.ask("GET", image + "&marks=false").status == 200)
        #expect(web.renderer.drawn.load(ordering: .relaxed) == count, "it was drawn before")
        let same = try await web.ask("GET", image, fields: ["If-None-Match": before.tag])
        #expect(same.status == 200)
    }

    @Test func whoTakesTheFileAwayGetsWhatIsSaidToBeSaved() async throws {
        let web = try ServicePlayground()
        let path = try await web.importDocument()
        let size = try await web.ask("GET", path + "/file").bytes.count
        let put = ServicePlayground.put(ServicePlayground.signature())
        _ = try await web.ask("POST", path + "/edits", put, fields: ["If-Match": "\"0-0\""])
        #expect(try await web.ask("GET", path + "/file").bytes.count == size)
        let copy = try await web.ask("POST", path + "/copies")
        #expect((copy.value["bytes"]?.int ?? 0) > size)
        #expect(try await edits(web, path)["dirty"]?.bool == false)
        let second = ServicePlayground.put(ServicePlayground.signature("inkstone-signature-2"))
        let tag = try await web.ask("GET", path + "/edits").tag
        _ = try await web.ask("POST", path + "/edits", second, fields: ["If-Match": tag])
        let file = try await web.ask("GET", path + "/file?download=true")
        #expect(file.bytes.count > copy.value["bytes"]?.int ?? 0)
    }

    @Test func aPasswordThatNobodyNeedsMakesNoSecondSession() async throws {
        let web = try ServicePlayground()
        let path = try await web.importDocument()
        let put = ServicePlayground.put(ServicePlayground.signature())
        let done = try await web.ask(
            "POST",
            path + "/edits",
            put,
            fields: ["If-Match": "\"0-0\""]
        )
        #expect(try await web.ask("POST", path + "/unlock", ["password": "any"]).status == 204)
        #expect(try await web.ask("GET", path + "/edits").tag == done.tag)
    }

    @Test func keptSignaturesAreEncryptedAndComeBack() async throws {
        let web = try ServicePlayground()
        let strokes: JSONValue = [[[1, 2, 0.5, 0], [3, 4, 0.5, 8]]]
        let kept = try await web.ask(
            "POST",
            "/api/signatures",
            ["strokes": strokes, "width": 2.5, "color": "#102030"]
        )
        #expect(kept.status == 201)
        let list = try await web.ask("GET", "/api/signatures").value["signatures"]
        #expect(list?[0]?["strokes"] == strokes)
        let id = list?[0]?["id"]?.string ?? ""
        #expect(try await web.ask("POST", "/api/signatures/\(id)/uses").status == 204)
        #expect(try await web.ask("DELETE", "/api/signatures/\(id)").status == 204)
        #expect(try await web.ask("DELETE", "/api/signatures/\(id)").status == 404)
        let wrong = try await web.ask(
            "POST",
            "/api/signatures",
            ["strokes": [[["x"]]], "width": 1, "color": "#102030"]
        )
        #expect(wrong.status == 400)
    }
}
