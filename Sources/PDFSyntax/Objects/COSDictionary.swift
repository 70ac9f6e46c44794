// SPDX-License-Identifier: Apache-2.0

/// A dictionary object in the order of the file (ISO 32000-2, 7.3.7).
///
/// When a key stands twice the last one counts, as readers agree; the order is kept so that an
/// update reads like the object it replaces.
public struct COSDictionary: Sendable, ExpressibleByDictionaryLiteral {
    /// One key with its value.
    public struct Entry: Sendable, Hashable {
        /// The key.
        public var key: COSName
        /// The value.
        public var value: COSObject

        /// Makes an entry.
        public init(key: COSName, value: COSObject) {
            self.key = key
            self.value = value
        }
    }

    /// All entries in the order of the file; a key may stand twice in a damaged file.
    public private(set) var entries: [Entry]

    /// An empty dictionary.
    public init() { entries = [] }

    /// A dictionary with these entries.
    public init(entries: [Entry]) { self.entries = entries }

    /// A dictionary written in the source.
    public init(dictionaryLiteral elements: (COSName, COSObject)...) {
        entries = elements.map { Entry(key: $0.0, value: $0.1) }
    }

    /// How many entries there are.
    public var count: Int { entries.count }
    /// Whether there is none.
    public var isEmpty: Bool { entries.isEmpty }

    /// The value of a key, unresolved; `nil` when the key is absent or its value is null, which are
    /// the same by 7.3.7.
    ///
    /// Setting `nil` removes the key.
    public subscript(key: COSName) -> COSObject? {
        get {
            guard let index = entries.lastIndex(where: { $0.key == key }) else { return nil }
            let value = entries[index].value
            if case .null = value { return nil }
            return value
        }
        set {
            guard let index = entries.lastIndex(where: { $0.key == key }) else {
                if let newValue { entries.append(Entry(key: key, value: newValue)) }
                return
            }
            if let newValue {
                entries[index].value = newValue
            } else {
                entries.removeAll { $0.key == key }
            }
        }
    }

    /// Replaces the value of the entry at a place.
    mutating func setValue(_ value: COSObject, at place: Int) { entries[place].value = value }

    /// Adds an entry without looking for the key, for parsers.
    mutating func append(_ key: COSName, _ value: COSObject) {
        if entries.isEmpty { entries.reserveCapacity(8) }
        entries.append(Entry(key: key, value: value))
    }
}

extension COSDictionary: Hashable {
    /// Equal when each key has the same value; the order does not matter.
    public static func == (a: COSDictionary, b: COSDictionary) -> Bool {
        // Values are compared once: a second look at each level would double the work with
        // every level of nesting.
        guard a.hasKeys(of: b), a.isPlain, b.isPlain else { return a.meaning == b.meaning }
        for index in a.entries.indices where a.entries[index].value != b.entries[index].value {
            return false
        }
        return true
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) { hasher.combine(meaning) }

    private func hasKeys(of other: COSDictionary) -> Bool {
        guard entries.count == other.entries.count else { return false }
        for index in entries.indices where entries[index].key != other.entries[index].key {
            return false
        }
        return true
    }

    /// More keys than this are looked at through a set.
    private static let keysComparedEach = 16

    /// Whether each key stands once and has a value.
    private var isPlain: Bool {
        if entries.contains(where: { $0.value.isNull }) { return false }
        if entries.count > Self.keysComparedEach {
            return Set(entries.map(\.key)).count == entries.count
        }
        for index in entries.indices {
            for earlier in 0..<index where entries[earlier].key == entries[index].key {
                return false
            }
        }
        return true
    }

    private var meaning: [COSName: COSObject] {
        Dictionary(entries.map { ($0.key, $0.value) }, uniquingKeysWith: { _, last in last })
            .filter { !$0.value.isNull }
    }
}

extension COSObject {
    fileprivate var isNull: Bool {
        if case .null = self { true } else { false }
    }
}
