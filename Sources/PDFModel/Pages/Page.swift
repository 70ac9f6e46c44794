// SPDX-License-Identifier: Apache-2.0
public import Faults
public import Geometry
public import PDFSyntax

/// A page with what it inherits (ISO 32000-2, 7.7.3.3 and 7.7.3.4).
public struct Page: Sendable {
    /// Counted from 0.
    public var index: Int
    /// The page object.
    public var id: ObjectID
    /// The page's own entries, unresolved.
    public var dictionary: COSDictionary
    /// Entries of the tree nodes above, the nearest first.
    var inherited: Inherited
    /// How the page as seen and the page in the file lie to each other.
    public var space: PageSpace

    /// The inheritable attributes and where each was found.
    struct Inherited: Sendable {
        struct Attribute: Sendable {
            var value: COSObject
            /// The node that holds it.
            var owner: ObjectID
        }
        var attributes: [COSName: Attribute] = [:]

        static let keys: [COSName] = ["Resources", "MediaBox", "CropBox", "Rotate"]

        /// What the children of a node inherit.
        func extended(by node: COSDictionary, _ id: ObjectID) -> Inherited {
            var result = self
            for key in Self.keys {
                if let value = node[key] {
                    result.attributes[key] = Attribute(value: value, owner: id)
                }
            }
            return result
        }
    }

    /// The value of an attribute, the page's own or inherited, unresolved.
    func attribute(_ key: COSName) -> COSObject? {
        dictionary[key] ?? inherited.attributes[key]?.value
    }

    /// What was odd about the boxes, in words.
    public var diagnostics: [Diagnostic] {
        space.problems.map { problem in
            Diagnostic(
                .repaired, problem.sentence,
                at: Place(object: id.description, pageIndex: index))
        }
    }
}

extension PageSpace.Problem {
    /// For a person.
    var sentence: String {
        switch self {
        case .mediaBoxMissing: "The page has no MediaBox; 612 × 792 points are assumed."
        case .mediaBoxEmpty: "The MediaBox is empty; 612 × 792 points are assumed."
        case .mediaBoxNotFinite: "The MediaBox is out of all bounds; 612 × 792 points are assumed."
        case .cropBoxEmpty: "The CropBox is empty; the MediaBox is used."
        case .cropBoxNotFinite: "The CropBox is out of all bounds; the MediaBox is used."
        case .cropBoxOutsideMediaBox: "The CropBox lies outside the MediaBox, which is used."
        case .rotationNotMultipleOf90: "The rotation is no multiple of 90 and is not used."
        case .userUnitInvalid: "The UserUnit makes no sense; 1 is used."
        }
    }
}

extension Document {
    /// Reads boxes, rotation and unit of a page.
    func makePage(
        index: Int, id: ObjectID, dictionary: COSDictionary, inherited: Page.Inherited
    ) throws(Fault) -> Page {
        func attribute(_ key: COSName) throws(Fault) -> COSObject {
            try resolve(dictionary[key] ?? inherited.attributes[key]?.value)
        }
        let space = PageSpace(
            mediaBox: try rect(try attribute("MediaBox")),
            cropBox: try rect(try attribute("CropBox")),
            rotation: try attribute("Rotate").integer ?? 0,
            userUnit: try value("UserUnit", in: dictionary).number)
        return Page(
            index: index, id: id, dictionary: dictionary, inherited: inherited, space: space)
    }

    /// 7.9.5: four numbers, any two opposite corners.
    func rect(_ object: COSObject) throws(Fault) -> Rect? {
        guard let elements = object.array, elements.count >= 4 else { return nil }
        var numbers: [Double] = []
        for element in elements.prefix(4) {
            guard let number = try resolve(element).number else { return nil }
            numbers.append(number)
        }
        return Rect(
            corners: Point(x: numbers[0], y: numbers[1]), Point(x: numbers[2], y: numbers[3]))
    }
}
