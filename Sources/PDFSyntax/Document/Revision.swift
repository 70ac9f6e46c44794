// SPDX-License-Identifier: Apache-2.0
internal import ByteSource
public import Faults

/// One state of the file: as first written, or after one update (ISO 32000-2, 7.5.6).
public struct Revision: Sendable, Hashable {
    /// Counted from 1, the oldest.
    public var number: Int
    /// The first bytes of the file that are this revision.
    public var length: Int
    /// Whether the length was recorded by the update that followed; else it was found by
    /// looking for the end-of-file marker.
    public var isRecorded: Bool
    /// Offset of its cross-reference from the start of the source.
    public var crossReferenceOffset: Int
}

extension BaseFile {
    /// All revisions, the oldest first.
    ///
    /// One revision has as many cross-reference sections as stand before one end-of-file marker:
    /// two in a linearized or hybrid file, and some writers make two tables for each save. A
    /// file whose cross-reference had to be rebuilt is one revision.
    ///
    /// - Throws: `readFailed`.
    public func revisions() throws(Fault) -> [Revision] {
        // Newest first, as the sections are.
        var revisions: [Revision] = []
        var end = source.count
        var isRecorded = false
        for (index, section) in table.sections.enumerated() {
            if index > 0 {
                let newer = table.sections[index - 1]
                if let recorded = newer.recordedPrefix(above: section.offset) {
                    (end, isRecorded) = (recorded, true)
                } else {
                    // Annex F: the first-page section of a linearized file stands before the main
                    // one and points forwards.
                    let forward = (section.trailer["Prev"]?.integer ?? 0) &+ offsetShift
                    let marker = try endOfRevision(after: max(section.offset, forward))
                    // The marker of this section's revision must stand before the newer one.
                    let low = min(newer.offset, revisions.last?.crossReferenceOffset ?? .max)
                    guard marker <= low else { continue }
                    (end, isRecorded) = (marker, false)
                }
            }
            revisions.append(
                Revision(
                    number: 0,
                    length: end,
                    isRecorded: isRecorded,
                    crossReferenceOffset: section.offset
                )
            )
        }
        if revisions.isEmpty {
            revisions = [
                Revision(
                    number: 1,
                    length: source.count,
                    isRecorded: false,
                    crossReferenceOffset: 0
                )
            ]
        }
        if let last = table.sections.last, let broken = unchainedRevision(below: last) {
            revisions.append(broken)
        }
        revisions.reverse()
        for index in revisions.indices { revisions[index].number = index + 1 }
        return revisions
    }

    /// The file before one of our updates that could not point back to its cross-reference,
    /// because that was broken.
    private func unchainedRevision(below section: CrossReferenceSection) -> Revision? {
        guard section.trailer["Prev"] == nil,
            let length = section.trailer[IncrementalUpdate.prefixKey]?.integer,
            length > 0, length <= section.offset
        else { return nil }
        return Revision(number: 1, length: length, isRecorded: true, crossReferenceOffset: 0)
    }

    /// Behind the first `%%EOF` after the offset, with its line end.
    private func endOfRevision(after offset: Int) throws(Fault) -> Int {
        let chunk = 1 << 16
        var start = offset
        while start < source.count {
            let window = try source.bytes(in: start..<min(start + chunk + 8, source.count))
            for index in window.indices
            where window[index] == UInt8(ascii: "%") && window.starts(with: "%%EOF", at: index) {
                var end = index + 5
                if end < window.endIndex, window[end] == 0x0D { end += 1 }
                if end < window.endIndex, window[end] == 0x0A { end += 1 }
                return start + end - window.startIndex
            }
            start += chunk
        }
        return source.count
    }

    /// The file as it was at a revision.
    ///
    /// - Throws: as opening a file does.
    public func atRevision(_ revision: Revision) throws(Fault) -> BaseFile {
        try BaseFile(PrefixByteSource(source, count: revision.length), openedLike: self)
    }
}

extension Document {
    /// This document with everything as it was at an earlier revision, so that an update brings
    /// it back: objects changed since, objects deleted since, and objects that did not exist
    /// then become free.
    ///
    /// - Throws: `readFailed`, or as opening the earlier revision does.
    public func restoring(_ revision: Revision) throws(Fault) -> Document {
        let past = try base.atRevision(revision)
        var restored = self
        let wereThere = try past.allObjectIDs()
        let numbers = Set(wereThere.map(\.number))
        for id in try base.allObjectIDs() where !numbers.contains(id.number) {
            if try object(id) != .null { restored.free(id) }
        }
        for id in wereThere {
            let before = try past.object(id)
            if case .stream(let old) = before {
                let now = try object(id)
                guard case .stream(let current) = now, current == old else {
                    // The bytes lie in the same base, at the same offset.
                    restored.set(id, before)
                    continue
                }
            } else if try object(id) != before {
                restored.set(id, before)
            }
        }
        for key in ["Root", "Info"] as [COSName] {
            let before = past.trailer[key] ?? .null
            if (trailer[key] ?? .null) != before { restored.setTrailer(key, before) }
        }
        return restored
    }
}

extension CrossReferenceSection {
    /// Where the file ended before this section's update, when that update was ours.
    ///
    /// - Parameter older: the offset of the section that this one points back to.
    /// - Returns: `nil` when nothing was recorded, or something impossible.
    func recordedPrefix(above older: Int) -> Int? {
        guard let length = trailer[IncrementalUpdate.prefixKey]?.integer, length > older,
            length <= offset
        else { return nil }
        return length
    }
}
