// SPDX-License-Identifier: Apache-2.0
internal import ByteSource
internal import Faults

/// What copying objects into another file needs.
extension BaseFile {
    /// The bytes of an object as they stand in the file, from where it begins to somewhere behind
    /// its end.
    struct RawObject {
        var bytes: ArraySlice<UInt8>
        /// Where the bytes begin in the file; `nil` in an object stream, where an object has no
        /// header.
        var offset: Int?
    }

    /// Where the cross-reference says that an object is.
    ///
    /// - Throws: `readFailed`.
    func entry(_ number: Int) throws(Fault) -> CrossReferenceEntry? {
        try table.entry(number, in: source)
    }

    /// The bytes of an object that is where the cross-reference says; `nil` when the object must
    /// be read the long way.
    ///
    /// - Throws: `readFailed`, `limitExceeded`.
    func rawObject(_ number: Int) throws(Fault) -> RawObject? {
        switch try table.entry(number, in: source) {
        case .inUse(let offset, _)?:
            let (start, overflow) = offset.addingReportingOverflow(offsetShift)
            guard !overflow, start >= 0, start < source.count else { return nil }
            return RawObject(bytes: try source.run(from: start), offset: start)
        case .compressed(let stream, let index)?:
            guard let bytes = try objectStream(stream)?.bytes(of: number, index: index) else {
                return nil
            }
            return RawObject(bytes: bytes, offset: nil)
        case .free?, nil: return nil
        }
    }

    /// Where the encoded bytes of a stream lie in the file.
    ///
    /// - Parameters:
    ///   - offset: of their first byte.
    ///   - length: what /Length says, unresolved.
    /// - Returns: the range; where /Length is wrong, up to where the stream ends.
    /// - Throws: `readFailed`, `invalidDocument`.
    func dataRange(from offset: Int, length: COSObject?) throws(Fault) -> Range<Int> {
        var length = length
        if case .reference(let id)? = length { length = try object(id) }
        let extent = try StreamBody.extent(from: offset, in: source, length: length?.integer)
        if !extent.lengthWasRight {
            note(
                Diagnostic(
                    .repaired,
                    extent.isClosed
                        ? "The length of a stream is wrong." : "The file ends inside a stream.",
                    at: Place(byteOffset: offset)
                )
            )
        }
        return offset..<extent.end
    }
}
