// SPDX-License-Identifier: Apache-2.0

/// What a statement is given for one of its question marks.
enum DatabaseValue: Sendable, Hashable {
    case none
    case integer(Int64)
    case real(Double)
    case text(String)
    case bytes([UInt8])

    static func integer(_ value: Int) -> DatabaseValue { .integer(Int64(value)) }
    static func flag(_ value: Bool) -> DatabaseValue { .integer(value ? 1 : 0) }
    static func optional(_ value: Int?) -> DatabaseValue { value.map { .integer($0) } ?? .none }
}
