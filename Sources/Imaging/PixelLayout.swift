// SPDX-License-Identifier: Apache-2.0

/// How the pixels of a renderer lie in memory: four bytes each, rows from the top.
public struct PixelLayout: Sendable, Hashable {
    /// In which order the bytes of a pixel come; colours are not multiplied with alpha.
    public enum Order: Sendable, Hashable {
        /// Red, green, blue, alpha.
        case rgba
        /// Blue, green, red, alpha.
        case bgra
    }

    /// Pixels in a row.
    public let width: Int
    /// Rows.
    public let height: Int
    /// From one row to the next; what lies behind a row's pixels is not looked at.
    public let bytesPerRow: Int
    /// In which order the bytes of a pixel come.
    public let order: Order
    /// Whether the fourth byte says how much a pixel hides; otherwise it means nothing.
    public let hasAlpha: Bool

    /// A layout; nil when it has no pixels, rows overlap or no memory could hold it.
    public init?(
        width: Int,
        height: Int,
        bytesPerRow: Int? = nil,
        order: Order,
        hasAlpha: Bool
    ) {
        let (least, tooWide) = width.multipliedReportingOverflow(by: 4)
        let bytesPerRow = bytesPerRow ?? least
        guard !tooWide, width > 0, height > 0, bytesPerRow >= least,
            !bytesPerRow.multipliedReportingOverflow(by: height).overflow
        else { return nil }
        self.width = width
        self.height = height
        self.bytesPerRow = bytesPerRow
        self.order = order
        self.hasAlpha = hasAlpha
    }

    /// How many bytes there must be: the last row needs no padding.
    public var byteCount: Int { bytesPerRow * (height - 1) + width * 4 }
}

/// What a look at all pixels tells: what a file of them must be able to say.
public struct PixelTraits: Sendable, Hashable {
    /// Whether red, green and blue are the same in every pixel.
    public let isGrey: Bool
    /// Whether no pixel lets anything through.
    public let isOpaque: Bool

    /// Looks at the pixels of a layout.
    ///
    /// - Precondition: there are at least `layout.byteCount` bytes.
    public init(_ pixels: RawSpan, _ layout: PixelLayout) {
        precondition(pixels.byteCount >= layout.byteCount)
        var grey = true
        var opaque = true
        unsafe pixels.withUnsafeBytes { bytes in
            for row in 0..<layout.height where grey || (opaque && layout.hasAlpha) {
                // The little end first, so the last of a pixel's four bytes is on top.
                var differences = SIMD16<UInt32>()
                var alphas = SIMD16<UInt32>(repeating: .max)
                var place = row &* layout.bytesPerRow
                let end = place &+ layout.width &* 4
                while place &+ 64 <= end {
                    let pixels = unsafe bytes.loadUnaligned(
                        fromByteOffset: place,
                        as: SIMD16<UInt32>.self
                    )
                    differences |= pixels ^ (pixels &>> 8)
                    alphas &= pixels
                    place = place &+ 64
                }
                var difference = differences.reduceOr()
                var alpha = alphas.reduceAnd()
                while place < end {
                    let pixel = unsafe bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
                    difference |= pixel ^ (pixel &>> 8)
                    alpha &= pixel
                    place = place &+ 4
                }
                grey = grey && difference & 0xFFFF == 0
                opaque = opaque && alpha &>> 24 == 0xFF
            }
        }
        isGrey = grey
        isOpaque = opaque || !layout.hasAlpha
    }
}

extension SIMD16<UInt32> {
    fileprivate func reduceOr() -> UInt32 { indices.reduce(0) { $0 | self[$1] } }
    fileprivate func reduceAnd() -> UInt32 { indices.reduce(.max) { $0 & self[$1] } }
}

extension PixelLayout {
    /// The same pixels laid on white, in the same layout.
    ///
    /// - Parameter pixels: at least `byteCount` bytes.
    /// - Returns: as many bytes, opaque.
    public func onWhite(_ pixels: RawSpan) -> [UInt8] {
        precondition(pixels.byteCount >= byteCount)
        var result = unsafe pixels.withUnsafeBytes { unsafe Array($0.prefix(byteCount)) }
        guard hasAlpha else { return result }
        for row in 0..<height {
            let start = row * bytesPerRow
            for place in stride(from: start, to: start + width * 4, by: 4) {
                let alpha = UInt32(result[place + 3])
                if alpha == 255 { continue }
                for colour in place..<place + 3 {
                    let mixed = UInt32(result[colour]) * alpha + 255 * (255 - alpha)
                    result[colour] = UInt8((mixed + 127) / 255)
                }
                result[place + 3] = 255
            }
        }
        return result
    }
}
