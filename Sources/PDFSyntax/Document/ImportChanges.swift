// SPDX-License-Identifier: Apache-2.0

/// What changes in the objects of an imported document, wherever they are.
public struct ImportChanges: Sendable {
    /// Other objects in the place of some, by their numbers in the importing document.
    public var aliases: [Int: ObjectID] = [:]
    /// New names of named destinations (ISO 32000-2, 12.3.2.4).
    public var destinations: [[UInt8]: [UInt8]] = [:]
    /// Added to /StructParent and /StructParents (14.7.5.4).
    public var structureKeyOffset = 0
    /// New names of the types of structure elements (14.7.3).
    public var elementTypes: [COSName: COSName] = [:]
    /// New names of the classes of structure elements (14.7.6.3).
    public var elementClasses: [COSName: COSName] = [:]
    /// New names of fonts in the default appearances of form fields (12.7.4.3).
    public var fonts: [[UInt8]: [UInt8]] = [:]

    /// No changes.
    public init() {}

    /// Whether something changes beside the numbers of objects.
    var changesContent: Bool {
        structureKeyOffset != 0 || !destinations.isEmpty || !fonts.isEmpty
            || !elementTypes.isEmpty || !elementClasses.isEmpty
    }

    /// Changes a dictionary.
    func apply(to dictionary: inout COSDictionary) {
        if structureKeyOffset != 0 {
            for key in ["StructParent", "StructParents"] as [COSName] {
                guard case .integer(let number)? = dictionary[key] else { continue }
                let (sum, overflow) = number.addingReportingOverflow(structureKeyOffset)
                dictionary[key] = overflow ? nil : .integer(sum)
            }
        }
        if !destinations.isEmpty {
            if let name = renamed(dictionary["Dest"]) { dictionary["Dest"] = name }
            if dictionary["S"]?.name == "GoTo", let name = renamed(dictionary["D"]) {
                dictionary["D"] = name
            }
        }
        if !elementTypes.isEmpty || !elementClasses.isEmpty { renameElement(&dictionary) }
        if !fonts.isEmpty, case .string(let appearance)? = dictionary["DA"] {
            dictionary["DA"] = .string(renamingFonts(in: appearance))
        }
    }

    /// Table 355: /Type may be left out; an element always says which one is above it.
    ///
    /// The types of another namespace are looked up in that one's own map.
    private func renameElement(_ dictionary: inout COSDictionary) {
        guard let type = dictionary["S"]?.name, dictionary["P"]?.reference != nil,
            dictionary["Type"] == nil || dictionary["Type"]?.name == "StructElem"
        else { return }
        if dictionary["NS"] == nil, let name = elementTypes[type] {
            dictionary["S"] = .name(name)
        }
        switch dictionary["C"] {
        case .name(let name)?:
            if let new = elementClasses[name] { dictionary["C"] = .name(new) }
        case .array(let classes)?:
            dictionary["C"] = .array(
                classes.map { object in
                    object.name.flatMap { elementClasses[$0] }.map(COSObject.name) ?? object
                }
            )
        default: break
        }
    }

    private func renamed(_ destination: COSObject?) -> COSObject? {
        switch destination {
        case .string(let name)?: destinations[name].map(COSObject.string)
        // Names of PDF 1.1 become strings: all stand in one tree then.
        case .name(let name)?: destinations[name.bytes].map(COSObject.string)
        default: nil
        }
    }

    /// The operators with the fonts under their new names.
    private func renamingFonts(in appearance: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var rest = appearance[...]
        while let slash = rest.firstIndex(of: UInt8(ascii: "/")) {
            result += rest[...slash]
            rest = rest[(slash + 1)...]
            let name = rest.prefix { CharacterClass.isRegular($0) }
            result += fonts[Array(name)] ?? Array(name)
            rest = rest.dropFirst(name.count)
        }
        return result + rest
    }
}
