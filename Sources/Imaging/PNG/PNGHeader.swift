// SPDX-License-Identifier: Apache-2.0
internal import Faults

/// The chunk IHDR (PNG, 11.2.1): size, depth, kind of samples, interlacing.
struct PNGHeader {
    /// The colour types there are.
    enum ColourType: Int {
        case grey = 0
        case rgb = 2
        case palette = 3
        case greyAlpha = 4
        case rgbAlpha = 6
    }

    let width: Int
    let height: Int
    let bitDepth: Int
    let colourType: ColourType
    let isInterlaced: Bool

    /// Colour samples of a pixel, without alpha.
    var colourSamples: Int { colourType == .rgb || colourType == .rgbAlpha ? 3 : 1 }
    /// Whether each pixel has its own alpha sample.
    var hasAlpha: Bool { colourType == .greyAlpha || colourType == .rgbAlpha }
    /// All samples of a pixel.
    var samples: Int { colourSamples + (hasAlpha ? 1 : 0) }
    /// Bits of a pixel.
    var bitsPerPixel: Int { samples * bitDepth }
    /// Bytes that filters look back (PNG, 9.2).
    var filterBytes: Int { max(1, bitsPerPixel / 8) }

    /// Bytes of a row of `width` pixels without its filter type.
    func bytesPerRow(_ width: Int) -> Int { (width * bitsPerPixel + 7) / 8 }

    /// Reads the chunk, and refuses sizes beyond the limits.
    init(_ data: ArraySlice<UInt8>, at offset: Int, limits: ImageLimits) throws(Fault) {
        let cursor = ByteCursor(data)
        func invalid(_ message: String) -> Fault {
            Fault(.invalidDocument, message, at: Place(byteOffset: offset))
        }
        guard data.count >= 13, let width = cursor.number(at: 0, size: 4),
            let height = cursor.number(at: 4, size: 4), let depth = cursor.number(at: 8, size: 1),
            let type = cursor.number(at: 9, size: 1), let method = cursor.number(at: 10, size: 3)
        else { throw invalid("The PNG's header is too short.") }
        guard width > 0, height > 0, width <= Int32.max, height <= Int32.max else {
            throw invalid("The PNG says it is \(width) × \(height) pixels.")
        }
        guard let colourType = ColourType(rawValue: type) else {
            throw invalid("The PNG has colour type \(type), which does not exist.")
        }
        let depths: [Int] =
            switch colourType {
            case .grey: [1, 2, 4, 8, 16]
            case .palette: [1, 2, 4, 8]
            case .rgb, .greyAlpha, .rgbAlpha: [8, 16]
            }
        guard depths.contains(depth) else {
            throw invalid("The PNG has \(depth) bits a sample, which its colour type cannot have.")
        }
        guard method & 0xFFFF00 == 0, method & 0xFF <= 1 else {
            throw invalid("The PNG is compressed, filtered or interlaced in an unknown way.")
        }
        self.width = width
        self.height = height
        self.bitDepth = depth
        self.colourType = colourType
        isInterlaced = method & 0xFF == 1
        // Both sides have 31 bits, so the pixels can be counted; their bytes perhaps not.
        let decoded = height.multipliedReportingOverflow(by: bytesPerRow(width) + 1)
        guard width * height <= limits.maximumPixels, !decoded.overflow,
            decoded.partialValue <= limits.maximumDecodedBytes
        else {
            throw Fault(
                .limitExceeded,
                "The picture has \(width) × \(height) pixels, more than is allowed; make it "
                    + "smaller.",
                at: Place(byteOffset: offset)
            )
        }
    }
}
