// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Geometry
internal import PDFSyntax

/// Reads values of annotation dictionaries into view space.
struct AnnotationReader {
    let document: Document
    private(set) var space: PageSpace
    /// Numbers a page's annotations may still have; a hostile file can show one array many times.
    private(set) var numbersLeft = Self.numberLimit

    /// More numbers than the annotations of any honest page have.
    static let numberLimit = 8_000_000
    /// More rows of numbers in one annotation than any has.
    static let rowLimit = 100_000

    init(_ document: Document, _ space: PageSpace) {
        self.document = document
        self.space = space
    }

    /// Reads one annotation in the space that its own coordinates are in.
    ///
    /// Notes should stay upright without the flag too (12.5.6.4), and do in MuPDF and Poppler;
    /// PDFium asks for the flag, and what it shows is what a person sees and points at.
    mutating func reading<Value>(
        _ annotation: COSDictionary,
        _ body: (inout AnnotationReader) throws(Fault) -> Value
    ) throws(Fault) -> Value {
        let page = space
        defer { space = page }
        let flags = AnnotationFlags(
            rawValue: try document.value("F", in: annotation).integer ?? 0
        )
        if flags.contains(.noRotate), page.rotation != 0,
            let rect = try document.rect(try document.value("Rect", in: annotation))
        {
            space = page.unturned(about: Point(x: rect.minX, y: rect.maxY))
        }
        return try body(&self)
    }

    /// The numbers of an array; what is none counts as 0, so that pairs stay pairs.
    mutating func numbers(_ object: COSObject?) throws(Fault) -> [Double] {
        let elements = try document.resolve(object).array ?? []
        guard elements.count <= numbersLeft else {
            throw Fault(.limitExceeded, "The annotations of a page have too many points.")
        }
        numbersLeft -= elements.count
        var numbers: [Double] = []
        numbers.reserveCapacity(elements.count)
        for element in elements {
            // Nearly all stand in the array itself.
            if let number = element.number {
                numbers.append(number)
            } else {
                numbers.append(try document.resolve(element).number ?? 0)
            }
        }
        return numbers
    }

    /// Pairs of numbers as points of view space.
    mutating func points(_ object: COSObject?) throws(Fault) -> [Point] {
        let numbers = try numbers(object)
        return stride(from: 0, to: numbers.count - numbers.count % 2, by: 2).map {
            space.pageToView.apply(Point(x: numbers[$0], y: numbers[$0 + 1]))
        }
    }

    /// Rows of points.
    mutating func rows(_ object: COSObject?) throws(Fault) -> [[Point]] {
        var rows: [[Point]] = []
        for row in (try document.resolve(object).array ?? []).prefix(Self.rowLimit) {
            rows.append(try points(row))
        }
        return rows
    }

    /// Rows of numbers.
    mutating func numberRows(_ object: COSObject?) throws(Fault) -> [[Double]] {
        var rows: [[Double]] = []
        for row in (try document.resolve(object).array ?? []).prefix(Self.rowLimit) {
            rows.append(try numbers(row))
        }
        return rows
    }

    /// PDF 2.0 draws ink and polygons with curves too (/Path, tables 181 and 185): the ends of
    /// their pieces.
    mutating func pathEnds(_ object: COSObject?) throws(Fault) -> [Point] {
        try numberRows(object).compactMap { row in
            guard row.count >= 2 else { return nil }
            let end = Point(x: row[row.count - 2], y: row[row.count - 1])
            return space.pageToView.apply(end)
        }
    }

    /// A rectangle in view space.
    func rect(_ key: COSName, in dictionary: COSDictionary) throws(Fault) -> Rect? {
        try document.rect(try document.value(key, in: dictionary)).map(space.viewRect)
    }

    /// A length of the file, in points.
    func length(_ value: Double) -> Double { value * space.userUnit }

    /// Grey, RGB or CMYK (table 166, /C); `nil` for none.
    mutating func color(
        _ key: COSName,
        in dictionary: COSDictionary
    ) throws(Fault) -> AnnotationColor? {
        guard let object = dictionary[key] else { return nil }
        return AnnotationColor(components: try numbers(object))
    }

    /// A text string.
    func text(_ key: COSName, in dictionary: COSDictionary) throws(Fault) -> String? {
        try document.value(key, in: dictionary).string.map(TextString.decode)
    }

    /// A date; text that is none is left out.
    func date(_ key: COSName, in dictionary: COSDictionary) throws(Fault) -> DocumentDate? {
        try document.value(key, in: dictionary).string
            .flatMap { DocumentDate(String(decoding: $0, as: UTF8.self)) }
    }

    /// Width and dashes of lines: /BS, else /Border (12.5.4).
    mutating func border(
        in dictionary: COSDictionary
    ) throws(Fault) -> (width: Double, dash: [Double]) {
        if let style = try document.value("BS", in: dictionary).dictionary {
            let width = try document.value("W", in: style).number ?? 1
            var dash: [Double] = []
            if try document.value("S", in: style).name == "D" {
                dash = try style["D"].map { row throws(Fault) in try numbers(row) } ?? [3]
            }
            return (length(width), dash.map(length))
        }
        guard let border = try document.value("Border", in: dictionary).array, border.count >= 3
        else { return (length(1), []) }
        let width = try document.resolve(border[2]).number ?? 1
        let dash = border.count > 3 ? try numbers(border[3]) : []
        return (length(width), dash.map(length))
    }

    /// The names of line ends.
    func lineEndings(
        in dictionary: COSDictionary
    ) throws(Fault) -> (start: LineEnding, end: LineEnding) {
        let value = try document.value("LE", in: dictionary)
        func ending(_ object: COSObject?) throws(Fault) -> LineEnding {
            try document.resolve(object).name.flatMap { LineEnding(rawValue: $0.latin1) } ?? .none
        }
        guard let pair = value.array else {
            let one = try ending(value)
            return (one, one)
        }
        return (try ending(pair.first), try ending(pair.dropFirst().first))
    }
}

extension AnnotationColor {
    /// A colour of one, three or four numbers from 0 to 1; `nil` for any other count.
    init?(components: [Double]) {
        func byte(_ value: Double) -> UInt8 { UInt8(min(max(value, 0), 1) * 255 + 0.5) }
        switch components.count {
        case 1:
            let grey = byte(components[0])
            self.init(red: grey, green: grey, blue: grey)
        case 3:
            self.init(
                red: byte(components[0]),
                green: byte(components[1]),
                blue: byte(components[2])
            )
        case 4:
            let light = 1 - min(max(components[3], 0), 1)
            let rgb = components.prefix(3).map { byte((1 - min(max($0, 0), 1)) * light) }
            self.init(red: rgb[0], green: rgb[1], blue: rgb[2])
        default: return nil
        }
    }

    /// As an array for the file.
    var cosArray: COSObject {
        .array(components.map { .real(($0 * 1e6).rounded() / 1e6) })
    }
}

extension PageSpace {
    /// A point of view space as two numbers of the file.
    func cos(_ point: Point) -> [COSObject] {
        let place = viewToPage.apply(point)
        return [.length(place.x), .length(place.y)]
    }

    /// Points of view space as a row of numbers of the file.
    func cos(_ points: [Point]) -> COSObject { .array(points.flatMap { cos($0) }) }

    /// A length of view space as one of the file.
    func cos(length: Double) -> COSObject { .length(length / userUnit) }
}
