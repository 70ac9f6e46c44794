// SPDX-License-Identifier: Apache-2.0
internal import CPDFium
internal import Geometry
internal import Rendering
internal import Workers

/// The one picture that a scanned page shows.
///
/// A thumbnail of such a page need not decode all of its pixels. Whoever asks for a thumbnail has
/// seen to it that the page's pictures are plain JPEGs; here is seen to it that the page draws one
/// of them, upright, and nothing else but text that is not visible.
struct PlainPicture {
    /// The bytes of the JPEG.
    let jpeg: [UInt8]
    /// Takes the picture's unit square to the pixels that are wanted.
    let placement: AffineTransform

    private static let objectsLookedAt: Int32 = 20_000
    private static let maximumBytes = 64 << 20

    /// Nil when the page must go the long way.
    init?(_ page: OpaquePointer, _ call: RenderCall) {
        guard call.fidelity == .thumbnail, call.background == .white,
            unsafe FPDFPage_GetAnnotCount(page) == 0,
            let picture = unsafe Self.onlyPicture(of: page),
            let jpeg = unsafe Self.bytes(of: picture),
            let onPage = unsafe Self.placement(of: picture),
            let toPixels = unsafe Self.display(page, call)
        else { return nil }
        self.jpeg = jpeg
        placement = onPage.concatenating(toPixels)
    }

    /// The object that is a picture, when all others are text without ink.
    private static func onlyPicture(of page: OpaquePointer) -> OpaquePointer? {
        let count = unsafe FPDFPage_CountObjects(page)
        guard count > 0, count <= objectsLookedAt else { return nil }
        var picture: OpaquePointer?
        for index in 0..<count {
            guard let object = unsafe FPDFPage_GetObject(page, index) else { return nil }
            switch unsafe FPDFPageObj_GetType(object) {
            case Int32(FPDF_PAGEOBJ_IMAGE):
                guard unsafe picture == nil,
                    unsafe FPDFPageObj_HasTransparency(object) == 0,
                    unsafe isUnclipped(object)
                else { return nil }
                unsafe picture = object
            case Int32(FPDF_PAGEOBJ_TEXT):
                guard
                    unsafe FPDFTextObj_GetTextRenderMode(object)
                        == Int32(FPDF_TEXTRENDERMODE_INVISIBLE)
                else { return nil }
            default: return nil
            }
        }
        return unsafe picture
    }

    private static func isUnclipped(_ object: OpaquePointer) -> Bool {
        guard let clip = unsafe FPDFPageObj_GetClipPath(object) else { return true }
        return unsafe FPDFClipPath_CountPaths(clip) <= 0
    }

    private static func bytes(of picture: OpaquePointer) -> [UInt8]? {
        guard unsafe FPDFImageObj_GetImageFilterCount(picture) == 1 else { return nil }
        let count = unsafe FPDFImageObj_GetImageDataRaw(picture, nil, 0)
        guard count > 0, count <= maximumBytes else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(count))
        let got = unsafe FPDFImageObj_GetImageDataRaw(picture, &bytes, count)
        return got == count && bytes.starts(with: [0xFF, 0xD8]) ? bytes : nil
    }

    private static func placement(of picture: OpaquePointer) -> AffineTransform? {
        var matrix = FS_MATRIX()
        guard unsafe FPDFPageObj_GetMatrix(picture, &matrix) == 1 else { return nil }
        return AffineTransform(
            a: Double(matrix.a),
            b: Double(matrix.b),
            c: Double(matrix.c),
            d: Double(matrix.d),
            tx: Double(matrix.e),
            ty: Double(matrix.f)
        )
    }

    /// From the page's own space to the pixels of the region.
    private static func display(_ page: OpaquePointer, _ call: RenderCall) -> AffineTransform? {
        var box = FS_RECTF()
        guard unsafe FPDF_GetPageBoundingBox(page, &box) == 1 else { return nil }
        let space = PageSpace(
            mediaBox: Rect(
                corners: Point(x: Double(box.left), y: Double(box.bottom)),
                Point(x: Double(box.right), y: Double(box.top))
            ),
            rotation: Int(unsafe FPDFPage_GetRotation(page)) * 90
        )
        guard space.problems.isEmpty else { return nil }
        let size = space.size
        return space.pageToView
            .concatenating(
                AffineTransform(
                    a: Double(call.pageSize.width) / size.width,
                    b: 0,
                    c: 0,
                    d: Double(call.pageSize.height) / size.height,
                    tx: -Double(call.region.x),
                    ty: -Double(call.region.y)
                )
            )
    }
}
