// SPDX-License-Identifier: Apache-2.0
public import Faults
public import PDFSyntax

extension Document {
    /// Pages that use more objects are not worth an excerpt.
    private static let excerptObjects = 2000

    /// What leads from a page's resources back to the rest of the document.
    private static let excerptLeavesOut: Set<COSName> = [
        "Parent", "PieceInfo", "Metadata", "StructParent", "StructParents", "AF",
    ]

    /// The bytes that, behind the base, make a file of these pages alone, in this order: what they
    /// show without annotations, for those who read it.
    ///
    /// A reader then need not take in the cross-reference and the page tree of ten thousand pages
    /// to tell the text of one.
    ///
    /// - Parameter pages: of this document.
    /// - Returns: the bytes; nil when only the whole document will do (see `excerpt(naming:)`), or
    ///   the pages use very many objects.
    /// - Throws: `readFailed`, `limitExceeded`.
    public func excerpt(of pages: [Page]) throws(Fault) -> [UInt8]? {
        guard !needsRewriting else { return nil }
        var excerpt = self
        let catalog = try excerpt.add(.null)
        let tree = try excerpt.add(.null)
        var kids: [COSObject] = []
        var roots: [COSObject] = ["Encrypt", "ID"].compactMap { trailer[$0] }
        for page in pages {
            var dictionary: COSDictionary = [
                "Type": .name("Page"), "Parent": .reference(tree),
            ]
            for key in ["Contents", "UserUnit"] + Page.Inherited.keys {
                guard let value = page.attribute(key) else { continue }
                dictionary[key] = value
                roots.append(value)
            }
            kids.append(.reference(try excerpt.add(.dictionary(dictionary))))
        }
        excerpt.set(catalog, .dictionary(["Type": .name("Catalog"), "Pages": .reference(tree)]))
        let node: COSDictionary = [
            "Type": .name("Pages"), "Kids": .array(kids), "Count": .integer(kids.count),
        ]
        excerpt.set(tree, .dictionary(node))
        excerpt.setTrailer("Root", .reference(catalog))
        excerpt.setTrailer("Info", .null)
        guard let numbers = try numbers(reachedFrom: roots) else { return nil }
        return try excerpt.excerpt(naming: numbers)
    }

    /// The numbers of all objects that these lead to; nil when there are very many.
    private func numbers(reachedFrom roots: [COSObject]) throws(Fault) -> Set<Int>? {
        var numbers: Set<Int> = []
        var waiting = roots
        while let next = waiting.popLast() {
            switch next {
            case .reference(let id):
                guard numbers.insert(id.number).inserted else { continue }
                guard numbers.count <= Self.excerptObjects else { return nil }
                waiting.append(try object(id))
            case .array(let elements):
                waiting += elements
            case .dictionary, .stream:
                for entry in next.dictionary?.entries ?? []
                where !Self.excerptLeavesOut.contains(entry.key) {
                    waiting.append(entry.value)
                }
            default: break
            }
        }
        return numbers
    }
}
