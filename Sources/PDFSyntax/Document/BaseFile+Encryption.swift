// SPDX-License-Identifier: Apache-2.0
internal import Faults

/// Decryption, which nobody above sees (ISO 32000-2, 7.6.2).
extension BaseFile {
    /// The object with its strings decrypted.
    ///
    /// The key depends on the number and generation that stand before the object.
    func decrypted(_ parsed: IndirectObject) -> COSObject {
        guard let encryption else { return parsed.object }
        var isDamaged = false
        let object = encryption.decrypted(parsed.object, of: parsed.id, isDamaged: &isDamaged)
        if isDamaged {
            note(
                Diagnostic(
                    .lost,
                    "An encrypted string is damaged.",
                    at: Place(object: parsed.id.description)
                )
            )
        }
        return object
    }

    /// The bytes of a stream of this file, decrypted.
    ///
    /// How they are encrypted is told by the dictionary in the file; whoever holds the stream may
    /// have changed its own.
    func decrypted(
        _ encoded: StreamBody.Encoded,
        of stream: COSStream,
        resolve: (COSObject) throws(Fault) -> COSObject
    ) throws(Fault) -> StreamBody.Encoded {
        guard let cipher = try cipher(of: stream, resolve: resolve), cipher.method != .none
        else { return encoded }
        let plain = cipher.decrypt(encoded.bytes)
        if !plain.isSound, let offset = stream.offset { noteDamagedData(at: offset) }
        var result = encoded
        result.bytes = plain.bytes[...]
        return result
    }

    /// The bytes of a stream of this file, to be decrypted in windows.
    ///
    /// - Parameters:
    ///   - stream: says how they are encrypted.
    ///   - range: where they lie.
    /// - Returns: the bytes, yet to be read.
    /// - Throws: `readFailed`.
    func data(of stream: COSStream, in range: Range<Int>) throws(Fault) -> StreamData {
        let cipher = try cipher(of: stream) { object throws(Fault) in
            guard case .reference(let id) = object else { return object }
            return try self.object(id)
        }
        let isPlain = cipher == nil || cipher?.method == CryptMethod.none
        return StreamData(source: source, range: range, cipher: isPlain ? nil : cipher)
    }

    func noteDamagedData(at offset: Int) {
        note(
            Diagnostic(
                .lost,
                "The encrypted data of a stream are damaged.",
                at: Place(byteOffset: offset)
            )
        )
    }

    /// The cipher of a stream's bytes in this file; `nil` when it is not encrypted, or the bytes
    /// are not in the file.
    func cipher(
        of stream: COSStream,
        resolve: (COSObject) throws(Fault) -> COSObject
    ) throws(Fault) -> ObjectCipher? {
        guard let encryption, let owner = stream.owner else { return nil }
        let original = try original(of: stream)
        return try encryption.cipher(forStream: original, of: owner, resolve: resolve)
    }

    /// The dictionary that the file has with the bytes of a stream.
    private func original(of stream: COSStream) throws(Fault) -> COSDictionary {
        // Object streams are read while an object is being looked for; nobody changes theirs.
        guard stream.dictionary["Type"]?.name != "ObjStm", let owner = stream.owner,
            let now = try object(owner).stream, now.offset == stream.offset
        else { return stream.dictionary }
        return now.dictionary
    }
}

extension COSStream {
    /// The indirect object that the stream stands in, in its file.
    var owner: ObjectID? {
        switch body {
        case .base(_, let owner), .foreign(_, _, let owner): owner
        case .data: nil
        }
    }

    /// Where its bytes begin in its file.
    var offset: Int? {
        switch body {
        case .base(let offset, _), .foreign(_, let offset, _): offset
        case .data: nil
        }
    }
}
