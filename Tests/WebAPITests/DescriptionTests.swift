// SPDX-License-Identifier: Apache-2.0
import JSON
import Testing
import WebAPI

@Suite("The description of the interface")
struct DescriptionTests {
    @Test func descriptionAndRoutesNameTheSame() async throws {
        let playground = try ServicePlayground()
        let answer = try await playground.ask("GET", "/api/openapi.json")
        #expect(answer.status == 200)
        let methods = Set(["get", "put", "post", "patch", "delete"])
        var described: Set<String> = []
        for path in try #require(answer.value["paths"]?.object) {
            for member in path.value.object ?? [] where methods.contains(member.key) {
                described.insert("\(member.key.uppercased()) \(path.key)")
            }
        }
        #expect(described == Set(InkstoneService.routeNames))
        #expect(InkstoneService.routeNames.count == described.count, "no route is there twice")
    }

    @Test func everyOperationHasItsOwnName() async throws {
        let value = try await ServicePlayground().ask("GET", "/api/openapi.json").value
        var names: [String] = []
        for path in try #require(value["paths"]?.object) {
            for member in path.value.object ?? [] {
                if let name = member.value["operationId"]?.string { names.append(name) }
            }
        }
        #expect(names.count == InkstoneService.routeNames.count)
        #expect(Set(names).count == names.count)
    }
}
