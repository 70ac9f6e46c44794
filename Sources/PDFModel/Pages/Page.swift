// SPDX-License-Identifier: Apache-2.0
public import Faults
public import Geometry
public import PDFSyntax

/// A page with what it inherits (ISO 32000-2, 7.7.3.3 and 7.7.3.4).
public struct Page: Sendable {
    /// Counted from 0.
    public var index: Int
    /// Where the page's dictionary is.
    public var location: Location
    /// The page's own entries, unresolved.
    public var dictionary: COSDictionary
    /// Entries of the tree nodes above, the nearest first.
    var inherited: Inherited
    /// How the page as seen and the page in the file lie to each other.
    public var space: PageSpace

    /// A dictionary inside an indirect object: the object itself, or what steps lead to from it
    /// (a page written straight into /Kids, or one that stands there more than once).
    public struct Location: Sendable, Hashable {
        /// One step down.
        enum Step: Sendable, Hashable {
            case key(COSName)
            case index(Int)
        }

        /// The nearest indirect object.
        public var holder: ObjectID
        var steps: [Step] = []
        /// The object that stands there when it stands in the tree more than once.
        var shared: ObjectID?

        /// Whether the dictionary is the indirect object.
        public var isIndirect: Bool { steps.isEmpty }
    }

    /// The inheritable attributes and where each was found.
    struct Inherited: Sendable {
        struct Attribute: Sendable {
            var value: COSObject
            /// The node that holds it.
            var owner: Location
        }
        var attributes: [COSName: Attribute] = [:]

        static let keys: [COSName] = ["Resources", "MediaBox", "CropBox", "Rotate"]

        /// What the children of a node inherit.
        func extended(by node: COSDictionary, _ location: Location) -> Inherited {
            var result = self
            for key in Self.keys {
                if let value = node[key] {
                    result.attributes[key] = Attribute(value: value, owner: location)
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
                .repaired,
                problem.sentence,
                at: Place(object: location.holder.description, pageIndex: index)
            )
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
        index: Int,
        location: Page.Location,
        dictionary: COSDictionary,
        inherited: Page.Inherited
    ) throws(Fault) -> Page {
        func attribute(_ key: COSName) throws(Fault) -> COSObject {
            try resolve(dictionary[key] ?? inherited.attributes[key]?.value)
        }
        let space = PageSpace(
            mediaBox: try rect(try attribute("MediaBox")),
            cropBox: try rect(try attribute("CropBox")),
            rotation: try attribute("Rotate").integer ?? 0,
            userUnit: try value("UserUnit", in: dictionary).number
        )
        return Page(
            index: index,
            location: location,
            dictionary: dictionary,
            inherited: inherited,
            space: space
        )
    }

    /// 7.9.5: four numbers, any two opposite corners.
    func rect(_ object: COSObject) throws(Fault) -> Rect? {
        guard let elements = object.array, elements.count >= 4 else { return nil }
        guard let x0 = try number(elements[0]), let y0 = try number(elements[1]),
            let x1 = try number(elements[2]), let y1 = try number(elements[3])
        else { return nil }
        return Rect(corners: Point(x: x0, y: y0), Point(x: x1, y: y1))
    }

    private func number(_ object: COSObject) throws(Fault) -> Double? {
        if let number = object.number { return number }
        return object.reference == nil ? nil : try resolve(object).number
    }
}
