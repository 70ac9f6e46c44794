// SPDX-License-Identifier: Apache-2.0
internal import CHarfBuzz
internal import Typesetting

/// Finds a face for each character, and keeps those open that were needed.
final class FontShelf {
    private let catalog = FontCatalog()
    private var opened: [Int: Face?] = [:]
    private var orders: [FontPreference: [Int]] = [:]

    /// The first face, by preference, that has the plain glyphs of all characters, be it that a
    /// letter and its accent are one there.
    func face(for scalars: [Unicode.Scalar], _ preference: FontPreference) -> Face? {
        let composed = Self.composed(scalars)
        let forms = composed == scalars ? [scalars] : [composed, scalars]
        for place in order(preference) {
            for form in forms where form.allSatisfy({ catalog.entries[place].has($0) }) {
                guard let face = open(place), form.allSatisfy({ face.glyph($0) != nil }) else {
                    continue
                }
                return face
            }
        }
        return nil
    }

    /// Letters with their accents as one character where there is one (Unicode Standard Annex 15).
    private static func composed(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
        var composed: [Unicode.Scalar] = []
        for scalar in scalars {
            var both: hb_codepoint_t = 0
            if let last = composed.last,
                unsafe hb_unicode_compose(
                    hb_unicode_funcs_get_default(),
                    last.value,
                    scalar.value,
                    &both
                ) != 0,
                let both = Unicode.Scalar(both)
            {
                composed[composed.count - 1] = both
            } else {
                composed.append(scalar)
            }
        }
        return composed
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
