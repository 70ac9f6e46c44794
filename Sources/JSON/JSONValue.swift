// SPDX-License-Identifier: Apache-2.0

/// A JSON value (RFC 8259).
///
/// Members of an object keep their order.
///
/// Output is written with literals: `["pages": 3, "files": ["a.pdf", nil]]`.
public enum JSONValue: Sendable, Hashable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number. Whole numbers are exact up to 2⁵³.
    case number(Double)
    /// A string.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object: its members in the order written, names not necessarily unique.
    case object([Member])

    /// One name and value of an object.
    public struct Member: Sendable, Hashable {
        /// The name.
        public var key: String
        /// The value.
        public var value: JSONValue

        /// Makes a member.
        public init(key: String, value: JSONValue) {
            self.key = key
            self.value = value
        }
    }

    /// Makes a number.
    public init(_ value: Double) { self = .number(value) }

    /// Makes a number; beyond 2⁵³ the nearest that a double can hold.
    public init(_ value: some BinaryInteger) { self = .number(Double(value)) }

    /// Makes a string.
    public init(_ value: String) { self = .string(value) }

    /// Makes a boolean.
    public init(_ value: Bool) { self = .bool(value) }

    /// Makes an array.
    public init(_ values: [JSONValue]) { self = .array(values) }

    /// Makes what there is, or `null`.
    public init(_ value: JSONValue?) { self = value ?? .null }
}

extension JSONValue {
    /// Whether this is `null`.
    public var isNull: Bool { self == .null }

    /// The boolean, if this is one.
    public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

    /// The number, if this is one.
    public var double: Double? { if case .number(let value) = self { value } else { nil } }

    /// The number, if this is one, whole, and within the range of `Int`.
    public var int: Int? { double.flatMap { Int(exactly: $0) } }

    /// The string, if this is one.
    public var string: String? { if case .string(let value) = self { value } else { nil } }

    /// The elements, if this is an array.
    public var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }

    /// The members, if this is an object.
    public var object: [Member]? { if case .object(let value) = self { value } else { nil } }

    /// The value of a member, or nil if this is no object or has no such member.
    ///
    /// Of several with one name the last counts, as in JavaScript. Setting replaces or appends the
    /// member, setting nil removes it, and setting a member of something else makes it an object.
    public subscript(key: String) -> JSONValue? {
        get { object?.last { $0.key == key }?.value }
        set {
            var members = object ?? []
            if let newValue {
                if let index = members.lastIndex(where: { $0.key == key }) {
                    members[index].value = newValue
                } else {
                    members.append(Member(key: key, value: newValue))
                }
            } else {
                members.removeAll { $0.key == key }
            }
            self = .object(members)
        }
    }

    /// An element, or nil if this is no array or is shorter.
    public subscript(index: Int) -> JSONValue? {
        guard let array, array.indices.contains(index) else { return nil }
        return array[index]
    }
}
