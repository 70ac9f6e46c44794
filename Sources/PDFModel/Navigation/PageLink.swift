// SPDX-License-Identifier: Apache-2.0
public import Faults
public import Geometry
internal import PDFSyntax

/// A link on a page (ISO 32000-2, 12.5.6.5), in view space.
public struct PageLink: Sendable, Hashable {
    /// Where it reacts; parts of it may lie outside the page.
    public var rect: Rect
    /// Where it reacts, more exactly: for a link of several lines a quad for each; else the
    /// rectangle alone.
    ///
    /// Points go round each quad.
    public var quads: [Quad]
    /// Where it leads; `nil` when the file does not say.
    public var target: JumpTarget?
    /// What it is, for those who do not see it (/Contents); `nil` when the file does not say.
    public var description: String?
}

/// The links of one page.
public struct PageLinks: Sendable {
    /// Which page, counted from 0.
    public var pageIndex: Int
    /// The links that can be seen, the lowest first; of two that lie over each other the last
    /// counts.
    public var links: [PageLink] = []
    /// What was wrong with links, and was passed over.
    public var diagnostics: [Diagnostic] = []

    /// More links than a page has room for.
    static let limit = 100_000
    /// More quads than any link needs lines.
    static let quadLimit = 10_000
    /// A longer description is cut.
    static let descriptionBytes = 4096
}

extension Navigation {
    /// The links of some pages.
    ///
    /// Those that are hidden, or that are not to be seen on a screen (12.5.3), are left out. The
    /// other kinds of annotations are no links, whatever they do.
    ///
    /// - Parameter indexes: counted from 0, in any order.
    /// - Returns: in ascending order; pages that are not there are left out.
    /// - Throws: `readFailed`, `limitExceeded`.
    public func links(ofPages indexes: [Int]) throws(Fault) -> [PageLinks] {
        var result: [PageLinks] = []
        var jumps: [JumpReader.Jump?] = []
        for page in try pages(at: indexes) {
            result.append(try links(of: page, &jumps))
        }
        var targets = try self.targets(jumps)[...]
        for place in result.indices {
            for link in result[place].links.indices {
                result[place].links[link].target = targets.removeFirst()
            }
        }
        return result
    }

    /// The links of a page.
    ///
    /// - Throws: `notFound` when there is no such page, `readFailed`, `limitExceeded`.
    public func links(ofPage index: Int) throws(Fault) -> PageLinks {
        if let links = try links(ofPages: [index]).first { return links }
        throw Fault(
            .notFound,
            "There is no page \(index &+ 1); the document has \(pageCount).",
            at: Place(pageIndex: index == .max ? nil : index)
        )
    }

    private func links(
        of page: Page,
        _ jumps: inout [JumpReader.Jump?]
    ) throws(Fault) -> PageLinks {
        var result = PageLinks(pageIndex: page.index)
        for object in try document.value("Annots", in: page.dictionary).array ?? [] {
            guard let entries = try document.resolve(object).dictionary,
                try document.value("Subtype", in: entries).name == "Link",
                try isShown(entries)
            else { continue }
            guard result.links.count < PageLinks.limit else {
                result.diagnostics.append(
                    Diagnostic(
                        .lost,
                        "Links after the first \(PageLinks.limit) are left out.",
                        at: Place(pageIndex: page.index)
                    )
                )
                break
            }
            guard let rect = try document.rect(try document.value("Rect", in: entries)),
                case let seen = page.space.viewRect(of: rect), seen.isFinite
            else {
                result.noteOutcast(object, on: page)
                continue
            }
            jumps.append(try self.jumps.jump(from: entries))
            let quads = try quads(entries, within: rect, page.space)
            let words = try document.value("Contents", in: entries).string
            result.links.append(
                PageLink(
                    rect: seen,
                    quads: quads.isEmpty ? [Quad(seen)] : quads,
                    target: nil,
                    description: words.map {
                        TextString.decode(Array($0.prefix(PageLinks.descriptionBytes)))
                    }
                )
            )
        }
        return result
    }

    /// Table 167: neither hidden (bit 2) nor kept from the screen (bit 6).
    private func isShown(_ annotation: COSDictionary) throws(Fault) -> Bool {
        let flags = try document.value("F", in: annotation).integer ?? 0
        return flags & (1 << 1 | 1 << 5) == 0
    }

    /// How far a quad may reach out of the rectangle of its link, in page space: files round.
    private static let roundingSlack = 1.0

    /// 12.5.6.5: where one point lies outside /Rect, none of them counts.
    private func quads(
        _ annotation: COSDictionary,
        within rect: Rect,
        _ space: PageSpace
    ) throws(Fault) -> [Quad] {
        guard let given = try document.value("QuadPoints", in: annotation).array,
            given.count >= 8, given.count / 8 <= PageLinks.quadLimit
        else { return [] }
        var numbers: [Double] = []
        for element in given {
            guard let number = try document.resolve(element).number else { return [] }
            numbers.append(number)
        }
        var quads: [Quad] = []
        for start in stride(from: 0, through: numbers.count - 8, by: 8) {
            var points: [Point] = []
            for place in stride(from: start, to: start + 8, by: 2) {
                let point = Point(x: numbers[place], y: numbers[place + 1])
                guard point.isFinite,
                    point.x >= rect.minX - Self.roundingSlack,
                    point.x <= rect.maxX + Self.roundingSlack,
                    point.y >= rect.minY - Self.roundingSlack,
                    point.y <= rect.maxY + Self.roundingSlack
                else { return [] }
                points.append(space.pageToView.apply(point))
            }
            quads.append(Quad(goingRound: points))
        }
        return quads
    }
}

extension PageLinks {
    fileprivate mutating func noteOutcast(_ object: COSObject, on page: Page) {
        guard diagnostics.count < Limits.diagnostics else { return }
        diagnostics.append(
            Diagnostic(
                .lost,
                "A link has no rectangle.",
                at: Place(object: object.reference?.description, pageIndex: page.index)
            )
        )
    }
}

extension Quad {
    /// Four points of a file: round by the standard, line by line as programs write them
    /// (12.5.6.10); where neither gives a figure without crossing, their bounds.
    fileprivate init(goingRound points: [Point]) {
        let byLines = Quad(points[0], points[1], points[3], points[2])
        let round = Quad(points[0], points[1], points[2], points[3])
        if byLines.isConvex {
            self = byLines
        } else if round.isConvex {
            self = round
        } else {
            self = Quad(round.bounds)
        }
    }

    private var isConvex: Bool {
        let points = [p0, p1, p2, p3]
        var turns: [Double] = []
        for place in 0..<4 {
            let (a, b, c) = (points[place], points[(place + 1) % 4], points[(place + 2) % 4])
            turns.append((b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x))
        }
        return turns.allSatisfy { $0 > 0 } || turns.allSatisfy { $0 < 0 }
    }
}
