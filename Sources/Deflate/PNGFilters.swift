// SPDX-License-Identifier: Apache-2.0

/// The five filters of PNG (RFC 2083, 6.2 to 6.6), undone in place.
///
/// Each row loses its filter type, so rows move towards the front: what is written always lies
/// before what is still to be read, and the row above is where it was just written.
///
///     in    T a a a a T b b b b …
///     out   a a a a b b b b …
@safe struct PNGFilters {
    let buffer: UnsafeMutableBufferPointer<UInt8>
    let bytesPerRow: Int
    let bytesPerPixel: Int

    /// Returns how many bytes are left.
    func undoAll() -> Int {
        var read = 0
        var written = 0
        while unsafe read < buffer.count {
            let type = unsafe buffer[read]
            let count = unsafe min(bytesPerRow, buffer.count - read - 1)
            undo(type, from: read + 1, to: written, count: count)
            read += 1 + count
            written += count
        }
        return written
    }

    private func undo(_ type: UInt8, from source: Int, to target: Int, count: Int) {
        let isFirst = target == 0
        switch type {
        case 1: sub(source, target, count)
        case 2 where !isFirst: up(source, target, count)
        case 3: average(source, target, count, isFirst: isFirst)
        // With nothing above, Paeth's predictor is the byte to the left.
        case 4 where isFirst: sub(source, target, count)
        case 4: paeth(source, target, count)
        default: copy(source, target, count)
        }
    }

    private func copy(_ source: Int, _ target: Int, _ count: Int) {
        for index in 0..<count { unsafe buffer[target &+ index] = buffer[source &+ index] }
    }

    private func sub(_ source: Int, _ target: Int, _ count: Int) {
        let head = min(bytesPerPixel, count)
        copy(source, target, head)
        for index in head..<count {
            unsafe buffer[target &+ index] =
                buffer[source &+ index] &+ buffer[target &+ index &- bytesPerPixel]
        }
    }

    private func up(_ source: Int, _ target: Int, _ count: Int) {
        let above = target - bytesPerRow
        for index in 0..<count {
            unsafe buffer[target &+ index] = buffer[source &+ index] &+ buffer[above &+ index]
        }
    }

    private func average(_ source: Int, _ target: Int, _ count: Int, isFirst: Bool) {
        let above = target - bytesPerRow
        for index in 0..<count {
            let left =
                unsafe index < bytesPerPixel
                ? 0 : UInt16(buffer[target &+ index &- bytesPerPixel])
            let up = unsafe isFirst ? 0 : UInt16(buffer[above &+ index])
            unsafe buffer[target &+ index] =
                buffer[source &+ index] &+ UInt8(truncatingIfNeeded: (left &+ up) >> 1)
        }
    }

    private func paeth(_ source: Int, _ target: Int, _ count: Int) {
        switch bytesPerPixel {
        case 3: paethPixels(of: 3, source, target, count)
        case 4: paethPixels(of: 4, source, target, count)
        default: paethAny(source, target, from: 0, count)
        }
    }

    private func paethAny(_ source: Int, _ target: Int, from start: Int, _ count: Int) {
        let above = target - bytesPerRow
        for index in start..<max(start, count) {
            let up = unsafe Int16(buffer[above &+ index])
            let hasLeft = index >= bytesPerPixel
            let left = unsafe hasLeft ? Int16(buffer[target &+ index &- bytesPerPixel]) : 0
            let corner = unsafe hasLeft ? Int16(buffer[above &+ index &- bytesPerPixel]) : 0
            let predictor = Self.paeth(left, up, corner)
            unsafe buffer[target &+ index] =
                buffer[source &+ index] &+ UInt8(truncatingIfNeeded: predictor)
        }
    }

    /// All bytes of a pixel at once, three or four; of three, the byte behind them comes along and
    /// is thrown away.
    @inline(__always)
    private func paethPixels(of size: Int, _ source: Int, _ target: Int, _ count: Int) {
        let above = target - bytesPerRow
        var left = SIMD4<Int16>.zero
        var corner = SIMD4<Int16>.zero
        var index = 0
        while index &+ 4 <= count {
            let up = fourBytes(at: above &+ index)
            let toLeft = up &- corner
            let toUp = left &- corner
            let farLeft = Self.magnitude(toLeft)
            let farUp = Self.magnitude(toUp)
            let farCorner = Self.magnitude(toLeft &+ toUp)
            let upOrCorner = corner.replacing(with: up, where: farUp .<= farCorner)
            let predictor = upOrCorner.replacing(
                with: left,
                where: farLeft .<= pointwiseMin(farUp, farCorner)
            )
            left = (fourBytes(at: source &+ index) &+ predictor) & 0xFF
            for kind in 0..<size {
                unsafe buffer[target &+ index &+ kind] = UInt8(truncatingIfNeeded: left[kind])
            }
            corner = up
            index &+= size
        }
        paethAny(source, target, from: index, count)
    }

    @inline(__always)
    private func fourBytes(at offset: Int) -> SIMD4<Int16> {
        unsafe SIMD4(
            Int16(buffer[offset]),
            Int16(buffer[offset &+ 1]),
            Int16(buffer[offset &+ 2]),
            Int16(buffer[offset &+ 3])
        )
    }

    @inline(__always)
    private static func magnitude(_ values: SIMD4<Int16>) -> SIMD4<Int16> {
        pointwiseMax(values, 0 &- values)
    }

    /// RFC 2083, 6.6: the neighbour nearest to left + up − corner; ties in that order.
    @inline(__always)
    static func paeth(_ left: Int16, _ up: Int16, _ corner: Int16) -> Int16 {
        let toLeft = (up &- corner).magnitude
        let toUp = (left &- corner).magnitude
        let toCorner = (left &+ up &- corner &- corner).magnitude
        let upOrCorner = toUp <= toCorner ? up : corner
        return toLeft <= min(toUp, toCorner) ? left : upOrCorner
    }
}
