// SPDX-License-Identifier: Apache-2.0
public import Faults
public import PDFSyntax

/// Page labels as people read them (ISO 32000-2, 12.4.2).
extension PageLabels {
    /// A longer prefix is cut: with many pages it would fill the memory.
    private static let prefixBytes = 256
    /// Larger numbers are written in decimal figures: each thousand would be an M.
    private static let largestRoman = 9_999
    /// Larger numbers are written in decimal figures: each 26 would be one letter more.
    private static let largestLetters = 26 * 40

    /// What every page is called.
    func texts(pageCount: Int) -> [String] {
        var texts: [String] = []
        texts.reserveCapacity(pageCount)
        for (place, run) in runs.enumerated() {
            let end = place + 1 < runs.count ? runs[place + 1].first : pageCount
            let (prefix, style) = (Self.prefix(run), Self.style(run))
            for index in run.first..<max(run.first, min(end, pageCount)) {
                texts.append(prefix + Self.number(run.start &+ (index - run.first), style))
            }
        }
        return texts
    }

    /// What a page is called.
    func text(at index: Int) -> String? {
        guard index >= 0, let run = runs.last(where: { $0.first <= index }) else { return nil }
        return Self.prefix(run) + Self.number(run.start &+ (index - run.first), Self.style(run))
    }

    private static func prefix(_ run: Run) -> String {
        run.style["P"]?.string.map { TextString.decode(Array($0.prefix(prefixBytes))) } ?? ""
    }

    private static func style(_ run: Run) -> COSName? { run.style["S"]?.name }

    /// Table 161.
    private static func number(_ number: Int, _ style: COSName?) -> String {
        switch style {
        case "D": String(number)
        case "R": roman(number).uppercased()
        case "r": roman(number)
        case "A": letters(number).uppercased()
        case "a": letters(number)
        default: ""
        }
    }

    private static let numerals = [
        (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"),
        (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
    ]

    private static func roman(_ number: Int) -> String {
        guard (1...largestRoman).contains(number) else { return String(number) }
        var (text, rest) = ("", number)
        for (value, numeral) in numerals {
            while rest >= value {
                text += numeral
                rest -= value
            }
        }
        return text
    }

    /// a to z, then aa to zz, and so on.
    private static func letters(_ number: Int) -> String {
        guard (1...largestLetters).contains(number) else { return String(number) }
        let letter = Unicode.Scalar(UInt8(ascii: "a") + UInt8((number - 1) % 26))
        return String(repeating: Character(letter), count: (number - 1) / 26 + 1)
    }
}

extension Document {
    /// What every page is called (ISO 32000-2, 12.4.2); no page is looked at.
    ///
    /// - Parameter pageCount: how many pages there are.
    /// - Returns: the names in order; `nil` when the document names none.
    /// - Throws: `readFailed`.
    public func pageLabels(pageCount: Int) throws(Fault) -> [String]? {
        try PageLabels(self)?.texts(pageCount: pageCount)
    }
}
