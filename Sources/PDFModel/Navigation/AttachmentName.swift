// SPDX-License-Identifier: Apache-2.0

/// Makes names for the disk out of those that a document gives its files.
struct AttachmentNames {
    /// Names that were given, and the highest number behind each.
    private var taken: [String: Int] = [:]

    /// The most that file systems take.
    private static let longestBytes = 255
    /// A longer extension is none.
    private static let longestExtension = 16
    private static let nameless = "attachment"

    /// A safe name that was not given before; letters of either case count as the same.
    mutating func name(for given: String) -> String {
        let safe = Self.safe(given)
        let (stem, ending) = Self.parts(of: safe)
        var name = safe
        while taken[name.lowercased()] != nil {
            let count = taken[safe.lowercased(), default: 1] + 1
            taken[safe.lowercased()] = count
            let number = " (\(count))"
            name =
                Self.cut(stem, to: Self.longestBytes - (number + ending).utf8.count)
                + number + ending
        }
        taken[name.lowercased()] = 1
        return name
    }

    /// The last part of a path, with a line for each character that no file system should see.
    static func safe(_ given: String) -> String {
        let last = given.split { $0 == "/" || $0 == "\\" }.last ?? ""
        var scalars = String.UnicodeScalarView()
        for scalar in last.unicodeScalars where !isInvisible(scalar) {
            scalars.append(forbidden.contains(scalar) ? "_" : scalar)
        }
        // A dot before the name hides a file, one behind it is lost on some systems.
        while let first = scalars.first, first == "." || first == " " { scalars.removeFirst() }
        while let last = scalars.last, last == "." || last == " " { scalars.removeLast() }
        guard !scalars.isEmpty else { return nameless }
        let (stem, ending) = parts(of: String(scalars))
        return cut(stem, to: longestBytes - ending.utf8.count) + ending
    }

    private static let forbidden: Set<Unicode.Scalar> = [":", "*", "?", "\"", "<", ">", "|"]

    /// Controls, and what turns the direction of text: `gpj.exe` must not look like `exe.jpg`.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    private static func parts(of name: String) -> (stem: String, ending: String) {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex,
            name[dot...].utf8.count <= longestExtension
        else { return (name, "") }
        return (String(name[..<dot]), String(name[dot...]))
    }

    private static func cut(_ text: String, to bytes: Int) -> String {
        guard text.utf8.count > bytes else { return text }
        var (kept, left) = (String.UnicodeScalarView(), bytes)
        for scalar in text.unicodeScalars {
            left -= UTF8.width(scalar)
            guard left >= 0 else { break }
            kept.append(scalar)
        }
        return String(kept)
    }
}
