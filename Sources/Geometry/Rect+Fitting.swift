// SPDX-License-Identifier: Apache-2.0

extension Rect {
    /// How something of another shape fills a rectangle.
    public enum FitMode: Sendable, Hashable {
        /// As large as fits, aspect kept, centred.
        case inside
        /// All of it, aspect given up.
        case stretch
    }

    /// The part of this rectangle that something of `size` fills.
    ///
    /// A size without area or with numbers that are not finite has no aspect to keep and fills all
    /// of it.
    public func fitting(_ size: Size, mode: FitMode = .inside) -> Rect {
        guard mode == .inside, !size.isEmpty, size.isFinite else { return self }
        // The side that binds is copied, not computed, so that it is exact.
        let scaledHeight = width / size.width * size.height
        if scaledHeight <= height {
            return Rect(
                x: x,
                y: y + (height - scaledHeight) / 2,
                width: width,
                height: scaledHeight
            )
        }
        let scaledWidth = height / size.height * size.width
        return Rect(x: x + (width - scaledWidth) / 2, y: y, width: scaledWidth, height: height)
    }
}
