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
}

var cases = Cases()
print("{\"pages\":[" + (0..<500).map { cases.page($0) }.joined(separator: ",\n") + "],")
print("\"strokes\":[" + (0..<20).map { cases.ink($0) }.joined(separator: ",\n") + "]}")
