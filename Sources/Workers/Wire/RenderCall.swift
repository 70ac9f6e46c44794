// SPDX-License-Identifier: Apache-2.0
package import Rendering

/// A document for a worker to open; its bytes come as descriptors: the base, then the delta when
/// it has any.
package struct OpenDocumentCall: Sendable, Hashable {
    /// The name by which later calls mean it.
    package var handle: UInt32
    /// Bytes of the base.
    package var baseLength: Int
    /// Bytes of the delta.
    package var deltaLength: Int
    /// In UTF-8.
    package var password: [UInt8]?

    /// Puts a call together.
    package init(handle: UInt32, baseLength: Int, deltaLength: Int, password: [UInt8]?) {
        self.handle = handle
        self.baseLength = baseLength
        self.deltaLength = deltaLength
        self.password = password
    }

    var payload: [UInt8] {
        var packer = WirePacker()
        packer.put(handle)
        for length in [baseLength, deltaLength] {
            packer.put(UInt32(truncatingIfNeeded: length))
            packer.put(UInt32(truncatingIfNeeded: length >> 32))
        }
        packer.put(password == nil ? UInt8(0) : 1)
        packer.put(password ?? [])
        return packer.bytes
    }

    init(payload: [UInt8]) throws(WireFailure) {
        var unpacker = WireUnpacker(payload)
        handle = try unpacker.takeWord()
        func length() throws(WireFailure) -> Int {
            let low = UInt64(try unpacker.takeWord())
            let high = UInt64(try unpacker.takeWord())
            guard high >> 31 == 0 else { throw .malformed("a document is too long") }
            return Int(high << 32 | low)
        }
        baseLength = try length()
        deltaLength = try length()
        let hasPassword = try unpacker.takeByte() != 0
        let bytes = try unpacker.takeBytes()
        password = hasPassword ? bytes : nil
        try unpacker.finish()
    }
}

/// A page for a worker to draw.
package struct RenderCall: Sendable, Hashable {
    /// The number of the call: written into the shared flag, it stops the call.
    package var number: UInt32
    /// Which document.
    package var handle: UInt32
    /// Which page, counted from 0.
    package var pageIndex: Int
    /// How many pixels the whole page has.
    package var pageSize: PixelSize
    /// Which of them are wanted.
    package var region: PixelBox
    /// Whether annotations are drawn.
    package var showsAnnotations: Bool
    /// Whether form fields are drawn.
    package var showsFormFields: Bool
    /// What lies below.
    package var background: RenderColour
    /// What comes back; pixels go onto the canvas.
    package var output: RenderRequest.Output
    /// How exact the picture must be.
    package var fidelity: RenderRequest.Fidelity
    /// Pixels of an inch of the page as seen, for the file to tell; 0 where it tells nothing.
    package var pixelsPerInch: Float

    /// The call for a request.
    package init(_ request: RenderRequest, number: UInt32, handle: UInt32) {
        self.number = number
        self.handle = handle
        pageIndex = request.pageIndex
        pageSize = request.pageSize
        region = request.region
        showsAnnotations = request.showsAnnotations
        showsFormFields = request.showsFormFields
        background = request.background
        output = request.output
        fidelity = request.fidelity
        pixelsPerInch = Float(request.pixelsPerInch ?? 0)
    }

    /// Bytes of the pixels, four for each; nil when there are none or too many.
    package var pixelBytes: Int? {
        let (pixels, overflow) = region.width.multipliedReportingOverflow(by: region.height)
        guard !overflow, region.width > 0, region.height > 0,
            pixels <= WorkerLimits.maximumRenderedPixels
        else { return nil }
        return pixels * 4
    }

    var payload: [UInt8] {
        var packer = WirePacker()
        packer.put(number)
        packer.put(handle)
        for value in [
            pageIndex, pageSize.width, pageSize.height, region.x, region.y, region.width,
            region.height,
        ] { packer.put(value) }
        packer.put((showsAnnotations ? 1 : 0) | (showsFormFields ? 2 : 0) as UInt8)
        for byte in [background.red, background.green, background.blue, background.alpha] {
            packer.put(byte)
        }
        let (kind, quality) = output.code
        packer.put(kind)
        packer.put(quality)
        packer.put(fidelity == .exact ? UInt8(0) : 1)
        packer.put(pixelsPerInch)
        return packer.bytes
    }

    init(payload: [UInt8]) throws(WireFailure) {
        var unpacker = WireUnpacker(payload)
        number = try unpacker.takeWord()
        handle = try unpacker.takeWord()
        pageIndex = try unpacker.takeInt()
        pageSize = PixelSize(width: try unpacker.takeInt(), height: try unpacker.takeInt())
        region = PixelBox(
            x: try unpacker.takeInt(),
            y: try unpacker.takeInt(),
            width: try unpacker.takeInt(),
            height: try unpacker.takeInt()
        )
        let flags = try unpacker.takeByte()
        showsAnnotations = flags & 1 != 0
        showsFormFields = flags & 2 != 0
        background = RenderColour(
            red: try unpacker.takeByte(),
            green: try unpacker.takeByte(),
            blue: try unpacker.takeByte(),
            alpha: try unpacker.takeByte()
        )
        let (kind, quality) = (try unpacker.takeByte(), try unpacker.takeByte())
        guard let output = RenderRequest.Output(kind: kind, quality: quality) else {
            throw .malformed("no such kind of picture")
        }
        self.output = output
        fidelity = try unpacker.takeByte() == 0 ? .exact : .thumbnail
        pixelsPerInch = max(0, try unpacker.takeFloat())
        try unpacker.finish()
        guard pixelBytes != nil, pageSize.width > 0, pageSize.height > 0 else {
            throw .malformed("a picture of no size")
        }
    }
}

extension RenderRequest.Output {
    /// How it goes over the wire.
    fileprivate var code: (kind: UInt8, quality: UInt8) {
        switch self {
        case .pixels(.rgba): (0, 0)
        case .pixels(.bgra): (1, 0)
        case .file(.png): (2, 0)
        case .file(.jpeg(let quality)): (3, UInt8(clamping: quality))
        case .file(.webp(let quality)): (4, UInt8(clamping: quality))
        }
    }

    fileprivate init?(kind: UInt8, quality: UInt8) {
        switch kind {
        case 0: self = .pixels(.rgba)
        case 1: self = .pixels(.bgra)
        case 2: self = .file(.png)
        case 3: self = .file(.jpeg(quality: Int(quality)))
        case 4: self = .file(.webp(quality: Int(quality)))
        default: return nil
        }
    }
}

/// Pages whose text a worker shall read.
package struct TextCall: Sendable, Hashable {
    /// The number of the call: written into the shared flag, it stops the call.
    package var number: UInt32
    /// Which document.
    package var handle: UInt32
    /// Which pages, counted from 0; one page when places are wanted.
    package var pages: Range<Int>

    /// Puts a call together.
    package init(number: UInt32, handle: UInt32, pages: Range<Int>) {
        self.number = number
        self.handle = handle
        self.pages = pages
    }

    var payload: [UInt8] {
        var packer = WirePacker()
        packer.put(number)
        packer.put(handle)
        packer.put(pages.lowerBound)
        packer.put(pages.upperBound)
        return packer.bytes
    }

    init(payload: [UInt8]) throws(WireFailure) {
        var unpacker = WireUnpacker(payload)
        number = try unpacker.takeWord()
        handle = try unpacker.takeWord()
        let (first, end) = (try unpacker.takeInt(), try unpacker.takeInt())
        guard first >= 0, first <= end else { throw .malformed("a range of pages is reversed") }
        pages = first..<end
        try unpacker.finish()
    }
}
