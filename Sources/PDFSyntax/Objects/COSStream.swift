// SPDX-License-Identifier: Apache-2.0

/// A stream object: a dictionary and encoded bytes (ISO 32000-2, 7.3.8).
public struct COSStream: Sendable, Hashable {
    /// Where the encoded bytes are.
    public enum Body: Sendable, Hashable {
        /// In the base file; the offset is that of the first byte after `stream` and its line
        /// end. How far they reach is found when they are asked for, since /Length may be an
        /// indirect object and may be wrong.
        case base(offset: Int)
        /// In memory; /Length is written from their count.
        case data([UInt8])
    }

    /// The stream dictionary; /Length counts only for bytes in the base file.
    public var dictionary: COSDictionary
    /// The encoded bytes.
    public var body: Body

    /// A new stream with encoded bytes.
    public init(_ dictionary: COSDictionary, data: [UInt8]) {
        self.dictionary = dictionary
        body = .data(data)
    }

    /// A stream of the base file.
    init(_ dictionary: COSDictionary, baseOffset: Int) {
        self.dictionary = dictionary
        body = .base(offset: baseOffset)
    }
}
