// SPDX-License-Identifier: Apache-2.0
import JSON
import Testing
import WebAPI
import WebExchange

@Suite("Reading")
struct ReadingRouteTests {
    @Test func pagesAreToldInRuns() async throws {
        let web = try ServicePlayground()
        let path = try await web.importDocument(pages: 7)
        let pages = try await web.ask("GET", path + "/pages")
        #expect(pages.value["count"]?.int == 7)
        #expect(pages.value["sizes"] == [[7, 200, 100]])
        #expect(pages.value["labels"]?.isNull == true)
        let same = try await web.ask("GET", path + "/pages", fields: ["If-None-Match": pages.tag])
        #expect(same.status == 304)
    }

    @Test(arguments: [
        ("/pages/1/image?width=100", 200), ("/pages/1/image", 400), ("/pages/0/image?width=9", 404),
        ("/pages/4/image?width=9", 404), ("/pages/-1/image?width=9", 404),
        ("/pages/x/image?width=9", 404), ("/pages/1/image?width=0", 400),
        ("/pages/1/image?width=99999999", 400), ("/pages/1/image?width=9&x=1", 400),
        ("/pages/1/image?width=9&width=8", 400), ("/pages/1/image?width=9&priority=now", 400),
        ("/pages/1/image?width=100&x=0&y=0&w=50&h=50", 200),
        ("/pages/1/image?width=100&x=100&y=0&w=50&h=50", 422), ("/pages/1/thumbnail", 200),
        ("/pages/1/thumbnail?width=5", 400), ("/pages/1/text", 200), ("/pages/9/text", 404),
        ("/pages/1/selection?from=10,10&to=40,15", 200), ("/pages/1/selection?from=1", 400),
        ("/pages/1/links", 200), ("/outline", 200), ("/attachments", 200), ("/attachments/1", 404),
        ("/revisions", 200), ("/revisions/1/file", 200), ("/revisions/2/file", 404), ("/info", 200),
    ])
    func callsAreAnsweredOrRefused(_ address: String, _ status: Int) async throws {
        let web = try ServicePlayground()
        let path = try await web.importDocument()
        #expect(try await web.ask("GET", path + address).status == status)
        #expect(try await web.ask("GET", "/api/documents/0123456789abcdef" + address).status != 200)
    }

    @Test func wordsComeWithTheirPlaces() async throws {
        let web = try ServicePlayground()
        let path = try await web.importDocument()
        let text = try await web.ask("GET", path + "/pages/2/text").value
        #expect(text["hasText"]?.bool == true)
        let word = text["lines"]?[0]?["words"]?[0]
        #expect(word?["text"]?.string == "word")
        #expect(word?["quad"] == [10, 10, 34, 10, 34, 20, 10, 20])
    }

    @Test func hitsComeLineByLineFromThePageNamed() async throws {
        let web = try ServicePlayground()
        let path = try await web.importDocument()
        let answer = try await web.ask("GET", path + "/search?q=WORD&from=2")
        #expect(answer.fields["Content-Type"] == "application/x-ndjson")
        let lines = try String(decoding: answer.bytes, as: UTF8.self).split(separator: "\n").map {
            try JSONValue.parse(Array($0.utf8))
        }
        let pages = lines.compactMap { $0["hit"]?["page"]?.int }
        #expect(pages == [2, 3, 1])
        #expect(lines.last?["end"]?["count"]?.int == 3)
        #expect(try await web.ask("GET", path + "/search").status == 400)
        let none = try await web.ask("GET", path + "/search?q=nothing")
        #expect(String(decoding: none.bytes, as: UTF8.self).contains(#""count":0"#))
    }

    @Test func operationsThatAreNotThereAreNotFound() async throws {
        let web = try ServicePlayground()
        #expect(
            try await web.ask("GET", "/api/operations").value["operations"]?.array?.isEmpty == true
        )
        #expect(try await web.ask("GET", "/api/operations/1").status == 404)
        #expect(try await web.ask("DELETE", "/api/operations/1").status == 404)
    }
}
