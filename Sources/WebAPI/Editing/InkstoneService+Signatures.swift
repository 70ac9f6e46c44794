// SPDX-License-Identifier: Apache-2.0
internal import DocumentLibrary
internal import Faults
internal import JSON
internal import Vault
internal import WebExchange

/// Signatures are kept as strokes, encrypted, and given back to whoever was let in.
extension InkstoneService {
    private static let sealContext = Array("inkstone signature 1".utf8)
    private static let mostStrokes = 200
    private static let mostReadings = 20_000

    static let signatureRoutes: [Route] = [
        Route("GET", "/api/signatures") { service, _ in
            var values: [JSONValue] = []
            for kept in try service.library.listSignatures() {
                guard let value = try? service.opened(kept) else { continue }
                values.append(value)
            }
            return .json(["signatures": .array(values)])
        },
        Route("POST", "/api/signatures", lane: .patient, body: .json(maximumBytes: 4 << 20)) {
            service,
            call in
            var members = try call.object()
            let strokes = try strokes(members.take("strokes"))
            guard let width = try members.number("width", in: 0.01...100) else {
                throw Fault(.usage, "Give the \"width\" of the pen.")
            }
            let color = try members.text("color", 7...7) ?? ""
            guard isColor(color) else { throw Fault(.usage, "\"color\" is as in #102030.") }
            try members.finish()
            let value: JSONValue = [
                "strokes": strokes, "width": JSONValue(width), "color": JSONValue(color),
            ]
            let sealed = service.vault.seal(Array(value.serialised().utf8), context: sealContext)
            let kept = try service.library.keepSignature(sealed)
            return .json(try service.opened(kept), status: 201)
        },
        Route("POST", "/api/signatures/{signature}/uses") { service, call in
            try service.library.useSignature(call.parameters["signature"] ?? "")
            return WebResponse(204)
        },
        Route("DELETE", "/api/signatures/{signature}") { service, call in
            try service.library.forgetSignature(call.parameters["signature"] ?? "")
            return WebResponse(204)
        },
    ]

    private func opened(_ kept: KeptSignature) throws -> JSONValue {
        let plain = try vault.open(kept.sealed, context: Self.sealContext)
        var value = try JSONValue.parse(plain)
        value["id"] = JSONValue(kept.id)
        value["created"] = Milliseconds.text(kept.created)
        return value
    }

    private static func isColor(_ text: String) -> Bool {
        text.hasPrefix("#")
            && text.dropFirst().allSatisfy { $0.isASCII && $0.isHexDigit }
    }

    /// Strokes of [x, y, pressure, milliseconds], the last two of which may be left out.
    private static func strokes(_ value: JSONValue?) throws(Fault) -> JSONValue {
        guard let value, let strokes = value.array, (1...mostStrokes).contains(strokes.count),
            strokes.allSatisfy(isStroke)
        else {
            throw Fault(
                .usage,
                "\"strokes\" are 1 to \(mostStrokes) lists of [x, y, pressure, milliseconds]."
            )
        }
        return value
    }

    private static func isStroke(_ value: JSONValue) -> Bool {
        guard let readings = value.array, (1...mostReadings).contains(readings.count) else {
            return false
        }
        return readings.allSatisfy { reading in
            guard let numbers = reading.array, (2...4).contains(numbers.count) else {
                return false
            }
            return numbers.allSatisfy { $0.double.map { abs($0) < 1e7 } ?? false }
        }
    }
}
