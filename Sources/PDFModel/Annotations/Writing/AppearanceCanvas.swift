// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import PDFSyntax

/// Draws the appearance of an annotation in view space, and writes it in the form's own
/// (ISO 32000-2, 12.5.5).
struct AppearanceCanvas {
    /// How the form lies on the page.
    enum Frame {
        /// The form has the page's own coordinates.
        case page
        /// The form is upright as seen, and its matrix turns it on a page that is turned.
        case upright
    }

    /// Takes view space to the form.
    let transform: AffineTransform
    /// What a length of view space is in the form.
    let scale: Double
    /// The form's box.
    let box: Rect
    /// The form's matrix.
    let matrix: AffineTransform
    private(set) var content = ContentWriter()
    /// Fonts that the content names.
    var fonts: COSDictionary = [:]

    /// A canvas for what lies within a box of view space.
    init(_ frame: Frame, for viewRect: Rect, on space: PageSpace) {
        switch frame {
        case .page:
            transform = space.viewToPage
            scale = 1 / space.userUnit
            box = space.pageRect(of: viewRect)
            matrix = .identity
        case .upright:
            // As large as the annotation's own rect: who does not zoom does not fit it in either.
            scale = 1 / space.userUnit
            transform = AffineTransform(
                a: scale,
                b: 0,
                c: 0,
                d: -scale,
                tx: -viewRect.minX * scale,
                ty: viewRect.maxY * scale
            )
            box = Rect(x: 0, y: 0, width: viewRect.width * scale, height: viewRect.height * scale)
            matrix = .turning(space.rotation)
        }
    }

    /// How lines are drawn.
    struct Pen {
        var color: AnnotationColor?
        var width: Double
        var dash: [Double] = []
        var isRound = false
    }

    /// Fills a path, strokes it, or both.
    mutating func draw(_ path: Path, fill: AnnotationColor? = nil, pen: Pen? = nil) {
        let pen = pen.flatMap { $0.color != nil && $0.width > 0 ? $0 : nil }
        guard !path.isEmpty, fill != nil || pen != nil else { return }
        if let fill { content.fillColour(fill.ink) }
        if let pen { set(pen) }
        content.path(path.applying(transform))
        content.operation(fill == nil ? "S" : pen == nil ? "f" : "B")
    }

    private mutating func set(_ pen: Pen) {
        if let color = pen.color {
            content.numbers(color.components, places: 4, "RG")
        }
        content.numbers([pen.width * scale], places: 4, "w")
        content.operation(pen.isRound ? "1 J 1 j" : "0 J 0 j")
        let dash = pen.dash.map { COSObject.length($0 * scale) }
        var writer = ObjectWriter()
        writer.write(COSObject.array(dash))
        content.operation(String(decoding: writer.bytes, as: UTF8.self) + " 0 d")
    }

    /// Shows a line of text that begins at a place.
    mutating func text(_ line: ShownLine, at place: Point, size: Double, _ color: AnnotationColor) {
        let isShown = line.steps.contains { step in
            if case .show(let codes) = step { !codes.isEmpty } else { false }
        }
        guard isShown else { return }
        content.operation("BT")
        content.fillColour(color.ink)
        let start = transform.apply(place)
        content.numbers([start.x, start.y], places: 3, "Td")
        var pieces: [COSObject] = []
        for step in line.steps {
            switch step {
            case .show(let codes):
                if case .string(let last) = pieces.last {
                    pieces[pieces.count - 1] = .string(last + codes)
                } else {
                    pieces.append(.string(codes))
                }
                continue
            case .move(let way):
                pieces.append(.length(-way))
                continue
            default: break
            }
            show(&pieces)
            switch step {
            case .font(let name):
                content.operation("\(name) \(ObjectWriter.short(size * scale, places: 4)) Tf")
            case .rise(let way): content.numbers([way * size * scale / 1000], places: 3, "Ts")
            case .beginReading(let text):
                var writer = ObjectWriter()
                writer.write(COSObject.dictionary(["ActualText": .string(TextString.encode(text))]))
                content.raw(Array("/Span ".utf8) + writer.bytes + Array(" BDC".utf8))
            case .endReading: content.operation("EMC")
            case .show, .move: break
            }
        }
        show(&pieces)
        content.operation("ET")
    }

    private mutating func show(_ pieces: inout [COSObject]) {
        if pieces.isEmpty { return }
        var writer = ObjectWriter()
        writer.write(COSObject.array(pieces))
        content.raw(writer.bytes + Array(" TJ".utf8))
        pieces = []
    }

    /// Lets nothing more be drawn outside a box.
    mutating func clip(to viewRect: Rect) {
        content.path(Path(viewRect).applying(transform))
        content.operation("W n")
    }

    /// Draws with a state of its own.
    mutating func isolated(_ body: (inout AppearanceCanvas) -> Void) {
        content.operation("q")
        body(&self)
        content.operation("Q")
    }
}

extension AnnotationColor {
    /// Red, green and blue from 0 to 1.
    var components: [Double] { [red, green, blue].map { Double($0) / 255 } }
}

extension Path {
    /// A closed row of straight lines.
    init(polygon points: [Point], isClosed: Bool = true) {
        self.init()
        for (index, point) in points.enumerated() {
            if index == 0 { move(to: point) } else { line(to: point) }
        }
        if isClosed, !points.isEmpty { close() }
    }

    /// The outline of a rectangle.
    init(_ rect: Rect) { self.init(polygon: Quad(rect).corners) }

    /// The distance of control points that makes four curves a circle, for a radius of 1.
    private static let circleHandle = 0.552_284_75

    /// The outline of an ellipse that fills a rectangle.
    init(ellipseIn rect: Rect) {
        self.init()
        let (cx, cy) = (rect.center.x, rect.center.y)
        let (rx, ry) = (rect.width / 2, rect.height / 2)
        let (hx, hy) = (rx * Self.circleHandle, ry * Self.circleHandle)
        func at(_ x: Double, _ y: Double) -> Point { Point(x: cx + x, y: cy + y) }
        move(to: at(rx, 0))
        cubic(at(rx, hy), at(hx, ry), to: at(0, ry))
        cubic(at(-hx, ry), at(-rx, hy), to: at(-rx, 0))
        cubic(at(-rx, -hy), at(-hx, -ry), to: at(0, -ry))
        cubic(at(hx, -ry), at(rx, -hy), to: at(rx, 0))
        close()
    }
}

extension AffineTransform {
    /// Turns a form so that it is upright on a page that is displayed turned (12.5.5).
    static func turning(_ rotation: Int) -> AffineTransform {
        switch rotation {
        case 90: AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0)
        case 180: AffineTransform(a: -1, b: 0, c: 0, d: -1, tx: 0, ty: 0)
        case 270: AffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: 0)
        default: .identity
        }
    }
}
