// SPDX-License-Identifier: Apache-2.0

/// Where an object that nobody changed stands in a file.
struct ObjectOrigin {
    /// The file.
    var base: BaseFile
    /// Its number there.
    var number: Int
    /// The place of the import that it comes through, which shifts its references.
    var imported: Int?
}

extension Document {
    /// Where an object stands; `nil` when it was changed, is not part of the document, or comes
    /// through more than one import.
    func origin(of number: Int) -> ObjectOrigin? {
        if !overlay.isEmpty, overlay[number] != nil { return nil }
        if number < ImportedDocument.firstNumber {
            return isHidden(number) ? nil : ObjectOrigin(base: base, number: number)
        }
        guard let place = ImportedDocument.place(of: number, in: imports) else { return nil }
        let own = number - imports[place].numbers.lowerBound
        guard var origin = imports[place].document.origin(of: own), origin.imported == nil else {
            return nil
        }
        origin.imported = place
        return origin
    }
}
