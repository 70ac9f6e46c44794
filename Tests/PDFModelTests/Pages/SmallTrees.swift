// SPDX-License-Identifier: Apache-2.0
import Geometry
import PDFSyntax

@testable import PDFModel

/// A page tree in small: a page or a node with kids.
indirect enum SmallTree: Sendable, Hashable {
    case page
    case node([SmallTree])

    /// All rows of trees with so many pages, nodes no deeper than that.
    static func rows(pages: Int, depth: Int) -> [[SmallTree]] {
        guard pages > 0 else { return [[]] }
        var rows: [[SmallTree]] = []
        for first in 1...pages {
            var heads: [SmallTree] = first == 1 ? [.page] : []
            if depth > 0 {
                heads += Self.rows(pages: first, depth: depth - 1).map(SmallTree.node)
            }
            for rest in Self.rows(pages: pages - first, depth: depth) {
                rows += heads.map { [$0] + rest }
            }
        }
        return rows
    }

    /// How many objects lie from the root down to the node above a page.
    static func depths(_ row: [SmallTree], above: Int = 1) -> [Int] {
        row.flatMap { tree in
            switch tree {
            case .page: [above]
            case .node(let kids): depths(kids, above: above + 1)
            }
        }
    }
}

extension FileBuilder {
    /// A document whose pages are told apart by /Tag, and whose nodes and pages have attributes of
    /// their own here and there.
    init(_ row: [SmallTree]) {
        self.init("<< /Type /Catalog /Pages 2 0 R >>")
        var tag = 0
        objects.append("")
        objects[1] = add(row, "/MediaBox [0 0 200 100] /Resources << /Root true >>", nil, &tag)
    }

    /// Adds the kids and gives the node above them.
    private mutating func add(
        _ row: [SmallTree],
        _ attributes: String,
        _ parent: Int?,
        _ tag: inout Int
    ) -> String {
        let me = parent == nil ? 2 : objects.count
        let first = tag
        var kids: [Int] = []
        for tree in row {
            objects.append("")
            let number = objects.count
            kids.append(number)
            switch tree {
            case .page:
                let own = ["", "/Rotate 180", "/MediaBox [0 0 \(300 + tag) 50]", ""][tag % 4]
                objects[number - 1] = "<< /Type /Page /Parent \(me) 0 R /Tag \(tag) \(own) >>"
                tag += 1
            case .node(let kids):
                let own = ["/Rotate 90", "/CropBox [10 10 90 90]", "/Resources << /N true >>"]
                objects[number - 1] = add(kids, own[number % 3], me, &tag)
            }
        }
        let above = parent.map { "/Parent \($0) 0 R" } ?? ""
        let list = kids.map { "\($0) 0 R" }.joined(separator: " ")
        return "<< /Type /Pages /Kids [\(list)] /Count \(tag - first) \(above) \(attributes) >>"
    }
}

/// What a page is to whoever looks at it.
struct SeenPage: Hashable {
    var tag: Int?
    var rotation: Int
    var size: [Double]
    var origin: [Double]
    var resources: COSObject?

    init(_ page: Page, in document: Document) throws {
        tag = page.dictionary["Tag"]?.integer
        rotation = page.space.rotation
        size = [page.space.size.width, page.space.size.height]
        origin = [page.space.visibleBox.x, page.space.visibleBox.y]
        resources = try document.resolve(page.attribute("Resources"))
    }
}

extension Document {
    /// All pages as they are seen.
    func seenPages() throws -> [SeenPage] {
        let tree = try PageTree(self)
        let pages = try tree.pages(at: Array(0..<(try tree.count())))
        return try pages.map { try SeenPage($0, in: self) }
    }

    /// What is wrong with the tree when it is read without any trust.
    func treeFaults() throws -> [String] {
        var faults: [String] = []
        func count(_ object: COSObject?, _ parent: ObjectID?) throws -> Int {
            let node = try resolve(object).dictionary ?? [:]
            if node["Parent"]?.reference != parent {
                faults.append("\(String(describing: object)) has another parent")
            }
            guard let kids = try value("Kids", in: node).array else { return 1 }
            if kids.isEmpty { faults.append("\(String(describing: object)) has no kids") }
            let total = try kids.reduce(0) { try $0 + count($1, object?.reference) }
            if node["Count"]?.integer != total {
                faults.append("\(String(describing: object)) counts wrongly")
            }
            return total
        }
        _ = try count(try catalog()["Pages"], nil)
        return faults
    }
}
