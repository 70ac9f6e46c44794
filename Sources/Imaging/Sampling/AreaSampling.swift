// SPDX-License-Identifier: Apache-2.0
public import Geometry

/// Shrinks a picture onto the pixels of a page: each pixel becomes the mean of what it covers.
///
/// The picture lies along the axes of the page, turned by quarters or mirrored at most. Its rows
/// come one after the other, so that a large picture need not be in memory.
public struct AreaSampling: Sendable {
    private let channels: Int
    private let width: Int
    private let target: PixelLayout
    /// Whether the picture's rows run down the page.
    private let isTurned: Bool
    /// For the pixels of the page along a row of the picture, and across the rows.
    private let along: AxisShares
    private let across: AxisShares

    private var nextRow = 0
    /// Lines of the page that wait for the row of the picture where they begin, last ones first.
    private var waiting: [Int]
    /// Lines of the page that have begun, with what was added so far.
    private var begun: [(line: Int, sums: [Int32])] = []
    private var means: [Int32]
    /// The page so far: opaque, white where the picture is not.
    public private(set) var pixels: [UInt8]

    /// A share of a share of a sample, 12 and 12 bits, would not fit into 32 bits.
    private static let meanBits = 8

    /// Prepares for a picture.
    ///
    /// Nil when the picture lies aslant or has no extent.
    ///
    /// - Parameters:
    ///   - width: its samples across.
    ///   - height: its rows.
    ///   - channels: 1 for grey, 3 for red, green, blue.
    ///   - placement: takes the picture's unit square, y up (ISO 32000-2, 8.9.5), to the pixels
    ///     of the page, y down.
    ///   - target: the pixels of the page.
    public init?(
        width: Int,
        height: Int,
        channels: Int,
        placement: AffineTransform,
        target: PixelLayout
    ) {
        guard width > 0, height > 0, channels == 1 || channels == 3 else { return nil }
        let isFlat = placement.b == 0 && placement.c == 0
        guard isFlat || (placement.a == 0 && placement.d == 0) else { return nil }
        // The picture's first row is at the top of its unit square, where y is 1.
        let (right, left) =
            isFlat ? (placement.a, placement.tx) : (placement.b, placement.ty)
        let (up, bottom) = isFlat ? (placement.d, placement.ty) : (placement.c, placement.tx)
        guard
            let along = AxisShares(
                pixels: isFlat ? target.width : target.height,
                samples: width,
                from: left,
                to: left + right
            ),
            let across = AxisShares(
                pixels: isFlat ? target.height : target.width,
                samples: height,
                from: bottom + up,
                to: bottom
            )
        else { return nil }
        self.channels = channels
        self.width = width
        self.target = target
        self.along = along
        self.across = across
        isTurned = !isFlat
        waiting = across.first.indices.filter { across.count(of: $0) > 0 }
            .sorted { across.first[$0] > across.first[$1] }
        means = [Int32](repeating: 0, count: along.first.count * channels)
        pixels = [UInt8](repeating: 0xFF, count: target.byteCount)
    }

    /// How many samples a row has.
    public var rowBytes: Int { width * channels }

    /// Takes the next row of the picture.
    ///
    /// - Parameter row: its samples.
    /// - Precondition: there are `rowBytes` at least.
    public mutating func add(_ row: Span<UInt8>) {
        precondition(row.count >= rowBytes)
        while let line = waiting.last, across.first[line] <= nextRow {
            waiting.removeLast()
            begun.append((line, [Int32](repeating: 0, count: means.count)))
        }
        if begun.isEmpty {
            nextRow += 1
            return
        }
        Self.shrink(row, channels, along, to: &means)
        for index in begun.indices {
            let share = across.share(of: nextRow, in: begun[index].line)
            Self.add(means, times: share, to: &begun[index].sums)
        }
        nextRow += 1
        var unfinished: [(line: Int, sums: [Int32])] = []
        for (line, sums) in begun {
            if across.first[line] + across.count(of: line) > nextRow {
                unfinished.append((line, sums))
            } else {
                write(sums, to: line)
            }
        }
        begun = unfinished
    }

    // What is done for every sample goes through spans: an array would ask at each store whether
    // it is shared.

    private static func add(_ means: [Int32], times share: Int32, to sums: inout [Int32]) {
        let means = means.span
        var sums = sums.mutableSpan
        for place in means.indices { sums[place] &+= means[place] &* share }
    }

    private static func shrink(
        _ row: Span<UInt8>,
        _ channels: Int,
        _ along: AxisShares,
        to means: inout [Int32]
    ) {
        let (first, starts, shares) = (along.first.span, along.starts.span, along.shares.span)
        var means = means.mutableSpan
        let shift = Int32(AxisShares.bits - meanBits)
        for pixel in first.indices {
            let (start, end) = (starts[pixel], starts[pixel &+ 1])
            for channel in 0..<channels {
                var sum: Int32 = 0
                var place = first[pixel] &* channels &+ channel
                var share = start
                while share < end {
                    sum &+= Int32(row[place]) &* shares[share]
                    place &+= channels
                    share &+= 1
                }
                means[pixel &* channels &+ channel] = sum &>> shift
            }
        }
    }

    private mutating func write(_ sums: [Int32], to line: Int) {
        let (along, target, isTurned, channels) = (along, target, isTurned, channels)
        let half: Int32 = 1 << Int32(Self.meanBits + AxisShares.bits - 1)
        let shift = Int32(Self.meanBits + AxisShares.bits)
        let red = target.order == .rgba ? 0 : 2
        let (sums, step) = (sums.span, channels == 1 ? 0 : 1)
        var pixels = pixels.mutableSpan
        for pixel in along.first.indices where along.count(of: pixel) > 0 {
            let (x, y) = isTurned ? (line, pixel) : (pixel, line)
            let place = y &* target.bytesPerRow &+ x &* 4
            for channel in 0..<3 {
                let sum = sums[pixel &* channels &+ channel &* step]
                let value = (sum &+ half) &>> shift
                let byte = channel == 0 ? red : channel == 1 ? 1 : 2 &- red
                pixels[place &+ byte] = UInt8(truncatingIfNeeded: value)
            }
        }
    }
}
