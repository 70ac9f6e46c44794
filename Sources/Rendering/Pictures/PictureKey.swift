// SPDX-License-Identifier: Apache-2.0

/// What a picture shows, as a text: equal texts mean equal pictures.
struct PictureKey: Hashable, Sendable {
    let text: String

    /// The key of a request: everything but its terms, and the bytes by their version.
    init(_ request: RenderRequest) {
        let region = request.region
        let colour = request.background
        text = [
            "2", request.source.version.description, "\(request.pageIndex)",
            "\(request.pageSize.width)x\(request.pageSize.height)",
            "\(region.x),\(region.y),\(region.width),\(region.height)",
            request.showsAnnotations ? "a" : "-", request.showsFormFields ? "f" : "-",
            "\(colour.red),\(colour.green),\(colour.blue),\(colour.alpha)",
            Self.word(request.output), request.fidelity == .thumbnail ? "t" : "e",
            request.pixelsPerInch.map { "\(Float($0))" } ?? "-",
        ].joined(separator: "|")
    }

    private static func word(_ output: RenderRequest.Output) -> String {
        switch output {
        case .pixels(.rgba): "rgba"
        case .pixels(.bgra): "bgra"
        case .file(.png): "png"
        case .file(.jpeg(let quality)): "jpeg\(quality)"
        case .file(.webp(let quality)): "webp\(quality)"
        }
    }
}
