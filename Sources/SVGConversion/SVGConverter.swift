// SPDX-License-Identifier: Apache-2.0
internal import CRsvg
package import Faults

/// SVG drawings become PDF, by librsvg and cairo.
package enum SVGConverter {
    /// A PDF of one page that is the drawing's box; see `WorkerClient.convertSVG`.
    package static func pdf(from bytes: [UInt8]) throws(Fault) -> [UInt8] {
        try SVGScreening.check(bytes)
        let drawing = try SVGDrawing(bytes)
        if let page = drawing.statedPage {
            return try unsafe PDFSurface.write(page) { context throws(Fault) in
                try unsafe drawing.draw(onto: context, statedBox: page)
            }
        }
        guard let page = try drawing.inkPage() else {
            throw Fault(
                .invalidDocument,
                "The SVG drawing has no size and shows nothing. Give it a viewBox, or draw "
                    + "something."
            )
        }
        return try unsafe PDFSurface.write(page) { context throws(Fault) in
            try unsafe drawing.draw(onto: context, inkBox: page)
        }
    }
}
