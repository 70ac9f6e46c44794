// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import PDFSyntax

/// An element of a page's /Annots with the name that it goes by (ISO 32000-2, 12.5.2).
struct AnnotationSlot {
    /// Its place in the array.
    var place: Int
    /// The object, when it is one of its own.
    var object: ObjectID?
    var dictionary: COSDictionary
    /// Unique on the page.
    var id: String

    var subtype: COSName? { dictionary["Subtype"]?.name }
}

/// All annotations of a page as they stand in the file.
struct AnnotationList {
    /// The elements of /Annots.
    var elements: [COSObject]
    /// Those that are annotations, in order.
    var slots: [AnnotationSlot]

    /// More annotations than any honest page has.
    static let limit = 200_000

    /// Reads the list of a page.
    ///
    /// - Throws: `readFailed`, `limitExceeded`.
    init(_ page: COSDictionary, of document: Document) throws(Fault) {
        elements = try document.value("Annots", in: page).array ?? []
        guard elements.count <= Self.limit else {
            throw Fault(.limitExceeded, "The page has more than \(Self.limit) annotations.")
        }
        slots = []
        var taken: Set<String> = []
        for (place, element) in elements.enumerated() {
            guard case .dictionary(let dictionary) = try document.resolve(element) else { continue }
            let name = try document.value("NM", in: dictionary).string.map(TextString.decode) ?? ""
            let given =
                name.isEmpty
                ? element.reference.map { "object-\($0.number)" } ?? "place-\(place)" : name
            var id = given
            var copy = 2
            while !taken.insert(id).inserted {
                id = "\(given)-\(copy)"
                copy += 1
            }
            slots.append(
                AnnotationSlot(
                    place: place,
                    object: element.reference,
                    dictionary: dictionary,
                    id: id
                )
            )
        }
    }

    /// The names by objects.
    var names: [ObjectID: String] {
        Dictionary(
            slots.compactMap { slot in slot.object.map { ($0, slot.id) } },
            uniquingKeysWith: { first, _ in first }
        )
    }
}
