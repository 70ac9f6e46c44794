// SPDX-License-Identifier: Apache-2.0
public import Faults
internal import Geometry
public import PDFSyntax

/// Annotations as XFDF, the form in which programs exchange them (ISO 19444-1).
///
/// Its coordinates are those of the file, so it is read and written for the pages of a document.
/// What XFDF has no word for stands in attributes of a name space of ours.
public enum XFDF {
    /// The name space of XFDF.
    static let namespace = "http://ns.adobe.com/xfdf/"
    /// The name space of what only this program writes.
    static let ownNamespace = "urn:inkstone:annotations:1"

    /// The annotations that were read, and what was passed over.
    public struct Reading: Sendable {
        /// The annotations, in order.
        public var annotations: [Annotation]
        /// What could not be taken over.
        public var diagnostics: [Diagnostic]
    }

    /// Writes annotations.
    ///
    /// - Parameters:
    ///   - annotations: of pages of the document.
    ///   - document: has the pages.
    /// - Returns: the file's bytes; kinds that XFDF has no name for are left out.
    /// - Throws: `notFound` for a page that is not there, `readFailed`.
    public static func write(
        _ annotations: [Annotation],
        of document: Document
    ) throws(Fault) -> [UInt8] {
        let spaces = try PageSpaces(document, pages: annotations.map(\.pageIndex))
        var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<xfdf xmlns=\"\(namespace)\" "
        text += "xmlns:inkstone=\"\(ownNamespace)\" xml:space=\"preserve\">\n<annots>\n"
        for annotation in annotations where XFDFWriter.hasName(annotation.kind) {
            let space = try spaces.space(annotation.pageIndex)
            text += try XFDFWriter(annotation, on: space, document).element() + "\n"
        }
        text += "</annots>\n</xfdf>\n"
        return Array(text.utf8)
    }

    /// Reads annotations.
    ///
    /// - Parameters:
    ///   - bytes: the file.
    ///   - document: has the pages.
    /// - Returns: the annotations; those of pages that the document lacks are told.
    /// - Throws: `invalidDocument` for what is no XFDF, `limitExceeded`, `readFailed`.
    public static func read(
        _ bytes: [UInt8],
        for document: Document
    ) throws(Fault) -> Reading {
        let root = try XMLElement.parse(bytes)
        guard root.localName == "xfdf" else {
            throw Fault(.invalidDocument, "This is no XFDF: its outermost element is not xfdf.")
        }
        let elements = root.child("annots")?.children ?? []
        let pages = elements.compactMap { $0.attributes["page"].flatMap { Int($0) } }
        let count = try PageTree(document).count()
        let spaces = try PageSpaces(document, pages: pages.filter { (0..<count).contains($0) })
        var reading = Reading(annotations: [], diagnostics: [])
        for element in elements {
            guard let page = element.attributes["page"].flatMap({ Int($0) }),
                (0..<count).contains(page)
            else {
                reading.diagnostics.append(
                    Diagnostic(
                        .lost,
                        "An annotation (\(element.localName)) of the XFDF is on a page that the "
                            + "document does not have."
                    )
                )
                continue
            }
            let reader = XFDFReader(element, page: page, try spaces.space(page))
            if let annotation = try reader.annotation(document) {
                reading.annotations.append(annotation)
            } else {
                reading.diagnostics.append(
                    Diagnostic(
                        .lost,
                        "An annotation of the XFDF is of a kind that cannot be made: "
                            + "\(element.localName).",
                        at: Place(pageIndex: page)
                    )
                )
            }
        }
        return reading
    }
}

/// The spaces of the pages that annotations are on.
private struct PageSpaces {
    private var spaces: [Int: PageSpace] = [:]

    init(_ document: Document, pages: [Int]) throws(Fault) {
        for page in try document.foundPages(at: Array(Set(pages))) {
            spaces[page.index] = page.space
        }
    }

    func space(_ page: Int) throws(Fault) -> PageSpace {
        guard let space = spaces[page] else {
            throw Fault(.notFound, "There is no page \(page &+ 1).")
        }
        return space
    }
}
