// SPDX-License-Identifier: Apache-2.0
internal import CPDFium
internal import Faults
internal import Rendering
internal import Workers

/// Draws a part of a page into memory.
@safe struct PageDrawing {
    let call: RenderCall
    let page: OpaquePointer
    /// Memory whose first number stops the call.
    let canvas: SharedMemory?

    /// Draws into rows of `call.region.width` × 4 bytes.
    ///
    /// - Parameters:
    ///   - pixels: exactly the bytes of the region.
    ///   - redFirst: whether red comes before green and blue; otherwise blue does.
    ///   - setsAlpha: whether the fourth byte of opaque pixels must say so; PDFium leaves it as it
    ///     happens to be.
    /// - Throws: `cancelled`, `internal`.
    func draw(
        into pixels: UnsafeMutableRawBufferPointer,
        redFirst: Bool,
        setsAlpha: Bool
    ) throws(Fault) {
        let region = call.region
        let background = call.background
        let isOpaque = background.alpha == 255
        let bitmap = unsafe FPDFBitmap_CreateEx(
            Int32(region.width),
            Int32(region.height),
            Int32(isOpaque ? FPDFBitmap_BGRx : FPDFBitmap_BGRA),
            pixels.baseAddress,
            Int32(region.width * 4)
        )
        guard let bitmap = unsafe bitmap else {
            throw Fault(.internal, "The renderer takes no picture of this size.")
        }
        defer { unsafe FPDFBitmap_Destroy(bitmap) }
        // The fill knows nothing of the order of bytes that drawing will have.
        let (red, blue) =
            redFirst
            ? (background.blue, background.red) : (background.red, background.blue)
        let colour =
            UInt(background.alpha) << 24 | UInt(red) << 16 | UInt(background.green) << 8
            | UInt(blue)
        _ = unsafe FPDFBitmap_FillRect(
            bitmap,
            0,
            0,
            Int32(region.width),
            Int32(region.height),
            colour
        )
        let outcome = withHiddenAnnotations {
            unsafe withFlag { flag in
                unsafe pdfium_draw(
                    bitmap,
                    page,
                    Int32(-region.x),
                    Int32(-region.y),
                    Int32(call.pageSize.width),
                    Int32(call.pageSize.height),
                    flags | (redFirst ? Int32(FPDF_REVERSE_BYTE_ORDER) : 0),
                    flag,
                    call.number
                )
            }
        }
        if outcome == 0 { throw Fault(.cancelled, "Nobody waits for this page any more.") }
        if outcome < 0 {
            throw Fault(.internal, "The renderer gave up on this page.")
        }
        if isOpaque && setsAlpha { unsafe makeOpaque(pixels) }
    }

    private var flags: Int32 {
        call.showsAnnotations || call.showsFormFields ? Int32(FPDF_ANNOT) : 0
    }

    private func makeOpaque(_ pixels: UnsafeMutableRawBufferPointer) {
        let words = unsafe pixels.assumingMemoryBound(to: UInt32.self)
        let alpha = UInt32(0xFF00_0000).littleEndian
        for index in words.indices { unsafe words[index] |= alpha }
    }

    private func withFlag(_ body: (UnsafePointer<UInt32>?) -> Int32) -> Int32 {
        guard let canvas else { return body(nil) }
        return unsafe canvas.withBytes { bytes in
            unsafe body(UnsafePointer(bytes.baseAddress?.assumingMemoryBound(to: UInt32.self)))
        }
    }

    /// Hides fields or other annotations while `body` runs: PDFium draws both or neither.
    private func withHiddenAnnotations(_ body: () -> Int32) -> Int32 {
        guard call.showsAnnotations != call.showsFormFields else { return body() }
        var changed: [(annotation: OpaquePointer, flags: Int32)] = unsafe []
        for index in 0..<(unsafe FPDFPage_GetAnnotCount(page)) {
            guard let annotation = unsafe FPDFPage_GetAnnot(page, index) else { continue }
            let isField = unsafe FPDFAnnot_GetSubtype(annotation) == Int32(FPDF_ANNOT_WIDGET)
            if isField == call.showsFormFields {
                unsafe FPDFPage_CloseAnnot(annotation)
                continue
            }
            let flags = unsafe FPDFAnnot_GetFlags(annotation)
            _ = unsafe FPDFAnnot_SetFlags(annotation, flags | Int32(FPDF_ANNOT_FLAG_HIDDEN))
            unsafe changed.append((annotation, flags))
        }
        defer {
            for unsafe(annotation, flags) in unsafe changed {
                _ = unsafe FPDFAnnot_SetFlags(annotation, flags)
                unsafe FPDFPage_CloseAnnot(annotation)
            }
        }
        return body()
    }
}
