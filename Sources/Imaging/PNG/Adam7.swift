// SPDX-License-Identifier: Apache-2.0

/// The seven passes of an interlaced PNG (PNG, 8.2).
///
///     1 6 4 6 2 6 4 6
///     7 7 7 7 7 7 7 7
///     5 6 5 6 5 6 5 6
///     7 7 7 7 7 7 7 7
///     3 6 4 6 3 6 4 6
///     7 7 7 7 7 7 7 7
///     5 6 5 6 5 6 5 6
///     7 7 7 7 7 7 7 7
struct Adam7 {
    /// Which pixels a pass holds, and how large a block each stands for until later passes come.
    struct Pass {
        let startX: Int
        let startY: Int
        let stepX: Int
        let stepY: Int
        let blockWidth: Int
        let blockHeight: Int

        /// Pixels in a row of this pass.
        func columns(_ width: Int) -> Int { (width - startX + stepX - 1) / stepX }
        /// Rows of this pass.
        func rows(_ height: Int) -> Int { (height - startY + stepY - 1) / stepY }
    }

    static let passes = [
        Pass(startX: 0, startY: 0, stepX: 8, stepY: 8, blockWidth: 8, blockHeight: 8),
        Pass(startX: 4, startY: 0, stepX: 8, stepY: 8, blockWidth: 4, blockHeight: 8),
        Pass(startX: 0, startY: 4, stepX: 4, stepY: 8, blockWidth: 4, blockHeight: 4),
        Pass(startX: 2, startY: 0, stepX: 4, stepY: 4, blockWidth: 2, blockHeight: 4),
        Pass(startX: 0, startY: 2, stepX: 2, stepY: 4, blockWidth: 2, blockHeight: 2),
        Pass(startX: 1, startY: 0, stepX: 2, stepY: 2, blockWidth: 1, blockHeight: 2),
        Pass(startX: 0, startY: 1, stepX: 1, stepY: 2, blockWidth: 1, blockHeight: 1),
    ]
}
