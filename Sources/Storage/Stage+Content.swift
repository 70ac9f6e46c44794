// SPDX-License-Identifier: Apache-2.0
internal import ByteSource
internal import Faults
internal import Glibc

/// Filling a stage: the prefix by the kernel, then what is appended.
struct StageWriter {
    let files: any FileSystem
    let stage: Int32
    let isCancelled: () -> Bool

    /// Between two pieces a save can be cancelled; write-back of one runs while the next is copied,
    /// which makes copying and syncing 500 MB a sixth faster than one call for all of it.
    static let pieceBytes = 32 * 1024 * 1024
    /// What is read at once where the kernel does not copy.
    private static let loopBytes = 1024 * 1024
    /// What extended attributes, a new folder block and the like may take beside the bytes.
    private static let spareBytes = 64 * 1024

    /// Writes the content.
    ///
    /// - Returns: whether the prefix shares its blocks with the original, and the size.
    func write(
        _ content: SaveContent,
        inFolder folder: Int32
    ) throws(Fault) -> (isCloned: Bool, count: Int) {
        let free = try attempt("The free space could not be read.") { () throws(SystemError) in
            try files.freeBytes(at: folder)
        }
        try require(content.appendedCount, free)
        var isCloned = false
        var offset = 0
        if let base = content.base, content.prefixLength > 0 {
            isCloned = try clone(base, count: content.prefixLength)
            if isCloned {
                offset = content.prefixLength
            } else {
                try require(content.count, free)
                try copy(base.source.descriptor, 0..<content.prefixLength, at: &offset)
            }
        }
        for piece in content.appended {
            try append(piece[...], at: &offset)
        }
        if let produce = content.produce {
            let sink = StageSink(self, at: offset)
            try produce(sink)
            try sink.flush()
            offset = sink.count
        }
        return (isCloned, offset)
    }

    private func require(_ count: Int, _ free: Int?) throws(Fault) {
        guard let free, free < count + Self.spareBytes else { return }
        throw Fault(
            .insufficientStorage,
            "Saving needs \(count + Self.spareBytes) bytes on this disk and \(free) are free;"
                + " free some space, or choose another disk with -o."
        )
    }

    /// Shares the blocks of the original where the file system can (Btrfs, XFS, bcachefs).
    private func clone(_ base: OpenedFile, count: Int) throws(Fault) -> Bool {
        // A clone copies everything; it must not drag along what is then cut off again.
        do {
            try patiently { () throws(SystemError) in
                try files.clone(base.source.descriptor, to: stage)
            }
        } catch { return false }
        try attempt("The new file could not be cut to size.") { () throws(SystemError) in
            try files.truncate(stage, to: count)
        }
        return true
    }

    /// Appends a range of another file; the kernel copies it where it can.
    func copy(_ source: Int32, _ range: Range<Int>, at offset: inout Int) throws(Fault) {
        var done = range.lowerBound
        while done < range.upperBound {
            try stopIfCancelled()
            let start = offset
            let end = min(done + Self.pieceBytes, range.upperBound)
            do {
                while done < end {
                    let (from, to) = (done, offset)
                    let copied = try patiently { () throws(SystemError) in
                        try files.copyRange(source, at: from, to: stage, at: to, count: end - from)
                    }
                    if copied == 0 { break }
                    done += copied
                    offset += copied
                }
            } catch  where error.meansNotSupported {
                try copyByReading(source, done..<range.upperBound, at: &offset)
                return
            } catch {
                throw error.fault("The original could not be copied.")
            }
            if done < end {
                try copyByReading(source, done..<range.upperBound, at: &offset)
                return
            }
            if end < range.upperBound { startWriting(start, offset) }
        }
    }

    /// For file systems whose kernel does not copy.
    private func copyByReading(
        _ source: Int32,
        _ range: Range<Int>,
        at offset: inout Int
    ) throws(Fault) {
        var done = range.lowerBound
        while done < range.upperBound {
            try stopIfCancelled()
            let from = done
            let bytes = try attempt("The original could not be read.") { () throws(SystemError) in
                try files.read(
                    source,
                    at: from,
                    count: min(Self.loopBytes, range.upperBound - from)
                )
            }
            guard !bytes.isEmpty else {
                throw Fault(
                    .conflict,
                    "The file became shorter while it was saved; open it again and repeat."
                )
            }
            try append(bytes[...], at: &offset)
            done += bytes.count
        }
    }

    func append(_ bytes: ArraySlice<UInt8>, at offset: inout Int) throws(Fault) {
        var rest = bytes
        while !rest.isEmpty {
            try stopIfCancelled()
            let (piece, position) = (rest.prefix(Self.pieceBytes), offset)
            let written = try attempt("The new file could not be written.") {
                () throws(SystemError) in
                let written = try files.write(piece, to: stage, at: position)
                guard written > 0 else { throw SystemError(EIO) }
                return written
            }
            rest = rest.dropFirst(written)
            offset += written
        }
    }

    /// Only a wish: the sync that follows is what counts, and it reports the failures.
    func startWriting(_ start: Int, _ end: Int) {
        try? files.startWriting(stage, at: start, count: end - start)
    }

    private func stopIfCancelled() throws(Fault) {
        if isCancelled() { throw .savingCancelled }
    }
}

extension Fault {
    static var savingCancelled: Fault {
        Fault(.cancelled, "Saving was cancelled; the file is as it was.")
    }
}
