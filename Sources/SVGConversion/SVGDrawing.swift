// SPDX-License-Identifier: Apache-2.0
internal import CRsvg
internal import Faults

/// A parsed drawing: the owner of librsvg's handle.
@safe struct SVGDrawing: ~Copyable {
    private let handle: UnsafeMutablePointer<RsvgHandle>

    /// Parses a whole document.
    ///
    /// Nothing outside it is ever loaded: librsvg resolves references against a base file only,
    /// and there is none.
    init(_ bytes: [UInt8]) throws(Fault) {
        var error: UnsafeMutablePointer<GError>?
        guard let parsed = unsafe rsvg_handle_new_from_data(bytes, gsize(bytes.count), &error)
        else {
            throw unsafe SVGFault.make(
                taking: error,
                "This is not an SVG drawing that can be read. Open it in a browser to see why."
            )
        }
        unsafe handle = parsed
        unsafe rsvg_handle_set_dpi(handle, SVGLength.pixelsPerInch)
    }

    deinit { unsafe g_object_unref(handle) }

    /// The drawing's box as its root states it; `nil` when it states none.
    var statedPage: SVGPage? {
        var hasWidth: gboolean = 0
        var hasHeight: gboolean = 0
        var hasBox: gboolean = 0
        var width = RsvgLength()
        var height = RsvgLength()
        var box = RsvgRectangle()
        unsafe rsvg_handle_get_intrinsic_dimensions(
            handle,
            &hasWidth,
            &width,
            &hasHeight,
            &height,
            &hasBox,
            &box
        )
        return SVGPage(
            width: hasWidth == 0 ? nil : SVGLength.pixels(width),
            height: hasHeight == 0 ? nil : SVGLength.pixels(height),
            viewBox: hasBox == 0 ? nil : (box.width, box.height)
        )
    }

    /// The box of what the drawing paints, for a root that states no size.
    func inkPage() throws(Fault) -> SVGPage? {
        var ink = RsvgRectangle()
        var error: UnsafeMutablePointer<GError>?
        guard
            unsafe rsvg_handle_get_geometry_for_element(handle, nil, &ink, nil, &error) != 0
        else { throw unsafe SVGFault.make(taking: error, SVGFault.cannotDraw) }
        return SVGPage(width: ink.width, height: ink.height, viewBox: nil)
    }

    /// Draws onto a page that is the stated box.
    func draw(onto context: OpaquePointer, statedBox page: SVGPage) throws(Fault) {
        var box = RsvgRectangle(x: 0, y: 0, width: page.widthPixels, height: page.heightPixels)
        var error: UnsafeMutablePointer<GError>?
        guard unsafe rsvg_handle_render_document(handle, context, &box, &error) != 0 else {
            throw unsafe SVGFault.make(taking: error, SVGFault.cannotDraw)
        }
    }

    /// Draws onto a page that is the box of the ink.
    func draw(onto context: OpaquePointer, inkBox page: SVGPage) throws(Fault) {
        var box = RsvgRectangle(x: 0, y: 0, width: page.widthPixels, height: page.heightPixels)
        var error: UnsafeMutablePointer<GError>?
        guard unsafe rsvg_handle_render_element(handle, context, nil, &box, &error) != 0 else {
            throw unsafe SVGFault.make(taking: error, SVGFault.cannotDraw)
        }
    }
}

/// Lengths of the root in CSS pixels.
enum SVGLength {
    static let pixelsPerInch = 96.0

    /// `nil` for a share of something: the page has no outside to take a share of.
    static func pixels(_ length: RsvgLength) -> Double? {
        switch length.unit {
        case RSVG_UNIT_PX: length.length
        case RSVG_UNIT_IN: length.length * pixelsPerInch
        case RSVG_UNIT_CM: length.length * pixelsPerInch / 2.54
        case RSVG_UNIT_MM: length.length * pixelsPerInch / 25.4
        case RSVG_UNIT_PT: length.length * pixelsPerInch / 72
        case RSVG_UNIT_PC: length.length * pixelsPerInch / 6
        // The initial font size, "medium"; a root hardly ever states another.
        case RSVG_UNIT_EM: length.length * 16
        case RSVG_UNIT_EX: length.length * 8
        default: nil
        }
    }
}
