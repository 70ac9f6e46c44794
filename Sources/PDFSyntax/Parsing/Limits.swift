// SPDX-License-Identifier: Apache-2.0

/// What a hostile file may cost us.
///
/// Each number is far above what honest files need.
public enum Limits {
    /// Arrays and dictionaries inside each other; the parser recurses once a level.
    public static let nesting = 256
    /// The largest object number (ISO 32000-2, Annex C.2 names 8,388,607 for Acrobat).
    public static let objectNumber = 8_388_607
    /// Sections in a chain of /Prev.
    public static let crossReferenceSections = 100_000
    /// A chain of references to references.
    public static let referenceChain = 32
    /// A chain of /Extends of object streams.
    public static let objectStreamChain = 64
    /// The decoded size of one stream, in bytes: the largest page image at 16 bits fits.
    public static let decodedBytes = 1 << 30
    /// The decoded size of one cross-reference or object stream, in bytes.
    public static let structuralBytes = 256 << 20
    /// Objects in one object stream.
    public static let objectsInStream = 1_000_000
    /// How far into the file the header may stand (Annex H.3, note 13 of earlier editions).
    public static let headerSearchBytes = 1024
    /// Filters of one stream.
    public static let filters = 16
    /// Diagnostics kept; a broken file could make millions.
    public static let diagnostics = 1000
}
