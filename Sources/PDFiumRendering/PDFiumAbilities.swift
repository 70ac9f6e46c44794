// SPDX-License-Identifier: Apache-2.0
internal import CPDFium
package import Faults
internal import Glibc
internal import Rendering
package import Workers

/// What `inkstone-renderer` can do: draw pages and read their text, by PDFium.
///
/// It serves one request at a time, on one thread, since PDFium knows no other.
package final class PDFiumAbilities: WorkerAbilities {
    private let missing: Fault?
    private let coder: any PictureCoder
    private let probe: () -> String
    private var documents: [UInt32: PDFiumDocument] = [:]
    private var canvas: SharedMemory?

    /// Where the flag of the canvas ends and the pixels begin.
    private static let pixelsStart = 4096

    /// Puts the abilities together; the walls stand already, since fonts are read from now on.
    ///
    /// - Parameters:
    ///   - missing: why there is no PDFium; nil when it is loaded.
    ///   - coder: makes picture files.
    ///   - probe: knocks on the walls, for tests.
    package init(missing: Fault?, coder: any PictureCoder, probe: @escaping () -> String) {
        self.missing = missing
        self.coder = coder
        self.probe = probe
        if missing == nil { PDFiumFaces.begin() }
    }

    /// Tries what is forbidden.
    package func probeSandbox() -> String { probe() }

    /// Answers a request.
    package func answer(
        _ request: WorkerRequest,
        _ descriptors: [SharedDescriptor]
    ) throws(Fault) -> WorkerReply {
        if let missing { throw missing }
        switch request {
        case .openDocument(let call):
            guard descriptors.count == (call.deltaLength > 0 ? 2 : 1) else {
                throw Fault(.internal, "A document came without its descriptors.")
            }
            documents[call.handle] = try PDFiumDocument(call, descriptors)
            return .done
        case .closeDocument(let handle):
            documents[handle] = nil
            return .done
        case .useCanvas(let count):
            guard let descriptor = descriptors.first, count >= Self.pixelsStart else {
                throw Fault(.internal, "A canvas came without its descriptor.")
            }
            canvas = nil
            canvas = try SharedMemory(mapping: descriptor, count: count)
            return .done
        case .render(let call): return try render(call)
        case .readCharacters(let call):
            let document = try document(call.handle)
            let page = try unsafe document.page(call.pages.lowerBound)
            return .characters(try unsafe PageCharacters(page).characters)
        case .readScalars(let call): return .scalars(try readScalars(call))
        default: throw Self.notMine
        }
    }

    private func document(_ handle: UInt32) throws(Fault) -> PDFiumDocument {
        guard let document = documents[handle] else {
            throw Fault(.internal, "The renderer was asked for a document that is not open.")
        }
        return document
    }

    private func render(_ call: RenderCall) throws(Fault) -> WorkerReply {
        let page = try unsafe document(call.handle).page(call.pageIndex)
        guard let count = call.pixelBytes else {
            throw Fault(.limitExceeded, "The picture is too large.")
        }
        let drawing = unsafe PageDrawing(call: call, page: page, canvas: canvas)
        switch call.output {
        case .pixels(let order):
            guard let canvas, canvas.count - Self.pixelsStart >= count else {
                throw Fault(.internal, "The canvas is too small for the picture.")
            }
            try unsafe canvas.withBytes { bytes throws(Fault) in
                let pixels = unsafe UnsafeMutableRawBufferPointer(
                    rebasing: bytes[Self.pixelsStart..<Self.pixelsStart + count]
                )
                try unsafe drawing.draw(
                    into: pixels,
                    redFirst: order == .rgba,
                    setsAlpha: true
                )
            }
            return .done
        case .file(let format):
            let pixels = unsafe Self.pixels(count)
            defer { unsafe pixels.deallocate() }
            if let short = unsafe shortWay(page, call), short.count == count {
                unsafe pixels.copyBytes(from: short)
            } else {
                try unsafe drawing.draw(into: pixels, redFirst: false, setsAlpha: false)
            }
            let bitmap = unsafe PageBitmap(
                pixels: UnsafeRawBufferPointer(pixels),
                width: call.region.width,
                height: call.region.height,
                stride: call.region.width * 4,
                hasAlpha: call.background.alpha != 255,
                pixelsPerInch: Double(call.pixelsPerInch)
            )
            return .document(try coder.encode(bitmap, as: format))
        }
    }

    /// Memory for pixels; a whole page comes in few large pieces, which the system hands out in a
    /// fraction of the time that it takes for thousands of small ones.
    private static func pixels(_ count: Int) -> UnsafeMutableRawBufferPointer {
        let isLarge = count >= 2 * largePiece
        let pixels = UnsafeMutableRawBufferPointer.allocate(
            byteCount: count,
            alignment: isLarge ? largePiece : 16
        )
        if isLarge { _ = unsafe madvise(pixels.baseAddress, count, MADV_HUGEPAGE) }
        return unsafe pixels
    }

    private static let largePiece = 2 << 20

    /// The pixels of a page that is one picture, where it need not be decoded in full.
    private func shortWay(_ page: OpaquePointer, _ call: RenderCall) -> [UInt8]? {
        guard let picture = unsafe PlainPicture(page, call) else { return nil }
        let size = PixelSize(width: call.region.width, height: call.region.height)
        return coder.shrink(picture.jpeg, placement: picture.placement, to: size)
    }

    private func readScalars(_ call: TextCall) throws(Fault) -> [[Unicode.Scalar]] {
        let document = try document(call.handle)
        var pages: [[Unicode.Scalar]] = []
        for index in document.existing(call.pages) {
            if let canvas, canvas.flag == call.number {
                throw Fault(.cancelled, "Nobody waits for this page any more.")
            }
            pages.append(scalars(of: index, in: document))
        }
        return pages
    }

    /// The characters of a page; a page that cannot be read has none.
    private func scalars(of index: Int, in document: PDFiumDocument) -> [Unicode.Scalar] {
        do throws(Fault) {
            return try unsafe PageCharacters(document.page(index)).scalars
        } catch { return [] }
    }
}
