// SPDX-License-Identifier: Apache-2.0
internal import CRsvg
internal import Faults

/// One page of PDF, drawn through cairo into memory.
enum PDFSurface {
    /// More than this is no seal; the client would take no reply above its limit either.
    static let maximumBytes = 64 << 20
    /// What PDF cannot say, such as a blur, becomes pixels of at most this density.
    static let finestPixelsPerPoint = 600.0 / 72
    /// A page never has more pixels than this in a layer, which are 32 MB.
    static let maximumLayerPixels = 8_000_000.0

    /// Collects what cairo writes.
    private final class Output {
        private(set) var bytes: [UInt8] = []

        func append(_ part: UnsafeBufferPointer<UInt8>) -> cairo_status_t {
            guard part.count <= PDFSurface.maximumBytes - bytes.count else {
                return CAIRO_STATUS_WRITE_ERROR
            }
            unsafe bytes.append(contentsOf: part)
            return CAIRO_STATUS_SUCCESS
        }
    }

    /// How many units of the drawing's surface make a point of the page.
    static func pixelsPerPoint(_ page: SVGPage) -> Double {
        min(finestPixelsPerPoint, (maximumLayerPixels / (page.width * page.height)).squareRoot())
    }

    /// Draws one page; `draw` gets a context whose unit is a CSS pixel, origin at the top left.
    ///
    /// The drawing is recorded on a finer surface and replayed, still as vectors: librsvg makes
    /// the layers of filters and masks with one pixel for each unit of the surface, and cairo
    /// rounds coordinates to 1/256 of that unit.
    static func write(
        _ page: SVGPage,
        _ draw: (OpaquePointer) throws(Fault) -> Void
    ) throws(Fault) -> [UInt8] {
        let output = Output()
        let surface = unsafe cairo_pdf_surface_create_for_stream(
            { target, data, count in
                guard let target = unsafe target, let data = unsafe data else {
                    return CAIRO_STATUS_WRITE_ERROR
                }
                let output = unsafe Unmanaged<Output>.fromOpaque(target).takeUnretainedValue()
                return unsafe output.append(UnsafeBufferPointer(start: data, count: Int(count)))
            },
            Unmanaged.passUnretained(output).toOpaque(),
            page.width,
            page.height
        )
        defer { unsafe cairo_surface_destroy(surface) }
        let density = pixelsPerPoint(page)
        unsafe cairo_surface_set_fallback_resolution(surface, density * 72, density * 72)
        let recording = try unsafe record(page, density, draw)
        defer { unsafe cairo_surface_destroy(recording) }
        let context = unsafe cairo_create(surface)
        defer { unsafe cairo_destroy(context) }
        unsafe cairo_scale(context, 1 / density, 1 / density)
        unsafe cairo_set_source_surface(context, recording, 0, 0)
        unsafe cairo_paint(context)
        unsafe cairo_show_page(context)
        try SVGFault.check(unsafe cairo_status(context))
        unsafe cairo_surface_finish(surface)
        try SVGFault.check(unsafe cairo_surface_status(surface))
        return withExtendedLifetime(output) { output.bytes }
    }

    /// What `draw` draws, on a surface with `density` units for each point.
    ///
    /// The caller owns it.
    private static func record(
        _ page: SVGPage,
        _ density: Double,
        _ draw: (OpaquePointer) throws(Fault) -> Void
    ) throws(Fault) -> OpaquePointer? {
        var extents = cairo_rectangle_t(
            x: 0,
            y: 0,
            width: page.width * density,
            height: page.height * density
        )
        let surface = unsafe cairo_recording_surface_create(
            CAIRO_CONTENT_COLOR_ALPHA,
            &extents
        )
        do throws(Fault) {
            guard let context = unsafe cairo_create(surface) else {
                throw Fault(.internal, "cairo gives no context.")
            }
            defer { unsafe cairo_destroy(context) }
            let scale = page.pointsPerPixel * density
            unsafe cairo_scale(context, scale, scale)
            try unsafe draw(context)
            try SVGFault.check(unsafe cairo_status(context))
        } catch {
            unsafe cairo_surface_destroy(surface)
            throw error
        }
        return unsafe surface
    }
}
