// SPDX-License-Identifier: Apache-2.0

/// A stream object: a dictionary and encoded bytes (ISO 32000-2, 7.3.8).
public struct COSStream: Sendable, Hashable {
    /// Where the encoded bytes are.
    public enum Body: Sendable, Hashable {
        /// In the base file; the offset is that of the first byte after `stream` and its line
        /// end. How far they reach is found when they are asked for, since /Length may be an
        /// indirect object and may be wrong.
        /// The owner is the indirect object that it stands in, which its encryption depends on.
        case base(offset: Int, owner: ObjectID)
        /// In the file of another document, from which the stream was copied.
        case foreign(BaseFile, offset: Int, owner: ObjectID)
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
    init(_ dictionary: COSDictionary, baseOffset: Int, owner: ObjectID) {
        self.dictionary = dictionary
        body = .base(offset: baseOffset, owner: owner)
    }

    /// The stream as another document may hold it: its bytes stay in the file they are in.
    ///
    /// Its /Length must be direct, since a reference would lead elsewhere in the other document.
    ///
    /// - Parameter base: the file of the document that the stream comes from.
    /// - Returns: the stream, which reads its bytes from that file when they are asked for.
    public func foreign(from base: BaseFile) -> COSStream {
        guard case .base(let offset, let owner) = body else { return self }
        var copy = self
        copy.body = .foreign(base, offset: offset, owner: owner)
        return copy
    }
}
