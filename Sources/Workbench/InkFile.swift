// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Ink
internal import JSON

/// Ink as a file: `{"version":1,"strokes":[{"width":2.5,"color":"#102030",
/// "points":[[x,y,pressure,milliseconds],…]}]}`, y down; pressure and time may be left out.
enum InkFile {
    /// More points than a hand draws in an hour.
    private static let pointLimit = 1_000_000

    static func drawing(_ bytes: [UInt8]) throws(Fault) -> Drawing {
        let value: JSONValue
        do {
            value = try JSONValue.parse(bytes)
        } catch {
            throw Fault(
                .invalidDocument,
                "The ink is no valid JSON. \(error.message)",
                at: Place(byteOffset: error.byteOffset)
            )
        }
        guard let version = value["version"]?.int else {
            throw Fault(.invalidDocument, "The ink has no \"version\".")
        }
        guard version == 1 else {
            throw Fault(.unsupported, "The ink has version \(version); this tool knows version 1.")
        }
        guard let strokes = value["strokes"]?.array else {
            throw Fault(.invalidDocument, "The ink has no \"strokes\".")
        }
        var points = 0
        var drawing: [Stroke] = []
        for (index, stroke) in strokes.enumerated() {
            let read = try self.stroke(stroke, index)
            points += read.points.count
            guard points <= pointLimit else {
                throw Fault(.limitExceeded, "The ink has more than \(pointLimit) points.")
            }
            drawing.append(read)
        }
        return Drawing(strokes: drawing)
    }

    private static func stroke(_ value: JSONValue, _ index: Int) throws(Fault) -> Stroke {
        func wrong(_ what: String) -> Fault {
            Fault(.invalidDocument, "Stroke \(index + 1) of the ink \(what).")
        }
        guard let width = value["width"]?.double, width > 0, width.isFinite else {
            throw wrong("has no \"width\" above 0")
        }
        var colour = InkColor(red: 0, green: 0, blue: 0)
        if let text = value["color"] {
            guard let read = text.string.flatMap(self.colour) else {
                throw wrong("has a \"color\" that is not written as #RRGGBB")
            }
            colour = read
        }
        guard let rows = value["points"]?.array else { throw wrong("has no \"points\"") }
        var points: [StrokePoint] = []
        for row in rows {
            let numbers = row.array?.map { $0.double } ?? []
            guard numbers.count >= 2, let x = numbers[0], let y = numbers[1] else {
                throw wrong("has a point that is not [x,y,pressure,milliseconds]")
            }
            points.append(
                StrokePoint(
                    x: x,
                    y: y,
                    pressure: (numbers.count > 2 ? numbers[2] : nil) ?? 0.5,
                    milliseconds: numbers.count > 3 ? numbers[3] : nil
                )
            )
        }
        return Stroke(points: points, width: width, color: colour)
    }

    private static func colour(_ text: String) -> InkColor? {
        let digits = text.dropFirst()
        guard text.first == "#", digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit),
            let value = UInt32(digits, radix: 16)
        else { return nil }
        return InkColor(
            red: UInt8(value >> 16),
            green: UInt8(value >> 8 & 255),
            blue: UInt8(value & 255)
        )
    }
}
