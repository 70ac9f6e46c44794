// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import PDFSyntax

/// What pages are called (ISO 32000-2, 12.4.2), as runs of pages that count on.
struct PageLabels: Sendable {
    /// Pages from one index to the next run.
    struct Run: Sendable, Hashable {
        var first: Int
        /// Prefix and style, without the number.
        var style: COSDictionary
        /// The number of the run's first page.
        var start: Int
    }

    /// Some pages of the new order.
    enum Segment: Sendable {
        /// Pages of the old order, which keep their labels.
        case old(Range<Int>)
        /// New pages, which have none.
        case new(Int)
    }

    private(set) var runs: [Run] = []

    init() {}

    /// The labels of a document; `nil` when it has none.
    ///
    /// - Throws: `readFailed`, `limitExceeded`.
    init?(_ document: Document) throws(Fault) {
        guard let root = try document.catalog()["PageLabels"] else { return nil }
        for entry in try NumberTree.entries(root, of: document) where entry.key >= 0 {
            guard var style = try document.resolve(entry.value).dictionary else { continue }
            let start = try document.value("St", in: style).integer ?? 1
            style["St"] = nil
            style["Type"] = nil
            for key in ["S", "P"] as [COSName] where style[key]?.reference != nil {
                let value = try document.resolve(style[key])
                style[key] = value == .null ? nil : value
            }
            runs.append(Run(first: entry.key, style: style, start: start))
        }
        guard !runs.isEmpty else { return nil }
        if runs[0].first > 0 { runs.insert(.plain(from: 0), at: 0) }
    }

    /// Adds a run unless the last one says the same.
    mutating func append(_ run: Run) {
        if let last = runs.last, last.style == run.style,
            run.start == last.start &+ (run.first - last.first)
        {
            return
        }
        runs.append(run)
    }

    /// Appends the labels of other pages, which begin at an index.
    mutating func append(_ other: [Run], at index: Int) {
        for var run in other {
            run.first += index
            append(run)
        }
    }

    /// The labels when the pages stand in another order.
    func rearranged(_ segments: [Segment]) -> PageLabels {
        var result = PageLabels()
        var next = 0
        for segment in segments {
            switch segment {
            case .new(let count):
                guard count > 0 else { continue }
                result.runs.append(Run(first: next, style: [:], start: 1))
                next += count
            case .old(let range):
                for run in runs(in: range) {
                    result.append(
                        Run(
                            first: next + run.first - range.lowerBound,
                            style: run.style,
                            start: run.start
                        )
                    )
                }
                next += range.count
            }
        }
        return result
    }

    /// The runs of some pages, cut to them.
    private func runs(in range: Range<Int>) -> [Run] {
        guard !range.isEmpty else { return [] }
        var result: [Run] = []
        // The last run that begins at the first page or before.
        let after = runs.map(\.first).firstPlace(notBelow: range.lowerBound + 1) ?? runs.count
        for run in runs[max(0, after - 1)...] {
            guard run.first < range.upperBound else { break }
            var cut = run
            cut.first = max(run.first, range.lowerBound)
            cut.start = run.start &+ (cut.first - run.first)
            result.append(cut)
        }
        return result
    }

    /// Writes the labels into a document.
    func write(into document: inout Document) throws(Fault) {
        let entries = runs.map { run in
            var label = run.style
            if run.start != 1 { label["St"] = .integer(run.start) }
            return NumberTree.Entry(key: run.first, value: .dictionary(label))
        }
        let tree = COSObject.dictionary(try NumberTree.make(entries, in: &document))
        try document.changeCatalog { $0["PageLabels"] = tree }
    }
}

extension PageLabels.Run {
    /// Decimal numbers from 1, as pages without labels have.
    static func plain(from first: Int) -> PageLabels.Run {
        PageLabels.Run(first: first, style: ["S": .name("D")], start: 1)
    }
}

extension [PageLabels.Segment] {
    /// The segments of pages in ascending or any other order.
    init(_ indexes: [Int]) {
        self = []
        for index in indexes {
            if case .old(let range)? = last, range.upperBound == index {
                self[count - 1] = .old(range.lowerBound..<index + 1)
            } else {
                append(.old(index..<index + 1))
            }
        }
    }
}
