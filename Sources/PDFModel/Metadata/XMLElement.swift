// SPDX-License-Identifier: Apache-2.0
internal import Faults

/// A small XML document as a tree, for files whose whole is wanted.
struct XMLElement {
    /// With its prefix.
    var name: String
    var attributes: [String: String]
    var children: [XMLElement] = []
    /// The text directly within, without that of children.
    var text = ""

    /// Deeper than any file that is read by it.
    private static let depthLimit = 64
    /// More elements than any such file has.
    private static let elementLimit = 2_000_000

    /// Reads a document.
    ///
    /// - Throws: `invalidDocument` with the place of what is not well formed, `limitExceeded`.
    static func parse(_ bytes: [UInt8]) throws(Fault) -> XMLElement {
        var scanner = XMLScanner(bytes)
        var open: [XMLElement] = []
        var root: XMLElement?
        var count = 0
        func wrong(_ what: String) -> Fault {
            Fault(
                .invalidDocument,
                "The XML is not well formed: \(what).",
                at: Place(byteOffset: scanner.start)
            )
        }
        while true {
            switch scanner.next() {
            case .open(let name, let attributes, let isEmpty):
                count += 1
                guard open.count < depthLimit, count <= elementLimit else {
                    throw Fault(.limitExceeded, "The XML has too many elements.")
                }
                guard root == nil else { throw wrong("something follows its end") }
                let element = XMLElement(
                    name: String(name),
                    attributes: Dictionary(
                        attributes.map { (String($0.name), $0.value) },
                        uniquingKeysWith: { first, _ in first }
                    )
                )
                if !isEmpty {
                    open.append(element)
                } else if open.isEmpty {
                    root = element
                } else {
                    open[open.count - 1].children.append(element)
                }
            case .close(let name):
                guard let element = open.popLast(), element.name == name else {
                    throw wrong("an end tag has no beginning")
                }
                if open.isEmpty {
                    root = element
                } else {
                    open[open.count - 1].children.append(element)
                }
            case .text(let text): if !open.isEmpty { open[open.count - 1].text += text }
            case .refused: throw wrong("a tag, an entity or a document type cannot be read")
            case .end:
                guard open.isEmpty, let root else { throw wrong("it ends too early") }
                return root
            }
        }
    }

    /// The name without its prefix.
    var localName: Substring { name.split(separator: ":").last ?? "" }

    /// The first child of a name, whatever its prefix.
    func child(_ name: String) -> XMLElement? { children.first { $0.localName == name } }

    /// All text within, in order of the tree: that of an element before that of its children.
    var allText: String { children.reduce(text) { $0 + $1.allText } }
}
