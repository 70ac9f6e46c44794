// SPDX-License-Identifier: Apache-2.0
import Geometry
import Ink

// Prints what the native build answers, as JSON with the bits of every double, for
// `geometry.test.mjs` to compare with what the WebAssembly build answers.

func bits(_ values: [Double]) -> String {
    "[" + values.map { "\"" + String($0.bitPattern, radix: 16) + "\"" }.joined(separator: ",") + "]"
}

func row(_ rect: Rect) -> [Double] { [rect.x, rect.y, rect.width, rect.height] }

func row(_ rect: Rect?) -> [Double] { rect.map { [1] + row($0) } ?? [0, 0, 0, 0, 0] }

func row(_ matrix: AffineTransform) -> [Double] {
    [matrix.a, matrix.b, matrix.c, matrix.d, matrix.tx, matrix.ty]
}

func row(_ path: Path) -> [Double] {
    path.elements.flatMap { element -> [Double] in
        switch element {
        case .move(let a): [0, a.x, a.y]
        case .line(let a): [1, a.x, a.y]
        case .cubic(let a, let b, let c): [2, a.x, a.y, b.x, b.y, c.x, c.y]
        case .close: [3]
        }
    }
}

extension SplitMix {
    mutating func rect() -> Rect {
        Rect(
            x: double(in: -500...500),
            y: double(in: -500...500),
            width: double(in: -100...2000),
            height: double(in: -100...2000)
        )
    }
}

/// Makes the questions and the native answers.
struct Cases {
    var random = SplitMix(seed: 1)

    mutating func page(_ number: Int) -> String {
        var media: Rect? = random.rect()
        var crop: Rect? = number % 3 == 0 ? nil : random.rect()
        if number % 50 == 7 { media = nil }
        if number % 50 == 13 { media?.width = .infinity }
        if number % 50 == 29 { crop?.x = .nan }
        let rotation = Int(random.next() % 16) * 90 - 720 + (number % 40 == 3 ? 1 : 0)
        let unit = number % 2 == 0 ? nil : random.double(in: -0.1...10)
        let space = PageSpace(mediaBox: media, cropBox: crop, rotation: rotation, userUnit: unit)
        let source = random.rect().normalised
        let target = random.rect().normalised
        let input = row(media) + row(crop) + [Double(rotation), unit == nil ? 0 : 1, unit ?? 0]
        let output =
            row(space.visibleBox) + [Double(space.rotation), space.userUnit]
            + [space.size.width, space.size.height] + row(space.viewToPage) + row(space.pageToView)
            + [Double(space.problems.count)]
        return "{\"input\":\(bits(input)),\"output\":\(bits(output)),"
            + "\"rects\":\(bits(row(source) + row(target))),"
            + "\"placement\":\(bits(row(space.transform(placing: source, into: target))))}"
    }

    /// A hand that steers; every fourth stroke is a scribble with sharp turns.
    mutating func stroke(_ number: Int) -> Stroke {
        var points: [StrokePoint] = []
        var (place, way) = (Point(x: 50, y: 50), Point(x: 2, y: 0))
        for _ in 0..<(number == 0 ? 1 : 150) {
            points.append(StrokePoint(x: place.x, y: place.y, pressure: random.double(in: 0...1)))
            let bend = random.double(in: -0.5...0.6)
            way = Point(x: way.x - bend * way.y, y: way.y + bend * way.x)
            way = way * (2 / way.distance(to: .zero))
            place =
                number % 4 == 3
                ? Point(x: random.double(in: 0...100), y: random.double(in: 0...100)) : place + way
        }
        return Stroke(points: points, width: random.double(in: 0.5...8))
    }

    mutating func ink(_ number: Int) -> String {
        let stroke = self.stroke(number)
        var builder = StrokeBuilder(width: stroke.width)
        for point in stroke.points {
            builder.add(PenReading(position: point.position, pressure: point.pressure))
        }
        return "{\"width\":\(bits([stroke.width])),"
            + "\"points\":\(bits(stroke.points.flatMap { [$0.x, $0.y, $0.pressure] })),"
            + "\"output\":\(bits(row(stroke.outline))),"
            + "\"thinned\":\(bits(row(stroke.thinned().outline))),"
            + "\"live\":\(bits(row(builder.outline)))}"
    }

    /// A stroke as a device reports it, and what becomes of it in steps of ten readings.
    mutating func drawn(_ number: Int) -> String {
        let stroke = self.stroke(number + 1)
        let responses: [PenResponse] = [.plain, .pen, .finger]
        var builder = StrokeBuilder(width: stroke.width, response: responses[number % 3])
        var readings: [Double] = []
        var steps: [String] = []
        var time = 0.0
        for (index, point) in stroke.points.enumerated() {
            time += random.double(in: 0...20)
            let reading = PenReading(
                position: point.position,
                pressure: index % 7 == 3 ? nil : point.pressure,
                milliseconds: number % 5 == 4 ? nil : time,
                tilt: number % 2 == 0 ? nil : random.double(in: 0...1)
            )
            builder.add(reading)
            readings += [reading.position.x, reading.position.y]
            readings += [reading.pressure, reading.milliseconds, reading.tilt].map { $0 ?? .nan }
            guard index % 10 == 9 else { continue }
            let settled = bits(row(builder.takeSettled()))
            steps.append("{\"settled\":\(settled),\"tail\":\(bits(row(builder.tail)))}")
        }
        let kept = builder.stroke.thinned().points.flatMap {
            [$0.x, $0.y, $0.pressure, $0.milliseconds ?? .nan]
        }
        return "{\"width\":\(bits([stroke.width])),\"response\":\(number % 3),"
            + "\"readings\":\(bits(readings)),\"steps\":[\(steps.joined(separator: ","))],"
            + "\"kept\":\(bits(kept))}"
    }

    /// A drawing of some strokes, and quads that it may touch.
    mutating func drawing(_ number: Int) -> String {
        let width = random.double(in: 0.5...4)
        var drawing = Drawing()
        for index in 0..<number % 4 {
            drawing.strokes.append(
                Stroke(points: stroke(number + index).points, width: width)
            )
        }
        let quads = (0..<40).map { _ in
            Quad(
                Rect(
                    x: random.double(in: -50...200),
                    y: random.double(in: -50...200),
                    width: random.double(in: 1...30),
                    height: random.double(in: 1...15)
                )
            )
        }
        let path = drawing.outline.reduce(into: Path()) { $0.append($1.path) }
        let ink = Silhouette(filling: path)
        let touched = quads.map { quad in
            Selector(.lasso([quad.p0, quad.p1, quad.p2, quad.p3])).touches(ink) ? 1.0 : 0
        }
        let corners = quads.flatMap { quad in
            [quad.p0, quad.p1, quad.p2, quad.p3].flatMap { [$0.x, $0.y] }
        }
        let input = drawing.strokes.flatMap { stroke in
            [Double(stroke.points.count)] + stroke.points.flatMap { [$0.x, $0.y, $0.pressure] }
        }
        return "{\"width\":\(bits([width])),\"count\":\(drawing.strokes.count),"
            + "\"drawing\":\(bits(input)),\"outline\":\(bits(row(path))),"
            + "\"bounds\":\(bits(drawing.bounds.map { row($0) } ?? [])),"
            + "\"quads\":\(bits(corners)),\"touched\":\(bits(touched))}"
    }
}

var cases = Cases()
print("{\"pages\":[" + (0..<500).map { cases.page($0) }.joined(separator: ",\n") + "],")
print("\"strokes\":[" + (0..<20).map { cases.ink($0) }.joined(separator: ",\n") + "],")
print("\"drawn\":[" + (0..<15).map { cases.drawn($0) }.joined(separator: ",\n") + "],")
print("\"drawings\":[" + (0..<12).map { cases.drawing($0) }.joined(separator: ",\n") + "]}")
