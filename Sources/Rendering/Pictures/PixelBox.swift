// SPDX-License-Identifier: Apache-2.0
public import Geometry

/// A size in whole pixels.
public struct PixelSize: Sendable, Hashable {
    /// Pixels across.
    public var width: Int
    /// Pixels down.
    public var height: Int

    /// A size.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// How many pixels a page has at a resolution; at least one each way.
    ///
    /// - Parameters:
    ///   - page: the page as seen, in points.
    ///   - pixelsPerPoint: dots per inch through 72; finite and above zero.
    public init(of page: Size, pixelsPerPoint: Double) {
        self.init(
            width: Self.pixels(page.width * pixelsPerPoint),
            height: Self.pixels(page.height * pixelsPerPoint)
        )
    }

    /// How many pixels a page has when it is `width` pixels across, its shape kept.
    ///
    /// - Parameters:
    ///   - page: the page as seen, in points.
    ///   - width: pixels across, above zero.
    public init(of page: Size, width: Int) {
        let height = page.width > 0 ? page.height * Double(width) / page.width : 1
        self.init(width: width, height: Self.pixels(height))
    }

    /// The whole box of this size.
    public var bounds: PixelBox { PixelBox(x: 0, y: 0, width: width, height: height) }

    private static func pixels(_ length: Double) -> Int {
        Int(exactly: length.rounded().clamped(to: 1...1e9)) ?? 1
    }
}

/// A box of whole pixels; the origin is the top left corner, y goes down.
public struct PixelBox: Sendable, Hashable {
    /// The first pixel across.
    public var x: Int
    /// The first pixel down.
    public var y: Int
    /// Pixels across.
    public var width: Int
    /// Pixels down.
    public var height: Int

    /// A box.
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The smallest box of whole pixels around a part of a page.
    ///
    /// - Parameters:
    ///   - part: the part, in points of view space.
    ///   - page: the page as seen, in points.
    ///   - pixels: how many pixels the whole page has.
    public init(covering part: Rect, of page: Size, at pixels: PixelSize) {
        let across = page.width > 0 ? Double(pixels.width) / page.width : 1
        let down = page.height > 0 ? Double(pixels.height) / page.height : 1
        // A hair, so that an edge that lies on a pixel's edge does not take the next pixel along.
        let hair = 1e-6
        func low(_ value: Double) -> Int {
            Int(exactly: (value + hair).rounded(.down).clamped(to: -1e9...1e9)) ?? 0
        }
        func high(_ value: Double) -> Int {
            Int(exactly: (value - hair).rounded(.up).clamped(to: -1e9...1e9)) ?? 0
        }
        let (left, top) = (low(part.minX * across), low(part.minY * down))
        self.init(
            x: left,
            y: top,
            width: max(1, high(part.maxX * across) - left),
            height: max(1, high(part.maxY * down) - top)
        )
    }
}

extension Double {
    fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
        isNaN ? range.lowerBound : Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}
