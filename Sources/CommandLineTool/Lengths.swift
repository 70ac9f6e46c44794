// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Geometry

/// Lengths on the command line: plain numbers are points; `pt`, `mm`, `cm` or `in` may follow.
enum Lengths {
    /// Names with how many go into an inch, which is 72 points; dividing last keeps 25.4mm exact.
    private static let units: [(name: String, perInch: Double)] = [
        ("mm", 25.4), ("cm", 2.54), ("in", 1),
    ]

    /// A length in points, possibly negative.
    ///
    /// - Throws: `usage`, naming the option, for anything else.
    static func parse(_ text: some StringProtocol, of option: String) throws(Fault) -> Double {
        let word = trimmed(text)
        let unit = units.first { word.hasSuffix($0.name) }
        let digits =
            unit.map { word.dropLast($0.name.count) }
            ?? (word.hasSuffix("pt") ? word.dropLast(2) : word)
        let number = plainNumber(trimmed(digits))
        let points = unit.flatMap { unit in number.map { $0 * 72 / unit.perInch } } ?? number
        guard let points, points.isFinite else {
            throw Fault(
                .usage,
                "\(option) has \"\(text)\" where a length belongs. Write points as in 12, or a "
                    + "unit as in 12.5mm, 2cm or 1in."
            )
        }
        return points
    }

    /// A width or a height in points: a length of more than 0.
    static func parseExtent(
        _ text: some StringProtocol,
        of option: String
    ) throws(Fault) -> Double {
        let points = try parse(text, of: option)
        guard points > 0 else {
            throw Fault(
                .usage,
                "\(option) has the size \"\(text)\"; widths and heights must be more than 0."
            )
        }
        return points
    }

    /// Lengths with commas between, as many as the form (such as `DX,DY`) shows.
    static func parseList(
        _ text: String,
        _ form: String,
        of option: String
    ) throws(Fault) -> [Double] {
        var lengths: [Double] = []
        for part in try parts(text, form, of: option) {
            lengths.append(try parse(part, of: option))
        }
        return lengths
    }

    /// The parts between commas, as many as the form shows.
    static func parts(
        _ text: String,
        _ form: String,
        of option: String
    ) throws(Fault) -> [Substring] {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let names = form.split(separator: ",")
        guard parts.count == names.count else {
            throw Fault(
                .usage,
                "\(option) takes \(form): \(names.count) lengths with commas between, not "
                    + "\"\(text)\"."
            )
        }
        return parts
    }

    /// An ordinary decimal number: no exponent, no hexadecimal, no infinity.
    static func plainNumber(_ text: some StringProtocol) -> Double? {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) || ".+-".utf8.contains($0) }),
            let number = Double(text), number.isFinite
        else { return nil }
        return number
    }

    private static func trimmed(_ text: some StringProtocol) -> Substring {
        var word = Substring(text).drop { $0 == " " }
        while word.last == " " { word.removeLast() }
        return word
    }
}

/// A size `W,H`; one of the two may be `auto`, which keeps the mark's aspect ratio.
struct SizeArgument: Sendable, Hashable {
    /// In points; nil is `auto`.
    var width: Double?
    /// In points; nil is `auto`.
    var height: Double?

    /// Reads `W,H`.
    init(_ text: String, of option: String) throws(Fault) {
        let parts = try Lengths.parts(text, "W,H", of: option)
        try self.init(parts[0], parts[1], of: option)
    }

    fileprivate init(_ width: Substring, _ height: Substring, of option: String) throws(Fault) {
        if width == "auto" && height == "auto" {
            throw Fault(
                .usage,
                "\(option) has auto for both width and height; give one of them."
            )
        }
        self.width = width == "auto" ? nil : try Lengths.parseExtent(width, of: option)
        self.height = height == "auto" ? nil : try Lengths.parseExtent(height, of: option)
    }

    /// The size for a mark of this size; a mark without area is taken as square.
    func size(for mark: Size) -> Size {
        let aspect = mark.isEmpty || !mark.isFinite ? 1 : mark.width / mark.height
        let width = width ?? (height ?? 0) * aspect
        return Size(width: width, height: height ?? width / aspect)
    }
}

/// A rectangle `X,Y,W,H` in view space: x and y from the top left of the page as seen; one of W
/// and H may be `auto`, which keeps the mark's aspect ratio.
struct RectArgument: Sendable, Hashable {
    /// The top left corner, in points.
    var origin: Point
    /// The width and the height.
    var size: SizeArgument

    /// Reads `X,Y,W,H`.
    init(_ text: String, of option: String) throws(Fault) {
        let parts = try Lengths.parts(text, "X,Y,W,H", of: option)
        origin = Point(
            x: try Lengths.parse(parts[0], of: option),
            y: try Lengths.parse(parts[1], of: option)
        )
        size = try SizeArgument(parts[2], parts[3], of: option)
    }

    /// The rectangle for a mark of this size.
    func rect(for mark: Size) -> Rect {
        let size = size.size(for: mark)
        return Rect(x: origin.x, y: origin.y, width: size.width, height: size.height)
    }
}
