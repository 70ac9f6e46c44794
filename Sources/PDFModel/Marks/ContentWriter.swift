// SPDX-License-Identifier: Apache-2.0
internal import Geometry
internal import Ink
internal import PDFSyntax

/// Writes operators of a content stream (ISO 32000-2, Annex A).
struct ContentWriter {
    private(set) var bytes: [UInt8] = []

    mutating func operation(_ text: String) {
        bytes.append(contentsOf: text.utf8)
        bytes.append(0x0A)
    }

    /// Operators that are bytes already.
    mutating func raw(_ operators: [UInt8]) {
        bytes.append(contentsOf: operators)
        if operators.last != 0x0A { bytes.append(0x0A) }
    }

    mutating func numbers(_ values: [Double], places: Int, _ name: String) {
        for value in values {
            bytes.append(contentsOf: ObjectWriter.short(value, places: places).utf8)
            bytes.append(0x20)
        }
        operation(name)
    }

    /// Seven digits that count: the factor of a large picture on a page with a large unit is tiny,
    /// and its far edge must land within 0.1 of a point all the same.
    ///
    /// PDFium reads no more than eleven decimals.
    mutating func concatenate(_ m: AffineTransform) {
        let largest = [m.a, m.b, m.c, m.d].map(abs).max() ?? 0
        var places = 6
        var digits = largest
        while places < 11, digits < 1 {
            digits *= 10
            places += 1
        }
        numbers([m.a, m.b, m.c, m.d, m.tx, m.ty], places: places, "cm")
    }

    mutating func fillColour(_ colour: InkColor) {
        let channels = [colour.red, colour.green, colour.blue].map { Double($0) / 255 }
        numbers(channels, places: 4, "rg")
    }

    /// Three decimals are a thousandth of a point: far finer than any printer's dot.
    mutating func path(_ path: Path) {
        for element in path.elements {
            switch element {
            case .move(let p): numbers([p.x, p.y], places: 3, "m")
            case .line(let p): numbers([p.x, p.y], places: 3, "l")
            case .cubic(let a, let b, let p):
                numbers([a.x, a.y, b.x, b.y, p.x, p.y], places: 3, "c")
            case .close: operation("h")
            }
        }
    }
}

extension Rect {
    /// As four numbers (7.9.5).
    var cosArray: COSObject { .array([minX, minY, maxX, maxY].map(COSObject.length)) }
}

extension AffineTransform {
    /// As six numbers (8.3.4), the factors not rounded.
    var cosArray: COSObject {
        .array(
            [a, b, c, d].map { $0 == 0 || abs($0) == 1 ? .length($0) : .real($0) }
                + [tx, ty].map(COSObject.length)
        )
    }
}

extension COSObject {
    /// A length in points, rounded to a millionth and without a fraction of zero.
    static func length(_ value: Double) -> COSObject { length(value, places: 6) }

    /// A number with at most so many digits after the point.
    static func length(_ value: Double, places: Int) -> COSObject {
        let rounded = value.rounded(places: places)
        if rounded == rounded.rounded(), abs(rounded) < 1e15 { return .integer(Int(rounded)) }
        return .real(rounded)
    }
}

extension Double {
    /// The nearest number with so many digits after the point, which is what its decimal reads as.
    func rounded(places: Int) -> Double {
        var scale = 1.0
        for _ in 0..<places { scale *= 10 }
        return (self * scale).rounded() / scale
    }
}
