// SPDX-License-Identifier: Apache-2.0
public import Geometry
public import Ink

/// Reads a row of numbers.
///
/// - Throws: `DecodingError` when there are more or fewer than expected.
private func numbers(_ decoder: any Decoder, _ counts: ClosedRange<Int>) throws -> [Double] {
    let values = try [Double](from: decoder)
    guard counts.contains(values.count) else {
        throw DecodingError.dataCorrupted(
            .init(
                codingPath: decoder.codingPath,
                debugDescription: "\(counts.upperBound) numbers are expected."
            )
        )
    }
    return values
}

/// As `[x, y]`.
extension Point: Codable {
    /// Reads two numbers.
    public init(from decoder: any Decoder) throws {
        let values = try numbers(decoder, 2...2)
        self.init(x: values[0], y: values[1])
    }

    /// Writes two numbers.
    public func encode(to encoder: any Encoder) throws { try [x, y].encode(to: encoder) }
}

/// As `[x, y, width, height]`.
extension Rect: Codable {
    /// Reads four numbers.
    public init(from decoder: any Decoder) throws {
        let values = try numbers(decoder, 4...4)
        self.init(x: values[0], y: values[1], width: values[2], height: values[3])
    }

    /// Writes four numbers.
    public func encode(to encoder: any Encoder) throws {
        try [x, y, width, height].encode(to: encoder)
    }
}

/// As eight numbers, the points in order.
extension Quad: Codable {
    /// Reads eight numbers.
    public init(from decoder: any Decoder) throws {
        let values = try numbers(decoder, 8...8)
        self.init(
            Point(x: values[0], y: values[1]),
            Point(x: values[2], y: values[3]),
            Point(x: values[4], y: values[5]),
            Point(x: values[6], y: values[7])
        )
    }

    /// Writes eight numbers.
    public func encode(to encoder: any Encoder) throws {
        try [p0, p1, p2, p3].flatMap { [$0.x, $0.y] }.encode(to: encoder)
    }
}

/// As `[x, y, pressure]` or `[x, y, pressure, milliseconds]`.
extension StrokePoint: Codable {
    /// Reads three or four numbers.
    public init(from decoder: any Decoder) throws {
        let values = try numbers(decoder, 3...4)
        self.init(
            x: values[0],
            y: values[1],
            pressure: values[2],
            milliseconds: values.count > 3 ? values[3] : nil
        )
    }

    /// Writes three numbers, and the time where it is known.
    public func encode(to encoder: any Encoder) throws {
        try ([x, y, pressure] + (milliseconds.map { [$0] } ?? [])).encode(to: encoder)
    }
}

/// As the text that a file has.
extension DocumentDate: Codable {
    /// Reads a date in either form.
    public init(from decoder: any Decoder) throws {
        let text = try String(from: decoder)
        guard let date = DocumentDate(text) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "This is no date: \(text)")
            )
        }
        self = date
    }

    /// Writes the date as files have it.
    public func encode(to encoder: any Encoder) throws { try pdfText.encode(to: encoder) }
}
