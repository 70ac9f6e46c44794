// SPDX-License-Identifier: Apache-2.0
internal import ByteSource
internal import Faults
internal import PDFModel
internal import PDFSyntax

/// Where a document is cut into parts.
public enum SplitRule: Sendable, Hashable {
    /// After every so many pages.
    case every(Int)
    /// Before these pages.
    case at(PageList)
    /// Before the pages to which outline items of the first levels lead.
    case outline(level: Int)
    /// Where the next page would make the part larger than so many bytes; a page that is larger by
    /// itself is a part by itself.
    case size(bytes: Int)
}

extension SplitRule {
    /// The parts, in order, together all pages.
    ///
    /// - Throws: `notFound` when the rule names pages that are not there or finds nothing to cut
    ///   at, and what reading throws.
    func parts(
        of extraction: PageExtraction,
        form: FileWritingOptions.Form
    ) throws(Fault) -> [Range<Int>] {
        let count = extraction.pageCount
        switch self {
        case .every(let step):
            return stride(from: 0, to: count, by: max(1, step)).map {
                $0..<min(count, $0.addingClamped(max(1, step)))
            }
        case .at(let list):
            return Self.ranges(from: try list.indexes(pageCount: count), count: count)
        case .outline(let level):
            let starts = try extraction.chapterStarts(level: level)
            guard !starts.isEmpty else {
                throw Fault(
                    .notFound,
                    "The document has no outline whose items lead to pages; split it with --every"
                        + " or --at."
                )
            }
            return Self.ranges(from: starts, count: count)
        case .size(let bytes): return try Self.parts(of: extraction, atMost: bytes, form)
        }
    }

    private static func ranges(from starts: [Int], count: Int) -> [Range<Int>] {
        let starts = [0] + starts.filter { $0 > 0 && $0 < count }
        return zip(starts, starts.dropFirst() + [count]).map { $0..<$1 }
    }

    /// Each part is the longest that fits: its length is doubled until it does not, and then
    /// searched between the two, so that each page is written few times.
    private static func parts(
        of extraction: PageExtraction,
        atMost bytes: Int,
        _ form: FileWritingOptions.Form
    ) throws(Fault) -> [Range<Int>] {
        func fits(_ range: Range<Int>) throws(Fault) -> Bool {
            let sink = CountingSink()
            try extraction.part(Array(range)).write(to: sink, Workbench.partOptions(form))
            return sink.count <= bytes
        }
        var parts: [Range<Int>] = []
        var start = 0
        var step = 1
        while start < extraction.pageCount {
            var fitting = 1
            var tooMany = extraction.pageCount - start + 1
            while fitting + step < tooMany {
                if try fits(start..<start + fitting + step) {
                    fitting += step
                    step *= 2
                } else {
                    tooMany = fitting + step
                }
            }
            while tooMany - fitting > 1 {
                let middle = fitting + (tooMany - fitting) / 2
                if try fits(start..<start + middle) { fitting = middle } else { tooMany = middle }
            }
            parts.append(start..<start + fitting)
            start += fitting
            // The next part is likely to have as many.
            step = max(1, fitting - 1)
        }
        return parts
    }
}

/// Counts what it takes and keeps nothing.
private final class CountingSink: ByteSink {
    private(set) var count = 0
    func write(_ bytes: ArraySlice<UInt8>) { count += bytes.count }
    func copy(_ range: Range<Int>, of source: any ByteSource) { count += range.count }
}

extension Int {
    fileprivate func addingClamped(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
