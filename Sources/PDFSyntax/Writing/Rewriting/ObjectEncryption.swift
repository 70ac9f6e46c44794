// SPDX-License-Identifier: Apache-2.0

/// Encrypts what goes into a file, object by object (ISO 32000-2, 7.6).
///
/// Whoever makes the cipher implements this; the writers ask it at the moment of writing, so that
/// everything above thinks in plain objects.
public protocol ObjectEncryption: Sendable {
    /// The value of the trailer's /Encrypt: a dictionary whose strings stay as they are.
    var dictionary: COSDictionary { get }

    /// The bytes of a string, encrypted.
    ///
    /// - Parameters:
    ///   - bytes: the plain bytes.
    ///   - id: the object that the string stands in, as the new file numbers it.
    /// - Returns: the bytes to write.
    func string(_ bytes: [UInt8], in id: ObjectID) -> [UInt8]

    /// How a stream is encrypted.
    ///
    /// - Parameters:
    ///   - dictionary: the stream's, whose /Type and /Filter decide what is left plain.
    ///   - id: the stream object, as the new file numbers it.
    /// - Returns: the cipher, or `nil` when the stream stays plain.
    func stream(_ dictionary: COSDictionary, in id: ObjectID) -> (any StreamEncryption)?
}

/// Encrypts the bytes of one stream, piece by piece.
public protocol StreamEncryption: AnyObject {
    /// How many bytes this many plain bytes become: /Length is written before them.
    func encryptedCount(of count: Int) -> Int

    /// Takes a piece.
    ///
    /// - Returns: encrypted bytes, which may lag behind.
    func update(_ bytes: ArraySlice<UInt8>) -> [UInt8]

    /// Ends the stream.
    ///
    /// - Returns: the last bytes.
    func finish() -> [UInt8]
}
