// SPDX-License-Identifier: Apache-2.0
internal import CRsvg
internal import Faults

/// What librsvg and cairo say, in our words.
enum SVGFault {
    static let cannotDraw = "The SVG drawing cannot be drawn. Open it in a browser to see why."

    /// Makes a fault of an error that librsvg gave away, and frees it.
    static func make(taking error: UnsafeMutablePointer<GError>?, _ message: String) -> Fault {
        var cause: String?
        if let error = unsafe error {
            if let text = unsafe error.pointee.message { cause = unsafe words(text) }
            unsafe g_error_free(error)
        }
        // librsvg has one code for all its limits; only its words tell them from other errors.
        let limits = ["exceeded", "excessive", "more than", "reference loop"]
        if limits.contains(where: { cause?.lowercased().contains($0) ?? false }) {
            return Fault(
                .limitExceeded,
                "The SVG drawing unfolds into more than is drawn. Simplify it, or flatten its "
                    + "repeated parts.",
                cause: cause
            )
        }
        return Fault(.invalidDocument, message, cause: cause)
    }

    /// The text on one line.
    private static func words(_ text: UnsafePointer<CChar>) -> String {
        unsafe String(cString: text).split(whereSeparator: \.isNewline).joined(separator: " ")
    }

    /// Throws when cairo met an error.
    static func check(_ status: cairo_status_t) throws(Fault) {
        if status == CAIRO_STATUS_SUCCESS { return }
        let cause = unsafe String(cString: cairo_status_to_string(status))
        if status == CAIRO_STATUS_NO_MEMORY || status == CAIRO_STATUS_WRITE_ERROR {
            throw Fault(
                .limitExceeded,
                "The SVG drawing is too large to be drawn. Simplify it.",
                cause: cause
            )
        }
        throw Fault(.invalidDocument, cannotDraw, cause: cause)
    }
}
