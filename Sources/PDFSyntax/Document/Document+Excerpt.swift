// SPDX-License-Identifier: Apache-2.0
public import Faults

extension Document {
    /// The bytes that, behind the base, make a file in which only some objects can be found.
    ///
    /// Such a file is opened in a moment however many objects the base has, as its only
    /// cross-reference section names these. It is for reading, never for saving.
    ///
    /// - Parameter numbers: of the objects of the base that the excerpt needs. Changed objects are
    ///   in it; what object streams and encryption take is added.
    /// - Returns: the bytes; nil when the base is damaged, so that its objects may be elsewhere than
    ///   its cross-reference says, or when this document cannot be written behind it.
    /// - Throws: `readFailed`, `limitExceeded`.
    public func excerpt(naming numbers: Set<Int>) throws(Fault) -> [UInt8]? {
        guard !needsRewriting, !base.isRebuilt, base.cutObjects.isEmpty,
            try base.correctedEntries() == nil
        else { return nil }
        var update = IncrementalUpdate(self, naming: numbers)
        return try update.bytes()
    }
}
