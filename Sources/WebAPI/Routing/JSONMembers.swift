// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import JSON

/// Takes the members of a JSON object one by one, and refuses what it does not know.
struct JSONMembers {
    private var members: [JSONValue.Member]

    init(_ value: JSONValue) { members = value.object ?? [] }

    /// A member; nil when it is not there.
    mutating func take(_ name: String) -> JSONValue? {
        guard let place = members.lastIndex(where: { $0.key == name }) else { return nil }
        let value = members[place].value
        members.removeAll { $0.key == name }
        return value
    }

    /// A text.
    ///
    /// - Throws: `usage` when it is no text, or too short or too long.
    mutating func text(_ name: String, _ length: ClosedRange<Int>) throws(Fault) -> String? {
        guard let value = take(name) else { return nil }
        guard let text = value.string, length.contains(text.unicodeScalars.count) else {
            throw Fault(
                .usage,
                "\"\(name)\" is a text of \(length.lowerBound) to \(length.upperBound) characters."
            )
        }
        return text
    }

    /// A number.
    ///
    /// - Throws: `usage`.
    mutating func number(_ name: String, in range: ClosedRange<Double>) throws(Fault) -> Double? {
        guard let value = take(name) else { return nil }
        guard let number = value.double, range.contains(number) else {
            throw Fault(
                .usage,
                "\"\(name)\" is a number from \(range.lowerBound) to \(range.upperBound)."
            )
        }
        return number
    }

    /// A number that must be there.
    ///
    /// - Throws: `usage`.
    mutating func integer(_ name: String, in range: ClosedRange<Int>) throws(Fault) -> Int {
        guard let number = take(name)?.int, range.contains(number) else {
            throw Fault(.usage, "\"\(name)\" is a whole number from \(range.lowerBound).")
        }
        return number
    }

    /// That was all.
    ///
    /// - Throws: `usage` when something is left.
    func finish() throws(Fault) {
        guard let first = members.first else { return }
        throw Fault(.usage, "\"\(first.key.prefix(50))\" is not known here.")
    }
}

extension JSONValue {
    /// What there is, or null.
    static func optional(_ text: String?) -> JSONValue { text.map { JSONValue($0) } ?? .null }

    /// What there is, or null.
    static func optional(_ number: Int?) -> JSONValue { number.map { JSONValue($0) } ?? .null }
}
