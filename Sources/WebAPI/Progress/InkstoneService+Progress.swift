// SPDX-License-Identifier: Apache-2.0
internal import JSON
internal import WebExchange

extension InkstoneService {
    static let progressRoutes: [Route] = [
        Route("GET", "/api/operations") { service, _ in
            .json(["operations": .array(service.operations.all.map(\.value))])
        },
        Route("GET", "/api/operations/{operation}") { service, call in
            .json(try service.operations.record(call.parameters["operation"] ?? "").value)
        },
        Route("DELETE", "/api/operations/{operation}") { service, call in
            let record = try service.operations.cancel(call.parameters["operation"] ?? "")
            return .json(record.value, status: 202)
        },
        Route("GET", "/api/events") { service, call in
            let stream = try service.events.listen(
                documentID: try call.text("document", longest: 64),
                sessionID: call.visitor.sessionID
            )
            return WebResponse(
                200,
                fields: ["Content-Type": "text/event-stream", "Cache-Control": "no-store"],
                body: .stream(stream)
            )
        },
    ]
}
