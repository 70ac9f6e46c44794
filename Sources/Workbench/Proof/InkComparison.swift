// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import Glibc
internal import Rendering

/// Compares a page before and after a mark, piece by piece.
///
/// How a mark changes a pixel follows from how it looks alone, on white and on black paper: what it
/// adds is the black one, and what it lets through is the difference of the two. So the pixel after
/// is known beforehand, whatever lies below: text, a picture, paper of any colour. A white mark on
/// white paper changes nothing, and nothing is asked of it.
///
/// Two sums are kept over the pixels of the mark: how much ink there should be (by how much the
/// page should change), and how much there is; and a third, of the ink that is in the wrong place
/// or of the wrong colour.
struct InkComparison: Sendable {
    /// Pixels by which a change may reach beyond the rect.
    static let margin = 2
    /// Rounding makes pixels differ by so many of 255 levels from what follows, at most.
    static let rounding = 6
    /// Of all ink, so much may be missing, too much or elsewhere.
    static let tolerance = 0.01

    /// How the mark mixes with what is below.
    enum Blending: Sendable {
        case normal, multiply
    }

    /// The changes beyond the rects, in pixels of the page.
    private(set) var strayed: PixelBox?
    /// All changes, in pixels of the page.
    private(set) var changed: PixelBox?
    private var expectedInk = 0
    private var foundInk = 0
    private var wrongInk = 0
    private var inkedSamples = 0

    /// What was found.
    enum Verdict: Sendable, Equatable {
        /// The mark is there.
        case proven
        /// Nothing is wrong, but the mark cannot be seen.
        case invisible
        /// The page changed elsewhere too.
        case strayed(PixelBox)
        /// There is too little ink, too much, or it is not the mark's.
        case wrongInk(found: Double)
    }

    /// What was found, with the ink that there is as a share of what there should be.
    var verdict: Verdict {
        if let strayed { return .strayed(strayed) }
        let allowed = Self.tolerance * Double(expectedInk)
        // Of a faint mark, rounding alone is a good part.
        let isEnough = abs(Double(foundInk - expectedInk)) <= allowed + Double(inkedSamples)
        guard isEnough, Double(wrongInk) <= allowed else {
            return .wrongInk(found: expectedInk > 0 ? Double(foundInk) / Double(expectedInk) : 0)
        }
        return expectedInk > 0 ? .proven : .invisible
    }

    /// Looks for changes in a piece of the page.
    ///
    /// - Parameters:
    ///   - before: its pixels before the mark, four bytes each.
    ///   - after: its pixels after it.
    ///   - piece: which pixels of the page these are.
    ///   - boxes: where changes may be, in pixels of the page.
    mutating func addChanges(
        before: [UInt8],
        after: [UInt8],
        piece: PixelBox,
        allowed boxes: [PixelBox]
    ) {
        let rowBytes = piece.width * 4
        precondition(before.count >= rowBytes * piece.height && after.count == before.count)
        for row in 0..<piece.height {
            // Nearly all rows are the same, so they are compared as a whole first.
            let columns = Self.differences(before, after, from: row * rowBytes, count: rowBytes)
            for column in columns {
                let (x, y) = (piece.x + column, piece.y + row)
                changed = Self.extended(changed, x, y)
                if !boxes.contains(where: { $0.contains(x, y) }) {
                    strayed = Self.extended(strayed, x, y)
                }
            }
        }
    }

    /// The pixels of a row that differ, counted from its start.
    private static func differences(
        _ before: [UInt8],
        _ after: [UInt8],
        from start: Int,
        count: Int
    ) -> [Int] {
        unsafe before.withUnsafeBytes { before in
            unsafe after.withUnsafeBytes { after in
                let before = unsafe UnsafeRawBufferPointer(rebasing: before[start..<start + count])
                let after = unsafe UnsafeRawBufferPointer(rebasing: after[start..<start + count])
                if unsafe isEqual(before, after) { return [] }
                return stride(from: 0, to: count, by: 4).compactMap { place in
                    let was = unsafe before.loadUnaligned(fromByteOffset: place, as: UInt32.self)
                    let now = unsafe after.loadUnaligned(fromByteOffset: place, as: UInt32.self)
                    return was == now ? nil : place / 4
                }
            }
        }
    }

    private static func isEqual(
        _ one: UnsafeRawBufferPointer,
        _ other: UnsafeRawBufferPointer
    ) -> Bool {
        guard let first = one.baseAddress, let second = other.baseAddress else {
            return true
        }
        return unsafe memcmp(first, second, one.count) == 0
    }

    /// Weighs the ink of a piece of the page.
    ///
    /// - Parameters:
    ///   - before: its pixels before the mark, four bytes each.
    ///   - after: its pixels after it.
    ///   - white: the same pixels of the mark alone on white.
    ///   - black: the same pixels of the mark alone on black.
    ///   - blending: how the mark mixes with what is below.
    mutating func addInk(
        before: ArraySlice<UInt8>,
        after: ArraySlice<UInt8>,
        white: ArraySlice<UInt8>,
        black: ArraySlice<UInt8>,
        blending: Blending
    ) {
        precondition(
            before.count == after.count && white.count == before.count
                && black.count == before.count
        )
        for sample in 0..<before.count where sample & 3 != 3 {
            let (w, k) = (
                Int(white[white.startIndex + sample]), Int(black[black.startIndex + sample])
            )
            let was = Int(before[before.startIndex + sample])
            let now = Int(after[after.startIndex + sample])
            let wanted =
                switch blending {
                case .normal: min(255, k + (was * max(0, w - k) + 127) / 255)
                case .multiply: (was * w + 127) / 255
                }
            if wanted != was { inkedSamples += 1 }
            expectedInk += abs(wanted - was)
            foundInk += abs(now - was)
            wrongInk += max(0, abs(now - wanted) - Self.rounding)
        }
    }

    /// Takes in what another comparison of the same page found.
    mutating func merge(_ other: InkComparison) {
        changed = Self.union(changed, other.changed)
        strayed = Self.union(strayed, other.strayed)
        expectedInk += other.expectedInk
        foundInk += other.foundInk
        wrongInk += other.wrongInk
        inkedSamples += other.inkedSamples
    }

    private static func extended(_ box: PixelBox?, _ x: Int, _ y: Int) -> PixelBox {
        guard let box else { return PixelBox(x: x, y: y, width: 1, height: 1) }
        return box.union(PixelBox(x: x, y: y, width: 1, height: 1))
    }

    private static func union(_ one: PixelBox?, _ other: PixelBox?) -> PixelBox? {
        guard let one, let other else { return one ?? other }
        return one.union(other)
    }
}

extension PixelBox {
    func contains(_ x: Int, _ y: Int) -> Bool {
        x >= self.x && x < self.x + width && y >= self.y && y < self.y + height
    }

    func union(_ other: PixelBox) -> PixelBox {
        let (left, top) = (min(x, other.x), min(y, other.y))
        return PixelBox(
            x: left,
            y: top,
            width: max(x + width, other.x + other.width) - left,
            height: max(y + height, other.y + other.height) - top
        )
    }

    /// What both have in common; nil when that is nothing.
    func intersection(_ other: PixelBox) -> PixelBox? {
        let (left, top) = (max(x, other.x), max(y, other.y))
        let right = min(x + width, other.x + other.width)
        let bottom = min(y + height, other.y + other.height)
        guard right > left, bottom > top else { return nil }
        return PixelBox(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// Larger by so many pixels on each side.
    func grown(by margin: Int) -> PixelBox {
        PixelBox(
            x: x - margin,
            y: y - margin,
            width: width + 2 * margin,
            height: height + 2 * margin
        )
    }

    /// The box in points of view space.
    func rect(pixelsPerPoint scale: Double) -> Rect {
        Rect(
            x: Double(x) / scale,
            y: Double(y) / scale,
            width: Double(width) / scale,
            height: Double(height) / scale
        )
    }
}
