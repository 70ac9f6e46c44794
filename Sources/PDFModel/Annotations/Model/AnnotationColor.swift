// SPDX-License-Identifier: Apache-2.0
public import Ink

/// A colour of an annotation, as sRGB (ISO 32000-2, 8.6.4.3, DeviceRGB in a file).
public struct AnnotationColor: Sendable, Hashable, Codable {
    /// How much red, from 0 to 255.
    public var red: UInt8
    /// How much green, from 0 to 255.
    public var green: UInt8
    /// How much blue, from 0 to 255.
    public var blue: UInt8

    /// Makes a colour.
    public init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Reads a colour as in `#FFCC00`; `nil` when it is none.
    public init?(hex text: String) {
        let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
        guard digits.utf8.count == 6, !digits.hasPrefix("+"), let value = UInt32(digits, radix: 16)
        else { return nil }
        self.init(
            red: UInt8(truncatingIfNeeded: value >> 16),
            green: UInt8(truncatingIfNeeded: value >> 8),
            blue: UInt8(truncatingIfNeeded: value)
        )
    }

    /// As in `#FFCC00`.
    public var hex: String {
        let value = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
        let digits = String(value, radix: 16, uppercase: true)
        return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }

    /// The colour as ink has it.
    public var ink: InkColor { InkColor(red: red, green: green, blue: blue) }

    /// Black.
    public static let black = AnnotationColor(red: 0, green: 0, blue: 0)
    /// The usual colour of a highlight.
    public static let yellow = AnnotationColor(red: 255, green: 225, blue: 0)
    /// The usual colour of corrections.
    public static let red = AnnotationColor(red: 220, green: 30, blue: 30)
}
