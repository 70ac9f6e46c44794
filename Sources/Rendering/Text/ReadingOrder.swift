// SPDX-License-Identifier: Apache-2.0
internal import Geometry

/// In which order the lines of a page are read, and which of them make a block.
///
/// The file's own order is kept where somebody could read so. Where it goes up the page, or back
/// to the left, the page is cut along its white space into bands and columns; of several ways to
/// cut, the one that contradicts the file least is taken, so that tables are read by rows and
/// columns of text by columns.
enum ReadingOrder {
    /// Blocks of lines, in order.
    static func blocks(of rows: [TextRow]) -> [[TextRow]] {
        let blocks = group(rows)
        guard blocks.count > 1 else { return blocks }
        let frame = mainFrame(of: rows)
        let isRightToLeft = rows.reduce(0) { $0 + ($1.isRightToLeft ? $1.seen : -$1.seen) } > 0
        var boxes = blocks.enumerated().map { place, block in
            Box(place: place, rect: rect(of: block, in: frame, isRightToLeft))
        }
        guard !isPlausible(boxes) else { return blocks }
        var result: [Int] = []
        order(&boxes, depth: 0, into: &result)
        return group(result.flatMap { blocks[$0] })
    }

    /// A block where it stands, in coordinates in which reading goes right and down.
    private struct Box {
        /// Where it comes in the file.
        var place: Int
        var rect: Rect
    }

    private static func rect(of block: [TextRow], in frame: TextFrame, _ mirror: Bool) -> Rect {
        let boxes = block.map { frame.local($0.frame.global($0.box)) }
        var rect = boxes.dropFirst().reduce(boxes[0]) { $0.union($1) }
        if mirror { rect.x = -rect.maxX }
        return rect
    }

    /// The directions of most of the text.
    private static func mainFrame(of rows: [TextRow]) -> TextFrame {
        var seen: [Int: (count: Int, frame: TextFrame)] = [:]
        for row in rows {
            seen[row.frame.degrees, default: (0, row.frame)].count += row.seen
        }
        let most = seen.max { ($0.value.count, -$0.key) < ($1.value.count, -$1.key) }
        return most?.value.frame ?? rows[0].frame
    }

    // MARK: Blocks

    /// Lines that follow each other closely are one block.
    private static func group(_ rows: [TextRow]) -> [[TextRow]] {
        var blocks: [[TextRow]] = []
        for row in rows {
            if let last = blocks.last?.last, belongs(row, with: last) {
                blocks[blocks.count - 1].append(row)
            } else {
                blocks.append([row])
            }
        }
        return blocks
    }

    private static func belongs(_ row: TextRow, with last: TextRow) -> Bool {
        guard row.isVertical == last.isVertical, row.frame.degrees == last.frame.degrees,
            min(row.height, last.height) > 0.6 * max(row.height, last.height)
        else { return false }
        let box = last.frame.local(row.frame.global(row.box))
        let gap = box.minY - last.box.maxY
        let isBeside = box.minX < last.box.maxX && box.maxX > last.box.minX
        return isBeside && gap < 0.8 * last.height && gap > -0.5 * last.height
    }

    // MARK: Order

    /// Whether somebody could read in the order of the file: down, or on to the right.
    private static func isPlausible(_ boxes: [Box]) -> Bool {
        zip(boxes, boxes.dropFirst()).allSatisfy { box, next in
            let slack = 0.2 * min(box.rect.height, next.rect.height)
            let isRight = next.rect.minX >= box.rect.maxX - slack
            if isRight { return true }
            let isAbove = next.rect.maxY <= box.rect.minY + slack
            let shared =
                min(box.rect.maxY, next.rect.maxY) - max(box.rect.minY, next.rect.minY)
            let isLeft =
                next.rect.maxX <= box.rect.minX + slack
                && shared > 0.5 * min(box.rect.height, next.rect.height)
            return !isAbove && !isLeft
        }
    }

    /// Boxes that share less, in points, lie beside each other.
    private static let mostSlack = 3.0
    /// Pages are cut in cuts no more often than this; what is left keeps the file's order.
    private static let depthLimit = 24

    private static func order(_ boxes: inout [Box], depth: Int, into result: inout [Int]) {
        let across = depth < depthLimit ? cut(boxes, { ($0.minY, $0.maxY) }) : nil
        let down = depth < depthLimit ? cut(boxes, { ($0.minX, $0.maxX) }) : nil
        let parts: [[Box]]
        switch (across, down) {
        case (let bands?, let columns?):
            parts = steps(back: columns) < steps(back: bands) ? columns : bands
        case (let bands?, nil): parts = bands
        case (nil, let columns?): parts = columns
        case (nil, nil):
            result += boxes.map(\.place).sorted()
            return
        }
        for part in parts {
            var part = part
            order(&part, depth: depth + 1, into: &result)
        }
    }

    /// The boxes cut wherever no box is; `nil` when there is no such place.
    private static func cut(
        _ boxes: [Box],
        _ side: (Rect) -> (low: Double, high: Double)
    ) -> [[Box]]? {
        var parts: [[Box]] = []
        var end = -Double.infinity
        for box in boxes.sorted(by: {
            (side($0.rect).low, $0.place) < (side($1.rect).low, $1.place)
        }) {
            let (low, high) = side(box.rect)
            // Boxes of lines reach a little into each other.
            let slack = min(mostSlack, 0.15 * (high - low))
            if parts.isEmpty || low >= end - slack {
                parts.append([box])
                end = high
            } else {
                parts[parts.count - 1].append(box)
                end = max(end, high)
            }
        }
        return parts.count > 1 ? parts : nil
    }

    /// How often the file's order goes from a later part back to an earlier one.
    private static func steps(back parts: [[Box]]) -> Int {
        var members: [(place: Int, part: Int)] = []
        for (part, boxes) in parts.enumerated() { members += boxes.map { ($0.place, part) } }
        members.sort { $0.place < $1.place }
        return zip(members, members.dropFirst()).count { $0.part > $1.part }
    }
}
