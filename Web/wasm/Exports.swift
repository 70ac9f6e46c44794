// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import Ink

// What the browser calls. Numbers travel as rows of doubles; each function says what is in them.
// Nothing is kept between calls: the caller takes memory with `allocate`, calls, reads the answer
// and then gives everything back with `reset`.

/// Page spaces.
///
/// `input`: 1 or 0 for "there is a MediaBox", its x, y, width, height; the same for the CropBox;
/// the rotation; 1 or 0 for "there is a UserUnit", and it.
///
/// `output`: visible box (x, y, width, height), rotation, user unit, width and height in view
/// space, the six numbers of view-to-page, the six of page-to-view, how many problems.
@_cdecl("pageSpace")
@_expose(wasm, "pageSpace")
public func pageSpace(_ input: UnsafePointer<Double>, _ output: UnsafeMutablePointer<Double>) {
    let space = unsafe readPageSpace(input)
    var row = unsafe Row(output)
    row.put(space.visibleBox)
    row.put(Double(space.rotation))
    row.put(space.userUnit)
    row.put(space.size.width)
    row.put(space.size.height)
    row.put(space.viewToPage)
    row.put(space.pageToView)
    row.put(Double(space.problems.count))
}

/// Where a mark goes.
///
/// `input`: as for `pageSpace`; `rects`: the mark's own box, then the rect in view space; `output`:
/// the six numbers of the transform.
@_cdecl("placement")
@_expose(wasm, "placement")
public func placement(
    _ input: UnsafePointer<Double>,
    _ rects: UnsafePointer<Double>,
    _ output: UnsafeMutablePointer<Double>
) {
    let space = unsafe readPageSpace(input)
    let (source, target) = unsafe (readRect(rects), readRect(rects + 4))
    var row = unsafe Row(output)
    row.put(space.transform(placing: source, into: target))
}

/// The outline of a stroke.
///
/// `points`: x, y, pressure of each of `count` readings.
///
/// The answer is a row: how many doubles follow, then for each step of the path 0 and a point
/// (move), 1 and a point (line), 2 and three points (cubic) or 3 (close).
@_cdecl("strokeOutline")
@_expose(wasm, "strokeOutline")
public func strokeOutline(
    _ points: UnsafePointer<Double>,
    _ count: Int32,
    _ width: Double
) -> UnsafeMutablePointer<Double> {
    let stroke = unsafe readStroke(points, count, width)
    return unsafe write(stroke.outline)
}

/// The outline of a stroke after its readings were thinned, as it is kept.
///
/// `points` and the answer: as for `strokeOutline`.
@_cdecl("thinnedOutline")
@_expose(wasm, "thinnedOutline")
public func thinnedOutline(
    _ points: UnsafePointer<Double>,
    _ count: Int32,
    _ width: Double
) -> UnsafeMutablePointer<Double> {
    let stroke = unsafe readStroke(points, count, width)
    return unsafe write(stroke.thinned().outline)
}

/// The outline of a stroke as it was shown while it was drawn: settled pieces and the tail.
///
/// `points` and the answer: as for `strokeOutline`.
@_cdecl("liveOutline")
@_expose(wasm, "liveOutline")
public func liveOutline(
    _ points: UnsafePointer<Double>,
    _ count: Int32,
    _ width: Double
) -> UnsafeMutablePointer<Double> {
    let stroke = unsafe readStroke(points, count, width)
    var builder = StrokeBuilder(width: width)
    for point in stroke.points {
        builder.add(PenReading(position: point.position, pressure: point.pressure))
    }
    return unsafe write(builder.outline)
}

private func readStroke(
    _ points: UnsafePointer<Double>,
    _ count: Int32,
    _ width: Double
) -> Stroke {
    var stroke = Stroke(points: [], width: width)
    stroke.points.reserveCapacity(Int(max(count, 0)))
    for index in 0..<Int(max(count, 0)) {
        let row = unsafe points + index * 3
        unsafe stroke.points.append(StrokePoint(x: row[0], y: row[1], pressure: row[2]))
    }
    return stroke
}

/// A path as a row: how many doubles follow, then the steps.
private func write(_ path: Path) -> UnsafeMutablePointer<Double> {
    let elements = path.elements
    let output = UnsafeMutablePointer<Double>.allocate(capacity: 1 + elements.count * 7)
    var row = unsafe Row(output)
    row.put(0)
    for element in elements {
        switch element {
        case .move(let point): row.put(0, point)
        case .line(let point): row.put(1, point)
        case .cubic(let control1, let control2, let end):
            row.put(2, control1)
            row.put(control2)
            row.put(end)
        case .close: row.put(3)
        }
    }
    unsafe output[0] = Double(row.count - 1)
    return unsafe output
}

private func readRect(_ row: UnsafePointer<Double>) -> Rect {
    unsafe Rect(x: row[0], y: row[1], width: row[2], height: row[3])
}

private func readPageSpace(_ row: UnsafePointer<Double>) -> PageSpace {
    unsafe PageSpace(
        mediaBox: row[0] == 0 ? nil : readRect(row + 1),
        cropBox: row[5] == 0 ? nil : readRect(row + 6),
        rotation: Int(exactly: row[10]) ?? 0,
        userUnit: row[11] == 0 ? nil : row[12]
    )
}

/// Writes doubles one after the other.
@safe
private struct Row {
    private let start: UnsafeMutablePointer<Double>
    private(set) var count = 0

    init(_ start: UnsafeMutablePointer<Double>) { unsafe self.start = start }

    mutating func put(_ value: Double) {
        unsafe start[count] = value
        count += 1
    }

    mutating func put(_ point: Point) {
        put(point.x)
        put(point.y)
    }

    mutating func put(_ kind: Double, _ point: Point) {
        put(kind)
        put(point)
    }

    mutating func put(_ rect: Rect) {
        put(rect.x)
        put(rect.y)
        put(rect.width)
        put(rect.height)
    }

    mutating func put(_ transform: AffineTransform) {
        put(transform.a)
        put(transform.b)
        put(transform.c)
        put(transform.d)
        put(transform.tx)
        put(transform.ty)
    }
}
