// SPDX-License-Identifier: Apache-2.0
internal import UnicodeText

/// Names of documents: what people may see, and what a search compares.
public enum DocumentName {
    /// No name is longer, in bytes of UTF-8: the usual limit of file systems, since a download gets
    /// the name.
    public static let maximumBytes = 255

    /// What a document without a name is called.
    public static let unnamed = "Document"

    /// No search has more words; the rest of them does not count.
    static let maximumWords = 16
    /// No search looks at more characters.
    static let maximumQueryLength = 1000

    /// A name that is safe to show and to offer as the name of a download.
    ///
    /// Control characters, those that turn the direction of writing (with which `fdp.exe` can look
    /// like `exe.pdf`) and invisible ones go, but for the joiners that scripts and emoji need. A
    /// slash becomes ∕, a backslash _, any run of white space one space. What is too long is cut
    /// after a whole character.
    ///
    /// - Parameters:
    ///   - name: any text.
    ///   - unnamed: what becomes of a name that is empty then, or of dots alone.
    /// - Returns: a name that stays the same when it is cleaned again.
    public static func cleaned(_ name: String, unnamed: String = unnamed) -> String {
        var clean = String.UnicodeScalarView()
        for scalar in name.unicodeScalars {
            switch scalar {
            case "/": clean.append("∕")
            case "\\": clean.append("_")
            case _ where scalar.properties.isWhitespace:
                if let last = clean.last, last != " " { clean.append(" ") }
            case _ where isShown(scalar): clean.append(scalar)
            default: break
            }
        }
        let short = trimmed(shortened(String(clean)))
        return short.allSatisfy { $0 == "." } ? unnamed : short
    }

    /// How a name is compared: without case, accents and width, whatever slashes became in it.
    static func folded(_ text: String) -> String {
        let folded = FoldedText(Array(text.unicodeScalars), folding: .all)
        var scalars = String.UnicodeScalarView()
        for value in folded.scalars {
            switch Unicode.Scalar(value) {
            case "∕": scalars.append("/")
            case "\\": scalars.append("_")
            case let scalar?: scalars.append(scalar)
            case nil: break
            }
        }
        return String(scalars)
    }

    /// The words of a search, as they are compared.
    static func words(of query: String) -> [String] {
        let start = query.unicodeScalars.prefix(maximumQueryLength)
        let words = folded(String(String.UnicodeScalarView(start))).unicodeScalars
            .split { $0.properties.isWhitespace || $0.value == 0 }
        return words.prefix(maximumWords).map { String(String.UnicodeScalarView($0)) }
    }

    private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
        // Zero width joiner and non-joiner; tags, which flags are made of.
        if scalar.value == 0x200D || scalar.value == 0x200C { return true }
        if (0xE0020...0xE007F).contains(scalar.value) { return true }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: return false
        default: return true
        }
    }

    private static func shortened(_ name: String) -> String {
        guard name.utf8.count > maximumBytes else { return name }
        var end = name.startIndex
        var bytes = 0
        for index in name.indices {
            bytes += String(name[index]).utf8.count
            guard bytes <= maximumBytes else { break }
            end = name.index(after: index)
        }
        // One letter can have hundreds of accents; then it loses some.
        return end > name.startIndex ? String(name[..<end]) : cutAnywhere(name)
    }

    private static func cutAnywhere(_ name: String) -> String {
        var scalars = String.UnicodeScalarView()
        var bytes = 0
        for scalar in name.unicodeScalars {
            bytes += UTF8.width(scalar)
            guard bytes <= maximumBytes else { break }
            scalars.append(scalar)
        }
        return String(scalars)
    }

    private static func trimmed(_ name: String) -> String {
        var name = Substring(name)
        while name.last == " " { name.removeLast() }
        return String(name)
    }
}
