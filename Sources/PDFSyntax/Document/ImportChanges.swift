// SPDX-License-Identifier: Apache-2.0

/// What changes in the objects of an imported document, wherever they are.
public struct ImportChanges: Sendable {
    /// Other objects in the place of some, by their numbers in the importing document.
    public var aliases: [Int: ObjectID] = [:]
    /// New names of named destinations (ISO 32000-2, 12.3.2.4).
    public var destinations: [[UInt8]: [UInt8]] = [:]
    /// Added to /StructParent and /StructParents (14.7.5.4).
    public var structureKeyOffset = 0
    /// New names of fonts in the default appearances of form fields (12.7.4.3).
    public var fonts: [[UInt8]: [UInt8]] = [:]

    /// No changes.
    public init() {}

    /// Whether something changes beside the numbers of objects.
    var changesContent: Bool {
        structureKeyOffset != 0 || !destinations.isEmpty || !fonts.isEmpty
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
        if !fonts.isEmpty, case .string(let appearance)? = dictionary["DA"] {
            dictionary["DA"] = .string(renamingFonts(in: appearance))
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
