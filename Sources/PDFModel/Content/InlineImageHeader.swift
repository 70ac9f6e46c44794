// SPDX-License-Identifier: Apache-2.0

/// The dictionary of an inline image, as far as the length of its data depends on it
/// (ISO 32000-2, 8.9.7, tables 91 to 93).
struct InlineImageHeader {
    /// How the components of a colour space became known.
    enum Components { case absent, known(Int), unknown }

    /// How the data ends.
    enum Encoding { case plain, ascii85, asciiHex, other }

    /// The shapes of a value that matter here.
    enum Value {
        case number(Int)
        case name(Range<Int>)
        case array(first: Range<Int>?, isEmpty: Bool)
        case truth(Bool)
        case other
    }

    var width = 0
    var height = 0
    var bitsPerComponent: Int?
    var components = Components.absent
    var isMask = false
    var encoding = Encoding.plain

    mutating func set(
        _ key: Range<Int>,
        to value: Value,
        in bytes: Span<UInt8>,
        components named: (Range<Int>) -> Int?
    ) {
        switch (Self.text(key, in: bytes), value) {
        case ("W", .number(let number)), ("Width", .number(let number)): width = number
        case ("H", .number(let number)), ("Height", .number(let number)): height = number
        case ("BPC", .number(let number)), ("BitsPerComponent", .number(let number)):
            bitsPerComponent = number
        case ("IM", .truth(let truth)), ("ImageMask", .truth(let truth)): isMask = truth
        case ("CS", .name(let name)), ("ColorSpace", .name(let name)):
            components = Self.colorSpace(name, in: bytes, components: named)
        case ("CS", .array(let first, _)), ("ColorSpace", .array(let first, _)):
            let family = first.map { Self.text($0, in: bytes) }
            components = family == "I" || family == "Indexed" ? .known(1) : .unknown
        case ("F", .name(let name)), ("Filter", .name(let name)):
            encoding = Self.filter(name, in: bytes)
        case ("F", .array(let first, let isEmpty)), ("Filter", .array(let first, let isEmpty)):
            // Only the outermost encoding says where the data ends.
            encoding = isEmpty ? .plain : first.map { Self.filter($0, in: bytes) } ?? .other
        default: break
        }
    }

    /// How many bytes of data there are when nothing encodes them, likeliest first; empty when
    /// that cannot be known.
    var plainLengths: [Int] {
        guard encoding == .plain else { return [] }
        if isMask { return [length(components: 1, bits: 1)].compactMap { $0 } }
        switch components {
        case .known(let count):
            return [length(components: count, bits: bitsPerComponent ?? 8)].compactMap { $0 }
        // PDFium reads one bit per pixel then, others what the dictionary says.
        case .absent:
            return [1, bitsPerComponent ?? 8].compactMap { length(components: 1, bits: $0) }
        case .unknown: return []
        }
    }

    private func length(components: Int, bits: Int) -> Int? {
        guard width >= 0, height >= 0, bits >= 0, bits <= 16 else { return nil }
        let (perRow, tooWide) = width.multipliedReportingOverflow(by: components &* bits)
        let (padded, tooLong) = perRow.addingReportingOverflow(7)
        let (total, tooHigh) = (padded / 8).multipliedReportingOverflow(by: height)
        return tooWide || tooLong || tooHigh ? nil : total
    }

    private static func colorSpace(
        _ name: Range<Int>,
        in bytes: Span<UInt8>,
        components: (Range<Int>) -> Int?
    ) -> Components {
        switch text(name, in: bytes) {
        case "G", "DeviceGray", "CalGray", "I", "Indexed": return .known(1)
        case "RGB", "DeviceRGB", "CalRGB", "Lab": return .known(3)
        case "CMYK", "DeviceCMYK": return .known(4)
        default:
            guard let count = components(name), (1...32).contains(count) else { return .unknown }
            return .known(count)
        }
    }

    private static func filter(_ name: Range<Int>, in bytes: Span<UInt8>) -> Encoding {
        switch text(name, in: bytes) {
        case "A85", "ASCII85Decode": .ascii85
        case "AHx", "ASCIIHexDecode": .asciiHex
        default: .other
        }
    }

    /// Longer names are none of ours.
    private static let longestName = 24

    private static func text(_ range: Range<Int>, in bytes: Span<UInt8>) -> String {
        guard range.count <= longestName else { return "" }
        var text = ""
        for at in range { text.unicodeScalars.append(Unicode.Scalar(bytes[at])) }
        return text
    }
}
