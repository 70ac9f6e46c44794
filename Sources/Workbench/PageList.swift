// SPDX-License-Identifier: Apache-2.0
public import Faults

/// Pages as a person names them: `1` · `1,3,5-8` · `all` · `odd` · `even` · `last` · `2-last`.
///
/// Counting starts at 1 in the text, and at 0 in the indexes it stands for. The text is
/// understood without a document; `indexes(pageCount:)` then says which pages of one are meant.
public struct PageList: Sendable, Hashable {
    private enum End: Sendable, Hashable {
        case number(Int)
        case last
    }

    private enum Item: Sendable, Hashable {
        case all, odd, even
        case range(End, End)
    }

    private var items: [Item]

    /// Every page.
    public static let all = PageList(items: [.all])

    /// One page, counted from 0.
    public static func page(at index: Int) -> PageList {
        let number = min(max(index, 0), .max - 1) + 1
        return PageList(items: [.range(.number(number), .number(number))])
    }

    /// Reads a page list.
    ///
    /// - Throws: `usage` for anything that is no page list, the page 0 and backward ranges among
    ///   it.
    public static func parse(_ text: String) throws(Fault) -> PageList {
        var items: [Item] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            items.append(try item(part, in: text))
        }
        return PageList(items: items)
    }

    /// The pages of a document that are meant, counted from 0: each once, in ascending order,
    /// and at least one.
    ///
    /// - Throws: `notFound` when the list names a page that the document does not have, or none
    ///   that it has.
    public func indexes(pageCount: Int) throws(Fault) -> [Int] {
        let pageCount = max(pageCount, 0)
        var isMeant = [Bool](repeating: false, count: pageCount)
        for item in items {
            for index in try Self.indexes(item, pageCount) { isMeant[index] = true }
        }
        let found = isMeant.indices.filter { isMeant[$0] }
        if found.isEmpty {
            throw Fault(
                .notFound,
                "None of these pages is there; the document has \(pages(pageCount))."
            )
        }
        return found
    }

    /// How many pages may be meant at most; nil when that depends on the document.
    var mostPages: Int? {
        var most = 0
        for item in items {
            switch item {
            case .range(.number(let first), .number(let last)):
                let (sum, isTooMuch) = most.addingReportingOverflow(last - first)
                if isTooMuch || sum == .max { return nil }
                most = sum + 1
            case .range(.last, .last): most += most == .max ? 0 : 1
            default: return nil
            }
        }
        return most
    }

    private static func indexes(_ item: Item, _ pageCount: Int) throws(Fault) -> StrideTo<Int> {
        switch item {
        case .all: return stride(from: 0, to: pageCount, by: 1)
        case .odd: return stride(from: 0, to: pageCount, by: 2)
        case .even: return stride(from: 1, to: pageCount, by: 2)
        case .range(let first, let last):
            let first = try number(first, pageCount)
            let last = try number(last, pageCount)
            return stride(from: first - 1, to: last, by: 1)
        }
    }

    private static func number(_ end: End, _ pageCount: Int) throws(Fault) -> Int {
        let number =
            switch end {
            case .number(let number): number
            case .last: max(pageCount, 1)
            }
        guard number <= pageCount else {
            throw Fault(
                .notFound,
                "There is no page \(number); the document has \(pages(pageCount))."
            )
        }
        return number
    }
}

extension PageList {
    private static func item(_ part: Substring, in text: String) throws(Fault) -> Item {
        let word = trimmed(part)
        switch word {
        case "all": return .all
        case "odd": return .odd
        case "even": return .even
        default: break
        }
        let ends = word.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard let low = ends.first, let high = ends.last, let first = try end(low, in: text),
            let last = try end(high, in: text)
        else { throw malformed(text) }
        switch (first, last) {
        case (.number(let low), .number(let high)) where low > high:
            throw Fault(
                .usage,
                "The page range \(low)-\(high) runs backwards; write \(high)-\(low)."
            )
        case (.last, .number(let number)):
            throw Fault(
                .usage,
                "The page range last-\(number) runs backwards; write \(number)-last."
            )
        default: return .range(first, last)
        }
    }

    private static func end(_ word: Substring, in text: String) throws(Fault) -> End? {
        let word = trimmed(word)
        if word == "last" { return .last }
        // Int() would also take signs.
        guard !word.isEmpty, word.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int(word)
        else { return nil }
        guard number > 0 else {
            throw Fault(.usage, "There is no page 0; pages are counted from 1.")
        }
        return .number(number)
    }

    private static func malformed(_ text: String) -> Fault {
        Fault(
            .usage,
            "\"\(text)\" names no pages. Write them as in 1 or 1,3,5-8 or 2-last, or write all, "
                + "odd, even or last."
        )
    }

    private static func trimmed(_ word: Substring) -> Substring {
        var word = word.drop { $0 == " " }
        while word.last == " " { word.removeLast() }
        return word
    }
}

private func pages(_ count: Int) -> String {
    count == 1 ? "1 page" : "\(count) pages"
}
