// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import Ink

// What the browser calls. Numbers travel as rows of doubles; each function says what is in them.
// The caller takes memory for what goes in with `allocate`; that, and every row that is answered,
// goes back with `release`. Only a stroke that is being drawn is kept between calls.

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

// MARK: A stroke while it is drawn

/// Begins a stroke.
///
/// `response`: 0 plain, 1 a pen with a sensor for pressure, 2 a finger or a mouse.
///
/// - Returns: what names the stroke in the calls below, until `endStroke`.
@_cdecl("beginStroke")
@_expose(wasm, "beginStroke")
public func beginStroke(_ width: Double, _ response: Int32) -> UnsafeMutableRawPointer {
    let response: PenResponse =
        switch response {
        case 1: .pen
        case 2: .finger
        default: .plain
        }
    let stroke = UnsafeMutablePointer<StrokeBuilder>.allocate(capacity: 1)
    unsafe stroke.initialize(to: StrokeBuilder(width: width, response: response))
    return UnsafeMutableRawPointer(stroke)
}

/// Takes readings.
///
/// `readings`: x, y, pressure, milliseconds, tilt of each of `count`; what the device cannot tell
/// is no number.
@_cdecl("addReadings")
@_expose(wasm, "addReadings")
public func addReadings(
    _ stroke: UnsafeMutableRawPointer,
    _ readings: UnsafePointer<Double>,
    _ count: Int32
) {
    let builder = unsafe stroke.assumingMemoryBound(to: StrokeBuilder.self)
    for index in 0..<Int(max(count, 0)) {
        let row = unsafe readings + index * 5
        let position = unsafe Point(x: row[0], y: row[1])
        guard position.isFinite else { continue }
        unsafe builder.pointee.add(
            PenReading(
                position: position,
                pressure: known(row[2]),
                milliseconds: known(row[3]),
                tilt: known(row[4])
            )
        )
    }
}

/// The pieces that settled since the last call, as a row like that of `strokeOutline`.
@_cdecl("takeSettled")
@_expose(wasm, "takeSettled")
public func takeSettled(_ stroke: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Double> {
    let builder = unsafe stroke.assumingMemoryBound(to: StrokeBuilder.self)
    return unsafe write(builder.pointee.takeSettled())
}

/// What is not settled, as a row like that of `strokeOutline`.
@_cdecl("strokeTail")
@_expose(wasm, "strokeTail")
public func strokeTail(_ stroke: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Double> {
    let builder = unsafe stroke.assumingMemoryBound(to: StrokeBuilder.self)
    return unsafe write(builder.pointee.tail)
}

/// The readings so far as they are kept: thinned, with the pressure that came of speed and tilt.
///
/// The answer is a row: how many doubles follow, then x, y, pressure, milliseconds of each; a time
/// that nobody told is no number.
@_cdecl("keptReadings")
@_expose(wasm, "keptReadings")
public func keptReadings(_ stroke: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Double> {
    let builder = unsafe stroke.assumingMemoryBound(to: StrokeBuilder.self)
    let points = unsafe builder.pointee.stroke.thinned().points
    let output = UnsafeMutablePointer<Double>.allocate(capacity: 1 + points.count * 4)
    var row = unsafe Row(output)
    row.put(Double(points.count * 4))
    for point in points {
        row.put(point.position)
        row.put(point.pressure)
        row.put(point.milliseconds ?? .nan)
    }
    return unsafe output
}

/// Ends a stroke; its name means nothing from now on.
@_cdecl("endStroke")
@_expose(wasm, "endStroke")
public func endStroke(_ stroke: UnsafeMutableRawPointer) {
    let builder = unsafe stroke.assumingMemoryBound(to: StrokeBuilder.self)
    unsafe builder.deinitialize(count: 1)
    unsafe builder.deallocate()
}

// MARK: A whole drawing

/// The outline of all strokes of a drawing, as it stands in the file.
///
/// `drawing`: for each of `count` strokes how many readings it has, then x, y, pressure of each.
/// The answer: as for `strokeOutline`.
@_cdecl("drawingOutline")
@_expose(wasm, "drawingOutline")
public func drawingOutline(
    _ drawing: UnsafePointer<Double>,
    _ count: Int32,
    _ width: Double
) -> UnsafeMutablePointer<Double> {
    unsafe write(outline(of: readDrawing(drawing, count, width)))
}

/// The smallest rectangle that holds the outline of a drawing.
///
/// `drawing`: as for `drawingOutline`; `output`: x, y, width, height.
///
/// - Returns: 1, or 0 when nothing is drawn.
@_cdecl("drawingBounds")
@_expose(wasm, "drawingBounds")
public func drawingBounds(
    _ drawing: UnsafePointer<Double>,
    _ count: Int32,
    _ width: Double,
    _ output: UnsafeMutablePointer<Double>
) -> Int32 {
    guard let bounds = unsafe readDrawing(drawing, count, width).bounds else { return 0 }
    var row = unsafe Row(output)
    row.put(bounds)
    return 1
}

/// Which of some quads, those of words say, the ink of a drawing touches.
///
/// `drawing`: as for `drawingOutline`; `quads`: eight numbers for each of `quadCount`; `output`:
/// 1 or 0 for each.
@_cdecl("touchedQuads")
@_expose(wasm, "touchedQuads")
public func touchedQuads(
    _ drawing: UnsafePointer<Double>,
    _ count: Int32,
    _ width: Double,
    _ quads: UnsafePointer<Double>,
    _ quadCount: Int32,
    _ output: UnsafeMutablePointer<Double>
) {
    let ink = Silhouette(filling: outline(of: unsafe readDrawing(drawing, count, width)))
    var row = unsafe Row(output)
    for index in 0..<Int(max(quadCount, 0)) {
        let quad = unsafe quads + index * 8
        let corners = (0..<4).map { unsafe Point(x: quad[$0 * 2], y: quad[$0 * 2 + 1]) }
        row.put(Selector(.lasso(corners)).touches(ink) ? 1 : 0)
    }
}

private func outline(of drawing: Drawing) -> Path {
    var path = Path()
    for shape in drawing.outline { path.append(shape.path) }
    return path
}

private func readDrawing(
    _ row: UnsafePointer<Double>,
    _ count: Int32,
    _ width: Double
) -> Drawing {
    var drawing = Drawing()
    var next = unsafe row
    for _ in 0..<Int(max(count, 0)) {
        let points = Int32(exactly: unsafe next.pointee) ?? 0
        drawing.strokes.append(unsafe readStroke(next + 1, points, width))
        unsafe next += 1 + Int(max(points, 0)) * 3
    }
    return drawing
}

/// A number, or nothing where there is none.
private func known(_ value: Double) -> Double? { value.isNaN ? nil : value }

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
