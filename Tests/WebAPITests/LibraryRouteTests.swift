// SPDX-License-Identifier: Apache-2.0
import JSON
import Testing
import WebAPI
import WebExchange

@Suite("Documents of the library")
struct LibraryRouteTests {
    @Test func anImportedDocumentIsListedRenamedDuplicatedAndDeleted() async throws {
        let web = try ServicePlayground()
        let path = try await web.importDocument()
        let listed = try await web.ask("GET", "/api/documents")
        #expect(listed.value["documents"]?[0]?["name"]?.string == "contract.pdf")
        #expect(listed.value["documents"]?[0]?["pages"]?.int == 3)
        let same = try await web.ask("GET", "/api/documents", fields: ["If-None-Match": listed.tag])
        #expect(same.status == 304)

        let found = try await web.ask("GET", path)
        let name: JSONValue = ["name": "Lease 2026.pdf"]
        #expect(try await web.ask("PATCH", path, name).status == 428)
        #expect(
            try await web.ask("PATCH", path, name, fields: ["If-Match": "\"99\""]).status == 412
        )
        let renamed = try await web.ask("PATCH", path, name, fields: ["If-Match": found.tag])
        #expect(renamed.value["name"]?.string == "Lease 2026.pdf")
        #expect(renamed.tag != found.tag)

        let copy = try await web.ask("POST", path + "/copies")
        #expect(copy.status == 201)
        #expect(copy.fields["Location"] == "/api/documents/\(copy.value["id"]?.string ?? "")")

        let deleted = try await web.ask("DELETE", path)
        #expect(deleted.value["deleted"]?.isNull == false)
        #expect(try await web.ask("GET", path).status == 404)
        #expect(
            try await web.ask("GET", "/api/documents?deleted=true").value["documents"]?[0] != nil
        )
        #expect(try await web.ask("POST", path + "/restore").status == 200)
        #expect(try await web.ask("GET", path).status == 200)
        #expect(try await web.ask("DELETE", path + "?permanently=true").status == 204)
        #expect(try await web.ask("GET", path).status == 404)
        #expect(try await web.ask("POST", path + "/restore").status == 404)
    }

    @Test func whatIsNoPDFLeavesNothing() async throws {
        let web = try ServicePlayground()
        let refused = try await web.ask(
            "POST",
            "/api/documents?name=a.pdf",
            bytes: Array("hello".utf8)
        )
        #expect(refused.status == 422)
        #expect(refused.code == "invalidDocument")
        #expect(
            try await web.ask("GET", "/api/documents").value["documents"]?.array?.isEmpty == true
        )
        let kind = try await web.ask(
            "POST",
            "/api/documents?name=a.pdf",
            bytes: ServicePlayground.pdf(),
            fields: ["Content-Type": "text/plain"]
        )
        #expect(kind.status == 415)
        let nameless = try await web.ask("POST", "/api/documents", bytes: ServicePlayground.pdf())
        #expect(nameless.status == 400)
    }

    @Test func aTooLargeFileIsRefusedAndForgotten() async throws {
        let web = try ServicePlayground()
        let large = ServicePlayground.pdf() + [UInt8](repeating: 0x20, count: 1 << 20)
        #expect(try await web.ask("POST", "/api/documents?name=a.pdf", bytes: large).status == 413)
        #expect(
            try await web.ask("GET", "/api/documents").value["documents"]?.array?.isEmpty == true
        )
    }

    @Test(arguments: [
        ("bytes=0-4", 206, "bytes 0-4/", 5), ("bytes=-6", 206, "bytes ", 6),
        ("bytes=999999-", 416, "bytes */", nil), ("bytes=4-1", 200, nil, nil),
        ("lines=1-2", 200, nil, nil), ("bytes=0-1,3-4", 200, nil, nil),
    ])
    func partsOfAFileComeAsAsked(
        _ range: String,
        _ status: Int,
        _ field: String?,
        _ count: Int?
    ) async throws {
        let web = try ServicePlayground()
        let path = try await web.importDocument()
        let whole = try await web.ask("GET", path + "/file")
        let part = try await web.ask("GET", path + "/file", fields: ["Range": range])
        #expect(part.status == status)
        if let field { #expect(part.fields["Content-Range"]?.hasPrefix(field) == true) }
        if let count { #expect(part.bytes.count == count) }
        if status == 200 { #expect(part.bytes == whole.bytes) }
        let other = try await web.ask(
            "GET",
            path + "/file",
            fields: ["Range": range, "If-Range": "\"other\""]
        )
        #expect(other.status == 200)
    }

    @Test func namesOfFilesCannotLeaveTheirField() async throws {
        let web = try ServicePlayground()
        let path = try await web.importDocument("合同\"%0d%0aSet-Cookie:x.pdf")
        let field = try await web.ask("GET", path + "/file?download=true").fields[
            "Content-Disposition"
        ]
        #expect(field?.hasPrefix("attachment; filename=\"__") == true)
        #expect(field?.contains("filename*=UTF-8''%E5%90%88%E5%90%8C") == true)
        #expect(field?.contains("\n") == false)
    }

    @Test func whereSomebodyReadIsKept() async throws {
        let web = try ServicePlayground()
        let path = try await web.importDocument()
        #expect(try await web.ask("PUT", path + "/position", ["page": 2, "y": 0.25]).status == 204)
        #expect(try await web.ask("GET", path).value["position"] == ["page": 2, "y": 0.25])
        let seen = try await web.ask("GET", path)
        #expect(try await web.ask("PUT", path + "/position", ["page": 3, "y": 0]).status == 204)
        let moved = try await web.ask("GET", path, fields: ["If-None-Match": seen.tag])
        #expect(moved.status == 200, "another device hears of it")
        let renamed = try await web.ask(
            "PATCH",
            path,
            ["name": "other.pdf"],
            fields: ["If-Match": seen.tag]
        )
        #expect(renamed.status == 200, "and nobody is refused because somebody scrolled")
        #expect(try await web.ask("PUT", path + "/position", ["page": 0, "y": 0]).status == 400)
        #expect(try await web.ask("PUT", path + "/position", ["page": 1, "y": 2]).status == 400)
        #expect(
            try await web.ask("PUT", path + "/position", ["page": 1, "y": 0, "z": 1]).status == 400
        )
    }
}

@Suite("What is kept no longer")
struct TidyingTests {
    @Test func deletedDocumentsGoAfterAMonth() async throws {
        let web = try ServicePlayground()
        let path = try await web.importDocument()
        let other = try await web.importDocument("kept.pdf")
        #expect(try await web.ask("DELETE", path).status == 200)
        web.time.pass(seconds: 29 * 86_400)
        try web.service.tidy()
        #expect(try await web.ask("POST", path + "/restore").status == 200)
        #expect(try await web.ask("DELETE", path).status == 200)
        web.time.pass(seconds: 31 * 86_400)
        try web.service.tidy()
        #expect(try await web.ask("POST", path + "/restore").status == 404)
        #expect(try await web.ask("GET", other).status == 200)
    }
}
