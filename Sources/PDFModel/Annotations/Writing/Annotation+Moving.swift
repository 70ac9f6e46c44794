// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Geometry
internal import PDFSyntax

extension Annotation {
    /// Keys whose numbers are points of the page, one pair after the other (tables 166 to 184).
    private static let pointKeys: [COSName] = ["Rect", "QuadPoints", "L", "CL", "Vertices"]
    /// Keys that hold rows of these.
    private static let rowKeys: [COSName] = ["InkList", "Path"]

    /// Moves all that says where an annotation is by a distance in page space, and nothing else.
    ///
    /// What other programs wrote keeps its shape: /Rect and what it holds keep their distances,
    /// whatever those are, so the appearance that is there still fits.
    static func move(
        _ dictionary: inout COSDictionary,
        by shift: Point,
        _ document: Document
    ) throws(Fault) {
        func moved(_ object: COSObject) throws(Fault) -> COSObject {
            guard let elements = try document.resolve(object).array else { return object }
            var numbers: [COSObject] = []
            numbers.reserveCapacity(elements.count)
            for (place, element) in elements.enumerated() {
                guard let number = try document.resolve(element).number else {
                    numbers.append(element)
                    continue
                }
                numbers.append(.length(number + (place % 2 == 0 ? shift.x : shift.y)))
            }
            return .array(numbers)
        }
        for key in pointKeys {
            if let object = dictionary[key] { dictionary[key] = try moved(object) }
        }
        for key in rowKeys {
            guard let rows = try document.value(key, in: dictionary).array else { continue }
            var result: [COSObject] = []
            result.reserveCapacity(rows.count)
            for row in rows { result.append(try moved(row)) }
            dictionary[key] = .array(result)
        }
    }
}
