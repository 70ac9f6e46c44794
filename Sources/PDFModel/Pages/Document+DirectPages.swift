// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import PDFSyntax

extension Document {
    /// Gives a page that was written straight into /Kids, or that stands there more than once, an
    /// object of its own, as 7.7.3.2 of ISO 32000-2 wants it, and says where it is now.
    ///
    /// A page that was moved out before is found there.
    mutating func makeIndirect(_ page: Page) throws(Fault) -> Page.Location {
        try makeIndirect(page.dictionary, at: page.location)
    }

    /// The same for a dictionary that no page was made of yet.
    mutating func makeIndirect(
        _ page: COSDictionary,
        at location: Page.Location
    ) throws(Fault) -> Page.Location {
        let whole = try object(location.holder)
        if case .reference(let id)? = whole.value(at: location.steps[...]), id != location.shared {
            return Page.Location(holder: id)
        }
        let id = try add(.dictionary(page))
        set(location.holder, whole.replacing(location.steps[...], with: .reference(id)))
        return Page.Location(holder: id)
    }
}

extension COSObject {
    /// What the steps lead to; a reference on the way ends it.
    fileprivate func value(at steps: ArraySlice<Page.Location.Step>) -> COSObject? {
        guard let step = steps.first else { return self }
        switch (step, self) {
        case (.key(let key), .dictionary(let dictionary)):
            return dictionary[key]?.value(at: steps.dropFirst())
        case (.index(let index), .array(let elements)) where elements.indices.contains(index):
            return elements[index].value(at: steps.dropFirst())
        default: return nil
        }
    }

    /// This object with another value where the steps lead.
    fileprivate func replacing(
        _ steps: ArraySlice<Page.Location.Step>,
        with value: COSObject
    ) -> COSObject {
        guard let step = steps.first else { return value }
        switch (step, self) {
        case (.key(let key), .dictionary(var dictionary)):
            dictionary[key] = (dictionary[key] ?? .null).replacing(steps.dropFirst(), with: value)
            return .dictionary(dictionary)
        case (.index(let index), .array(var elements)) where elements.indices.contains(index):
            elements[index] = elements[index].replacing(steps.dropFirst(), with: value)
            return .array(elements)
        default: return self
        }
    }
}
