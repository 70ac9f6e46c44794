// SPDX-License-Identifier: Apache-2.0
internal import Faults

extension Document {
    /// The file that an object stands in, when it stands there just as the document has it.
    struct Origin {
        var base: BaseFile
        /// The object's number in that file.
        var number: Int
        /// The import that the file belongs to; `nil` for the document's own.
        var imported: ImportedDocument?

        /// The number by which the document knows an object that the file knows by `number`;
        /// `nil` when it knows none.
        func outside(_ number: Int) -> Int? {
            guard let imported else { return number }
            return imported.shifted(ObjectID(number))?.number
        }
    }

    /// Where an object comes from; `nil` when it was changed, or is encrypted there.
    func origin(of number: Int) -> Origin? {
        if isUntouched(number) {
            return base.encryption == nil ? Origin(base: base, number: number, imported: nil) : nil
        }
        guard number >= ImportedDocument.firstNumber, overlay.isEmpty || overlay[number] == nil,
            let imported = ImportedDocument.holder(of: number, in: imports)
        else { return nil }
        let own = number - imported.numbers.lowerBound
        guard imported.document.isUntouched(own), imported.document.base.encryption == nil else {
            return nil
        }
        return Origin(base: imported.document.base, number: own, imported: imported)
    }

    /// The object that has a number now, of whatever generation.
    func currentObject(_ number: Int) throws(Fault) -> COSObject {
        if isUntouched(number), case .inUse(_, let generation)? = try base.entry(number) {
            return try base.object(ObjectID(number, generation))
        }
        return try object(ObjectID(number))
    }
}
