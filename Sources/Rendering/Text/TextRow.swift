// SPDX-License-Identifier: Apache-2.0
internal import Geometry

/// Runs that stand on one line, though the file may draw them far from each other.
struct TextRow: Sendable {
    /// The runs, in the order in which they are read.
    var runs: [TextRun]
    /// What they cover, in coordinates of the frame.
    var box: Rect

    /// The directions of the line.
    var frame: TextFrame
    /// The height of its tallest character.
    var height: Double { runs.reduce(0) { max($0, $1.height) } }
    /// Whether upright characters stand below each other.
    var isVertical: Bool
    /// Whether most of it is written from right to left.
    var isRightToLeft: Bool
    /// Where it comes in the file.
    var place: Int
    /// How many characters are seen.
    var seen: Int

    private init(_ runs: [TextRun]) {
        let seen = runs.reduce(0) { $0 + $1.seen }
        let isRightToLeft = runs.reduce(0) { $0 + $1.rightToLeft } * 2 > seen
        // Runs come from left to right.
        self.runs = isRightToLeft ? runs.reversed() : runs
        frame = runs[0].frame
        box = runs.dropFirst().reduce(runs[0].box) { $0.union($1.box) }
        isVertical = runs[0].isVertical
        place = runs.reduce(Int.max) { min($0, $1.range.lowerBound) }
        self.seen = seen
        self.isRightToLeft = isRightToLeft
    }

    /// Puts together what belongs to one line; the rows come in the order of the file.
    static func rows(of runs: [TextRun]) -> [TextRow] {
        var rows: [TextRow] = []
        for alike in Dictionary(grouping: runs, by: Direction.init).values {
            guard let frame = alike.first?.frame else { continue }
            // Nearly parallel runs are looked at in the frame of the first.
            let placed = alike.map { run in
                Placed(run: run, box: frame.local(run.frame.global(run.box)))
            }
            for row in levels(placed) { rows += join(row).map(TextRow.init) }
        }
        return rows.sorted { $0.place < $1.place }
    }

    private struct Placed {
        var run: TextRun
        var box: Rect
    }

    private struct Direction: Hashable {
        var degrees: Int
        var isMirrored: Bool
        var isVertical: Bool

        init(_ run: TextRun) {
            degrees = run.frame.degrees
            let (a, b) = (run.frame.along, run.frame.across)
            isMirrored = a.x * b.y - a.y * b.x < 0
            isVertical = run.isVertical
        }
    }

    /// Runs of about one height on the page.
    private static func levels(_ runs: [Placed]) -> [[Placed]] {
        var levels: [[Placed]] = []
        for run in runs.sorted(by: { $0.box.center.y < $1.box.center.y }) {
            if let first = levels.last?.first {
                let shared = min(first.box.maxY, run.box.maxY) - max(first.box.minY, run.box.minY)
                if shared >= min(first.box.height, run.box.height) / 2 {
                    levels[levels.count - 1].append(run)
                    continue
                }
            }
            levels.append([run])
        }
        return levels
    }

    /// A gap of more than so many heights between runs that the file draws apart is one between
    /// columns.
    private static let widestGap = 0.8
    /// What overlaps by more is drawn twice, or by chance.
    private static let widestOverlap = 0.3

    /// Runs of one level that stand side by side without a gap.
    private static func join(_ level: [Placed]) -> [[TextRun]] {
        var rows: [[TextRun]] = []
        var last: Placed?
        for run in level.sorted(by: {
            ($0.box.minX, $0.run.range.lowerBound) < ($1.box.minX, $1.run.range.lowerBound)
        }) {
            if let before = last {
                let gap = run.box.minX - before.box.maxX
                let height = max(before.run.height, run.run.height)
                if gap <= widestGap * height, gap >= -widestOverlap * height,
                    !before.run.isVertical
                {
                    rows[rows.count - 1].append(run.run)
                    last = run
                    continue
                }
            }
            rows.append([run.run])
            last = run
        }
        return rows
    }
}
