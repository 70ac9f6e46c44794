// SPDX-License-Identifier: Apache-2.0
internal import PDFSyntax

extension COSDictionary {
    /// Makes a page that moves to another place of a tree keep the attributes it had (ISO 32000-2,
    /// 7.7.3.4): what it inherited and would inherit differently is set, also what it had not.
    mutating func keepAttributes(from old: Page.Inherited, under new: Page.Inherited) {
        for key in Page.Inherited.keys where self[key] == nil {
            let had = old.attributes[key]?.value
            let would = new.attributes[key]?.value
            if had == would { continue }
            self[key] = had ?? absentAttribute(key, new)
        }
    }

    /// What an attribute means where it is absent.
    private func absentAttribute(_ key: COSName, _ inherited: Page.Inherited) -> COSObject {
        // Readers assume Letter where there is no MediaBox.
        let letter = COSObject.array(
            [612, 792].reduce(into: [.integer(0), .integer(0)]) {
                $0.append(.integer($1))
            }
        )
        switch key {
        case "Rotate": return .integer(0)
        case "Resources": return .dictionary([:])
        case "CropBox":
            return self["MediaBox"] ?? inherited.attributes["MediaBox"]?.value ?? letter
        default: return letter
        }
    }
}

extension Page {
    /// The page's dictionary with what it inherits made its own.
    var explicitDictionary: COSDictionary {
        var result = dictionary
        for key in Inherited.keys where result[key] == nil {
            if let value = inherited.attributes[key]?.value { result[key] = value }
        }
        return result
    }
}
