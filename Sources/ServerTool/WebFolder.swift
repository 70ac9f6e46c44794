// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Glibc
internal import Operations

/// Where the web app is: named, installed beside the program, or in the checkout that built it.
struct WebFolder {
    let path: String
    /// What the browser draws signatures with, when a build has it in another place.
    let geometryPath: String?

    /// - Throws: `notFound`, with a remedy.
    init(_ named: String?) throws(Fault) {
        let own = RunningProgram.folder ?? "."
        // .build/x86_64-unknown-linux-gnu/release lies three or four folders below a checkout.
        let above = (2...4).map { own + String(repeating: "/..", count: $0) }
        let candidates =
            named.map { [$0] } ?? ["\(own)/../share/inkstone/web/app"]
            + above.map { "\($0)/Web/app" }
        guard let found = candidates.first(where: { Self.isThere("\($0)/index.html") }) else {
            throw Fault(
                .notFound,
                "The web app is not there; say where its folder is: --web DIR.",
                at: Place(file: named)
            )
        }
        path = found
        geometryPath =
            Self.isThere("\(found)/geometry.wasm")
            ? nil
            : ([found + "/../.."] + above).map { "\($0)/.build/wasm/geometry.wasm" }
                .first(where: Self.isThere)
    }

    private static func isThere(_ path: String) -> Bool { unsafe access(path, R_OK) == 0 }
}
