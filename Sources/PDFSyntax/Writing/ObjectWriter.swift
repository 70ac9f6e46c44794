// SPDX-License-Identifier: Apache-2.0

/// Writes objects so that reading them gives the same objects (ISO 32000-2, 7.3).
public struct ObjectWriter {
    /// What has been written.
    public private(set) var bytes: [UInt8] = []

    /// The numbers that objects have in another file; `nil` leaves references as they are.
    var numbering: ObjectNumbering?

    /// An empty writer.
    public init() {}

    /// Forgets what has been written and keeps its memory.
    mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    /// Writes bytes as they are.
    mutating func write(_ raw: ArraySlice<UInt8>) { bytes.append(contentsOf: raw) }

    /// Writes plain ASCII.
    public mutating func write(_ text: String) {
        // As one piece of memory: letter by letter it would take several times as long.
        var text = text
        text.withUTF8 { unsafe bytes.append(contentsOf: $0) }
    }

    /// Writes bytes as they are.
    public mutating func write(_ raw: [UInt8]) { bytes.append(contentsOf: raw) }

    /// Writes a number in decimal.
    public mutating func write(_ number: Int) {
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        let magnitude = number.magnitude
        if magnitude < 10 {
            bytes.append(0x30 + UInt8(truncatingIfNeeded: magnitude))
            return
        }
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.mostDigits) { digits in
            var rest = magnitude
            var first = Self.mostDigits
            while rest > 0 {
                first -= 1
                unsafe digits[first] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            }
            unsafe bytes.append(contentsOf: UnsafeBufferPointer(rebasing: digits[first...]))
        }
    }

    /// The greatest integer of 64 bits has so many.
    private static let mostDigits = 20

    /// Writes a number that is not negative with zeros before it, as a cross-reference table has it.
    ///
    /// - Parameters:
    ///   - number: the number.
    ///   - width: how many digits there are at least.
    mutating func write(_ number: Int, width: Int) {
        var least = 1
        for _ in 1..<width {
            least *= 10
            if number < least { bytes.append(0x30) }
        }
        write(number)
    }

    /// Writes a direct object.
    ///
    /// A stream inside another object has no form in the file; it must be indirect, so it is
    /// written as null.
    public mutating func write(_ object: COSObject) {
        switch object {
        case .null, .stream: write("null")
        case .boolean(let value): write(value ? "true" : "false")
        case .integer(let value): write(value)
        case .real(let value): write(Self.decimal(value))
        case .string(let value): writeString(value)
        case .name(let name): writeName(name)
        case .array(let elements): writeArray(elements)
        case .dictionary(let dictionary): writeDictionary(dictionary)
        case .reference(let id):
            if let numbering {
                write(numbering.number(for: id.number))
                write(" 0 R")
            } else {
                write(id.number)
                bytes.append(0x20)
                write(id.generation)
                write(" R")
            }
        }
    }

    /// Writes a dictionary in its order.
    public mutating func writeDictionary(_ dictionary: COSDictionary) {
        write("<<")
        let entries = dictionary.entries.span
        for index in entries.indices {
            writeName(entries[index].key)
            writeSeparated(entries[index].value)
        }
        write(">>")
    }

    private mutating func writeArray(_ elements: [COSObject]) {
        bytes.append(UInt8(ascii: "["))
        let elements = elements.span
        for index in elements.indices {
            if index == 0 { write(elements[index]) } else { writeSeparated(elements[index]) }
        }
        bytes.append(UInt8(ascii: "]"))
    }

    /// A space only where two tokens would run together.
    private mutating func writeSeparated(_ object: COSObject) {
        switch object {
        case .name, .string, .array, .dictionary: break
        default: bytes.append(0x20)
        }
        write(object)
    }

    /// 7.3.5: bytes outside `!`…`~`, delimiters and `#` as #xx.
    private mutating func writeName(_ name: COSName) {
        bytes.append(UInt8(ascii: "/"))
        var text = name.latin1
        let isPlain = text.withUTF8 { text in
            guard unsafe Self.arePlainInName(text) else { return false }
            unsafe bytes.append(contentsOf: text)
            return true
        }
        if !isPlain { writeEscaped(name) }
    }

    private static func arePlainInName(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        for index in 0..<text.count {
            let byte = unsafe text[index]
            if !CharacterClass.isLetter(byte), !isPlainInName(byte) { return false }
        }
        return true
    }

    private mutating func writeEscaped(_ name: COSName) {
        for byte in name.bytes {
            if Self.isPlainInName(byte) {
                bytes.append(byte)
            } else {
                bytes.append(UInt8(ascii: "#"))
                writeHex(byte)
            }
        }
    }

    private static func isPlainInName(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "#") && !CharacterClass.isDelimiter(byte)
    }

    /// Literal when mostly printable, else hexadecimal: both are read alike.
    private mutating func writeString(_ value: [UInt8]) {
        let odd = value.reduce(0) { $0 + ($1 < 0x20 || $1 > 0x7E ? 1 : 0) }
        if odd * 4 > value.count {
            bytes.append(UInt8(ascii: "<"))
            for byte in value { writeHex(byte) }
            bytes.append(UInt8(ascii: ">"))
            return
        }
        bytes.append(UInt8(ascii: "("))
        for byte in value {
            switch byte {
            case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0x20...0x7E: bytes.append(byte)
            default:
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(0x30 + (byte >> 6))
                bytes.append(0x30 + (byte >> 3 & 7))
                bytes.append(0x30 + (byte & 7))
            }
        }
        bytes.append(UInt8(ascii: ")"))
    }

    private mutating func writeHex(_ byte: UInt8) {
        for digit in [byte >> 4, byte & 15] {
            bytes.append(digit < 10 ? 0x30 + digit : 0x41 + digit - 10)
        }
    }

    /// The shortest decimal that reads back as the same number; PDF has no exponents (7.3.3).
    public static func decimal(_ value: Double) -> String {
        guard value.isFinite else { return "0" }
        let text = value.description
        guard let mark = text.utf8.firstIndex(of: UInt8(ascii: "e")) else { return text }
        let exponent = Int(text[text.index(after: mark)...]) ?? 0
        var mantissa = text[..<mark]
        let sign = mantissa.first == "-" ? "-" : ""
        if !sign.isEmpty { mantissa = mantissa.dropFirst() }
        let parts = mantissa.split(separator: ".")
        let digits = parts.joined()
        let trimmed = parts.count > 1 && parts[1] == "0" ? String(parts[0]) : digits
        let point = (parts.first?.count ?? 1) + exponent
        if point <= 0 { return sign + "0." + zeros(-point) + trimmed }
        if point >= trimmed.count { return sign + trimmed + zeros(point - trimmed.count) + ".0" }
        let cut = trimmed.index(trimmed.startIndex, offsetBy: point)
        return sign + trimmed[..<cut] + "." + trimmed[cut...]
    }

    /// A number for a content stream: at most `places` decimals, no trailing zeros.
    public static func short(_ value: Double, places: Int = 4) -> String {
        var scale = 1.0
        for _ in 0..<places { scale *= 10 }
        let rounded = (value * scale).rounded()
        guard abs(rounded) < 9e15 else { return decimal(value) }
        let units = Int(rounded)
        if units == 0 { return "0" }
        let whole = units.magnitude / UInt(scale)
        var text = (units < 0 ? "-" : "") + (whole == 0 ? "" : String(whole))
        let fraction = units.magnitude % UInt(scale)
        if fraction > 0 {
            var digits = String(fraction)
            digits = zeros(places - digits.count) + digits
            while digits.last == "0" { digits.removeLast() }
            text += "." + digits
        }
        return text
    }

    private static func zeros(_ count: Int) -> String {
        String(repeating: "0", count: max(0, count))
    }
}
