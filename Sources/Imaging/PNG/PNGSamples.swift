// SPDX-License-Identifier: Apache-2.0
internal import Deflate

/// The rows of a PNG to be written, each with its filter's number before it (PNG, 7.3 and 9.2).
///
///     0 s s s s …   0 s s s s …
struct PNGSamples {
    /// What the samples of a pixel are.
    enum Kind: Int {
        case grey = 1
        case rgb = 3
        case rgba = 4

        /// PNG, table 8.
        var colourType: UInt8 {
            switch self {
            case .grey: 0
            case .rgb: 2
            case .rgba: 6
            }
        }
    }

    private(set) var rows: [UInt8]
    private let bytesPerRow: Int
    private let bytesPerPixel: Int
    private let height: Int

    /// Takes the samples out of pixels, unfiltered.
    init(_ pixels: RawSpan, _ layout: PixelLayout, _ kind: Kind) {
        precondition(pixels.byteCount >= layout.byteCount)
        bytesPerPixel = kind.rawValue
        bytesPerRow = layout.width * kind.rawValue + 1
        height = layout.height
        let count = bytesPerRow * layout.height
        let step = bytesPerRow
        rows = unsafe [UInt8](unsafeUninitializedCapacity: count) { target, filled in
            unsafe pixels.withUnsafeBytes { source in
                for row in 0..<layout.height {
                    unsafe target[row &* step] = 0
                    unsafe Self.pack(
                        UnsafeRawBufferPointer(
                            rebasing: source[(row &* layout.bytesPerRow)...].prefix(
                                layout.width * 4
                            )
                        ),
                        to: UnsafeMutableBufferPointer(
                            rebasing: target[(row &* step &+ 1)..<((row &+ 1) &* step)]
                        ),
                        kind,
                        layout
                    )
                }
            }
            filled = count
        }
    }

    private static func pack(
        _ source: UnsafeRawBufferPointer,
        to target: UnsafeMutableBufferPointer<UInt8>,
        _ kind: Kind,
        _ layout: PixelLayout
    ) {
        let red = layout.order == .rgba ? 0 : 2
        let blue = 2 - red
        switch kind {
        case .grey:
            var pixel = 0
            while pixel &+ 16 <= layout.width {
                let pixels = unsafe source.loadUnaligned(
                    fromByteOffset: pixel &* 4,
                    as: SIMD16<UInt32>.self
                )
                let samples = SIMD16<UInt8>(truncatingIfNeeded: pixels)
                unsafe UnsafeMutableRawBufferPointer(target).storeBytes(
                    of: samples,
                    toByteOffset: pixel,
                    as: SIMD16<UInt8>.self
                )
                pixel = pixel &+ 16
            }
            while pixel < layout.width {
                unsafe target[pixel] = source[pixel &* 4]
                pixel = pixel &+ 1
            }
        case .rgb:
            for pixel in 0..<layout.width {
                unsafe target[pixel &* 3] = source[pixel &* 4 &+ red]
                unsafe target[pixel &* 3 &+ 1] = source[pixel &* 4 &+ 1]
                unsafe target[pixel &* 3 &+ 2] = source[pixel &* 4 &+ blue]
            }
        case .rgba:
            for pixel in 0..<layout.width {
                unsafe target[pixel &* 4] = source[pixel &* 4 &+ red]
                unsafe target[pixel &* 4 &+ 1] = source[pixel &* 4 &+ 1]
                unsafe target[pixel &* 4 &+ 2] = source[pixel &* 4 &+ blue]
                unsafe target[pixel &* 4 &+ 3] = source[pixel &* 4 &+ 3]
            }
        }
    }

    // MARK: Filtering

    /// Rows of one sample band; a band is as much as deflate needs to find what comes again.
    private static let bandRows = 8
    /// A band out of so many is tried.
    private static let bandsSkipped = 20
    /// Drawn pages shrink to less than this; deflate's higher levels gain nothing there.
    private static let drawnShare = 6

    /// Filters the rows where that makes the file smaller.
    ///
    /// Drawn text is smallest as it is, photographs are after Paeth's filter; a few bands of the
    /// picture, packed both ways, tell which it is.
    ///
    /// - Returns: the level at which deflate pays.
    mutating func filterForSize() -> Int {
        let bands = stride(from: 0, to: height, by: Self.bandRows * Self.bandsSkipped)
        var plainSize = 0
        var filteredSize = 0
        var size = 0
        for first in bands {
            let band = first..<min(first + Self.bandRows, height)
            let plain = rows[(band.lowerBound * bytesPerRow)..<(band.upperBound * bytesPerRow)]
            size += plain.count
            plainSize += DeflateEncoder.compress(plain, level: 1).count
            filteredSize += DeflateEncoder.compress(paeth(band), level: 1).count
        }
        if filteredSize < plainSize { rows = paeth(0..<height) }
        return min(plainSize, filteredSize) < size / Self.drawnShare ? 1 : 2
    }

    private func paeth(_ band: Range<Int>) -> [UInt8] {
        RowPredictor.applyPaeth(
            to: band,
            of: rows,
            bytesPerRow: bytesPerRow - 1,
            bytesPerPixel: bytesPerPixel
        )
    }
}
