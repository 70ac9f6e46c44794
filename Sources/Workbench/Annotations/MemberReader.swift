// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Geometry
internal import JSON
internal import PDFModel

/// Takes the members of a JSON object one by one; what nobody took is not known.
struct MemberReader {
    private let value: JSONValue
    private var left: Set<String>

    /// - Throws: `usage` for anything but an object.
    init(_ value: JSONValue) throws(Fault) {
        guard let members = value.object else {
            throw Fault(.usage, "An annotation is an object of JSON, as in {\"type\":\"note\"}.")
        }
        self.value = value
        left = Set(members.map(\.key))
    }

    /// - Throws: `usage` when there is a member that is not known here.
    func finish() throws(Fault) {
        if let name = left.sorted().first {
            throw Fault(.usage, "An annotation of this type has no \"\(name)\".")
        }
    }

    /// The value of a member; `nil` where it is left out.
    mutating func take(_ name: String) -> JSONValue? {
        left.remove(name)
        return value[name]
    }

    /// As `take`, with null for left out.
    private mutating func given(_ name: String) -> JSONValue? {
        take(name).flatMap { $0.isNull ? nil : $0 }
    }

    private func wrong(_ name: String, _ what: String) -> Fault {
        Fault(.usage, "\"\(name)\" of an annotation is \(what).")
    }

    mutating func text(_ name: String) throws(Fault) -> String? {
        guard let value = given(name) else { return nil }
        guard let text = value.string else { throw wrong(name, "a text") }
        return text
    }

    mutating func texts(_ name: String) throws(Fault) -> [String]? {
        guard let value = given(name) else { return nil }
        guard let elements = value.array else { throw wrong(name, "a list of words") }
        return try elements.map { element throws(Fault) in
            guard let text = element.string else { throw wrong(name, "a list of words") }
            return text
        }
    }

    mutating func bool(_ name: String) throws(Fault) -> Bool? {
        guard let value = given(name) else { return nil }
        guard let bool = value.bool else { throw wrong(name, "true or false") }
        return bool
    }

    mutating func number(_ name: String) throws(Fault) -> Double? {
        guard let value = given(name) else { return nil }
        guard let number = value.double else { throw wrong(name, "a number") }
        return number
    }

    mutating func numbers(_ name: String) throws(Fault) -> [Double]? {
        guard let value = given(name) else { return nil }
        return try numbers(value, name, "a list of numbers")
    }

    private func numbers(
        _ value: JSONValue,
        _ name: String,
        _ what: String
    ) throws(Fault) -> [Double] {
        guard let elements = value.array else { throw wrong(name, what) }
        return try elements.map { element throws(Fault) in
            guard let number = element.double else { throw wrong(name, what) }
            return number
        }
    }

    mutating func date(_ name: String) throws(Fault) -> DocumentDate? {
        guard let text = try text(name) else { return nil }
        guard let date = DocumentDate(text) else {
            throw wrong(name, "a date as in 2026-01-31T12:00:00Z")
        }
        return date
    }

    /// `nil` where it is left out; null is no colour.
    mutating func color(_ name: String) throws(Fault) -> (value: AnnotationColor?, Void)? {
        guard let value = take(name) else { return nil }
        if value.isNull { return (nil, ()) }
        guard let color = value.string.flatMap(AnnotationColor.init(hex:)) else {
            throw wrong(name, "written as #RRGGBB, or null for none")
        }
        return (color, ())
    }

    mutating func rect(_ name: String) throws(Fault) -> Rect? {
        guard let value = given(name) else { return nil }
        return try rect(value, name)
    }

    private func rect(_ value: JSONValue, _ name: String) throws(Fault) -> Rect {
        let n = try numbers(value, name, "written as [x,y,width,height]")
        guard n.count == 4 else { throw wrong(name, "written as [x,y,width,height]") }
        return Rect(x: n[0], y: n[1], width: n[2], height: n[3])
    }

    mutating func point(_ name: String) throws(Fault) -> Point? {
        guard let value = given(name) else { return nil }
        let n = try numbers(value, name, "written as [x,y]")
        guard n.count == 2 else { throw wrong(name, "written as [x,y]") }
        return Point(x: n[0], y: n[1])
    }

    /// Rows of numbers, each of a length within a range.
    mutating func rows(
        _ name: String,
        _ counts: ClosedRange<Int>,
        _ form: String
    ) throws(Fault) -> [[Double]]? {
        guard let value = given(name) else { return nil }
        return try rows(value, name, counts, form)
    }

    private func rows(
        _ value: JSONValue,
        _ name: String,
        _ counts: ClosedRange<Int>,
        _ form: String
    ) throws(Fault) -> [[Double]] {
        guard let elements = value.array else { throw wrong(name, "a list of \(form)") }
        return try elements.map { element throws(Fault) in
            let row = try numbers(element, name, "a list of \(form)")
            guard counts.contains(row.count) else { throw wrong(name, "a list of \(form)") }
            return row
        }
    }

    mutating func points(_ name: String) throws(Fault) -> [Point]? {
        try rows(name, 2...2, "[x,y]")?.map { Point(x: $0[0], y: $0[1]) }
    }

    /// Lists of rows of numbers.
    mutating func strokes(_ name: String) throws(Fault) -> [[[Double]]]? {
        guard let value = given(name) else { return nil }
        guard let strokes = value.array else { throw wrong(name, "a list of strokes") }
        return try strokes.map { stroke throws(Fault) in
            try rows(stroke, name, 2...4, "strokes of [x,y,pressure,milliseconds]")
        }
    }
}
