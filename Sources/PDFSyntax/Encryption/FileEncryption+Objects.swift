// SPDX-License-Identifier: Apache-2.0
public import Faults

/// Which strings and streams are encrypted, and how (ISO 32000-2, 7.6.2).
extension FileEncryption {
    /// The object of a number with its strings decrypted.
    ///
    /// - Parameters:
    ///   - object: as it stands in the file, not inside an object stream.
    ///   - id: its number and generation as the file has them.
    ///   - isDamaged: set when a string was no whole blocks.
    /// - Returns: the object; of a stream the dictionary.
    func decrypted(_ object: COSObject, of id: ObjectID, isDamaged: inout Bool) -> COSObject {
        guard hasStrings(object, id) else { return object }
        let cipher = ObjectCipher(self, stringMethod, id)
        var damaged = false
        let result = Self.mapStrings(object) { bytes in
            let plain = cipher.decrypt(bytes[...])
            if !plain.isSound { damaged = true }
            return plain.bytes
        }
        isDamaged = isDamaged || damaged
        return result
    }

    /// The object as it is written under a number: its strings encrypted.
    ///
    /// - Parameters:
    ///   - object: plain; of a stream, the dictionary is encrypted and the body is not.
    ///   - id: the number that it is written under, not in an object stream.
    /// - Returns: the object to write.
    public func encrypted(_ object: COSObject, as id: ObjectID) -> COSObject {
        guard hasStrings(object, id) else { return object }
        let cipher = ObjectCipher(self, stringMethod, id)
        return Self.mapStrings(object) { bytes in
            cipher.encrypt(bytes[...], vector: cipher.vector(for: bytes[...], id))
        }
    }

    /// 7.6.2: the encryption dictionary and cross-reference streams are as they stand.
    private func hasStrings(_ object: COSObject, _ id: ObjectID) -> Bool {
        guard stringMethod != .none, id.number != dictionaryNumber else { return false }
        switch object {
        case .string, .array, .dictionary: return true
        case .stream(let stream): return stream.dictionary["Type"]?.name != "XRef"
        default: return false
        }
    }

    /// The object with all its strings changed; those of 12.8.1 stay: /Contents of a signature.
    ///
    /// The parser bounds how deep objects are, so the recursion is bounded.
    private static func mapStrings(
        _ object: COSObject,
        _ change: ([UInt8]) -> [UInt8]
    ) -> COSObject {
        switch object {
        case .string(let bytes): return .string(change(bytes))
        case .array(let elements): return .array(elements.map { mapStrings($0, change) })
        case .dictionary(let dictionary): return .dictionary(mapStrings(dictionary, change))
        case .stream(var stream):
            stream.dictionary = mapStrings(stream.dictionary, change)
            return .stream(stream)
        default: return object
        }
    }

    private static func mapStrings(
        _ dictionary: COSDictionary,
        _ change: ([UInt8]) -> [UInt8]
    ) -> COSDictionary {
        let isSignature = isSignature(dictionary)
        return COSDictionary(
            entries: dictionary.entries.map { entry in
                if isSignature, entry.key == "Contents" { return entry }
                return .init(key: entry.key, value: mapStrings(entry.value, change))
            }
        )
    }

    private static func isSignature(_ dictionary: COSDictionary) -> Bool {
        guard dictionary["ByteRange"]?.array != nil else { return false }
        // Table 255: /Type may be left out.
        return switch dictionary["Type"]?.name {
        case nil, "Sig", "DocTimeStamp": true
        default: false
        }
    }

    // MARK: Streams

    /// What encrypts a stream's bytes, window by window.
    ///
    /// - Parameters:
    ///   - dictionary: the stream's, with its strings plain or encrypted.
    ///   - id: the number that it is written under.
    ///   - resolve: follows references.
    /// - Returns: the encryptor; `nil` when the stream is not encrypted.
    /// - Throws: what following references throws.
    public func encryptor(
        forStream dictionary: COSDictionary,
        as id: ObjectID,
        resolve: (COSObject) throws(Fault) -> COSObject
    ) throws(Fault) -> StreamEncryptor? {
        let cipher = try cipher(forStream: dictionary, of: id, resolve: resolve)
        return cipher.method == .none ? nil : StreamEncryptor(cipher, id)
    }

    /// The cipher of a stream's bytes.
    ///
    /// - Parameters:
    ///   - dictionary: as it is with these bytes.
    ///   - id: the object that the stream stands in.
    ///   - resolve: follows references.
    /// - Returns: the cipher, whose method may be none.
    /// - Throws: what following references throws.
    func cipher(
        forStream dictionary: COSDictionary,
        of id: ObjectID,
        resolve: (COSObject) throws(Fault) -> COSObject
    ) throws(Fault) -> ObjectCipher {
        ObjectCipher(self, try method(forStream: dictionary, resolve), id)
    }

    private func method(
        forStream dictionary: COSDictionary,
        _ resolve: (COSObject) throws(Fault) -> COSObject
    ) throws(Fault) -> CryptMethod {
        let type = dictionary["Type"]?.name
        if type == "XRef" { return CryptMethod.none }
        guard version >= 4 else { return .rc4 }
        if let name = try CryptFilter.name(in: dictionary, resolve) {
            return self.dictionary.method(name)
        }
        if type == "Metadata", !encryptsMetadata { return CryptMethod.none }
        return type == "EmbeddedFile" ? embeddedFileMethod : streamMethod
    }
}
