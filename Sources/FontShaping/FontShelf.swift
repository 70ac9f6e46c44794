// SPDX-License-Identifier: Apache-2.0
internal import CICU
internal import Typesetting

/// Finds a face for each character, and keeps those open that were needed.
final class FontShelf {
    private let catalog = FontCatalog()
    private var opened: [Int: Face?] = [:]
    private var orders: [FontPreference: [Int]] = [:]

    /// The first face, by preference, that has the plain glyphs of all characters.
    func face(for scalars: [Unicode.Scalar], _ preference: FontPreference) -> Face? {
        for place in order(preference) {
            guard scalars.allSatisfy({ catalog.entries[place].has($0) }), let face = open(place),
                scalars.allSatisfy({ face.glyph($0) != nil })
            else { continue }
            return face
        }
        return nil
    }

    /// The face of a name.
    func face(_ name: FaceName) -> Face? {
        for place in catalog.entries.indices {
            let known = FaceName(postScriptName: catalog.entries[place].postScriptName, digest: 0)
            guard known.postScriptName == name.postScriptName, let face = open(place),
                face.name == name
            else { continue }
            return face
        }
        return nil
    }

    private func open(_ place: Int) -> Face? {
        if let known = opened[place] { return known }
        let face = Face(catalog.entries[place])
        opened[place] = .some(face)
        return face
    }

    private func order(_ preference: FontPreference) -> [Int] {
        if let known = orders[preference] { return known }
        var order = preference.families.compactMap { catalog.entry(ofFamily: $0) }
        order += catalog.entries.indices.filter { !order.contains($0) }
        orders[preference] = order
        return order
    }
}
