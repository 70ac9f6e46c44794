// SPDX-License-Identifier: Apache-2.0
internal import CRsvg
package import Faults

/// SVG drawings become PDF, by librsvg and cairo.
package enum SVGConverter {
    /// Reads the system's list of fonts, and writes fontconfig's cache where it is out of date:
    /// inside the sandbox that could not be done any more.
    ///
    /// Returns the folders and files that must stay readable for text to be drawn.
    package static func prepare() -> [String] {
        guard FcInit() != 0 else { return [] }
        let lists = unsafe [
            FcConfigGetFontDirs(nil), FcConfigGetCacheDirs(nil), FcConfigGetConfigFiles(nil),
        ]
        return unsafe lists.flatMap { unsafe strings($0) }
    }

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

    private static func strings(_ list: OpaquePointer?) -> [String] {
        guard let list = unsafe list else { return [] }
        defer { unsafe FcStrListDone(list) }
        var strings: [String] = []
        while let next = unsafe FcStrListNext(list) {
            strings.append(unsafe String(cString: next))
        }
        return strings
    }
}
