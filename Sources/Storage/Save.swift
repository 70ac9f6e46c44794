// SPDX-License-Identifier: Apache-2.0
internal import ByteSource
internal import Faults
internal import Glibc

/// One save under way: the steps before the new file gets its place.
struct Save {
    let files: any FileSystem
    let target: SaveTarget
    let content: SaveContent
    let isCancelled: () -> Bool

    /// How much of either end of the two parts is read back; the rest was the kernel's work.
    private static let sampleBytes = 64 * 1024
    /// Permissions of a new file before the umask.
    private static let newFileMode: UInt32 = 0o666

    func create(check: (any ByteSource) throws(Fault) -> Void) throws(Fault) -> SaveReceipt {
        var mode = Self.newFileMode
        if let base = content.base { mode = try status(of: base).permissions & 0o777 }
        let stage = try Stage(in: target.folder.number, mode: mode, of: files)
        let filled = try fill(stage)
        let file = try synced(stage) { () throws(Fault) in
            try examine(stage, filled.count, check)
        }
        if isCancelled() { throw .savingCancelled }
        try stage.publish(as: target.name)
        do { try target.sync() } catch {
            takeBack(file)
            throw error.fault("The folder could not be synced.")
        }
        return SaveReceipt(file: settled(file), isCloned: filled.isCloned, diagnostics: [])
    }

    /// Removes the new name, unless another program has put its own file there.
    private func takeBack(_ file: OpenedFile) {
        try? patiently { () throws(SystemError) in
            let found = try files.status(of: target.name, in: target.folder.number)
            guard found.identity.inode == file.identity.inode else { return }
            try files.unlink(target.name, in: target.folder.number)
        }
    }

    /// Writes the content and makes sure that its base stayed as it was all the time.
    func fill(_ stage: Stage) throws(Fault) -> (isCloned: Bool, count: Int) {
        let writer = StageWriter(files: files, stage: stage.number, isCancelled: isCancelled)
        let filled = try writer.write(content, inFolder: target.folder.number)
        if let base = content.base {
            // Its time of change does not count: an earlier save may have displaced the base.
            let identity = try status(of: base).identity
            guard identity.isSameContent(as: base.identity) else { throw .conflictBecauseChanged }
        }
        return filled
    }

    /// Syncs the stage, and does something else until the disk has confirmed.
    func synced<Result>(
        _ stage: Stage,
        while work: () throws(Fault) -> Result
    ) throws(Fault) -> Result {
        if isCancelled() { throw .savingCancelled }
        let failure = "The new file could not be synced to the disk."
        let pending = try attempt(failure) { () throws(SystemError) in
            try files.startSync(stage.number)
        }
        // The stage must not be closed before the disk is done with it, whatever happens.
        defer { extendLifetime(stage) }
        let result: Result
        do throws(Fault) { result = try work() } catch {
            try? pending.finish()
            throw error
        }
        do { try pending.finish() } catch { throw error.fault(failure) }
        return result
    }

    /// Opens the finished stage again and checks it: first what this module knows, then what the
    /// caller knows.
    func examine(
        _ stage: Stage,
        _ count: Int,
        _ check: (any ByteSource) throws(Fault) -> Void
    ) throws(Fault) -> OpenedFile {
        let descriptor = try attempt("The new file could not be opened again.") {
            () throws(SystemError) in
            try files.reopen(stage.number)
        }
        do throws(Fault) {
            let file = try OpenedFile.adopt(descriptor, path: target.path, through: files)
            guard file.identity.size == count else {
                throw Fault(
                    .saveFailed,
                    "The new file has \(file.identity.size) bytes.",
                    cause: "\(count) were written"
                )
            }
            try compareSamples(file.source)
            try check(file.source)
            return file
        } catch  where error.code == .cancelled {
            throw error
        } catch {
            throw Fault(
                .saveFailed,
                "The new file did not pass its check; the old one is untouched.",
                at: error.place,
                cause: error.description
            )
        }
    }

    private func compareSamples(_ new: any ByteSource) throws(Fault) {
        let prefix = content.prefixLength
        if let base = content.base?.source, prefix > 0 {
            let length = min(Self.sampleBytes, prefix)
            for start in Set([0, prefix - length]) {
                let range = start..<start + length
                try compare(try base.bytes(in: range), with: new, at: start)
            }
        }
        var offset = prefix
        for piece in content.appended {
            let length = min(Self.sampleBytes, piece.count)
            try compare(piece.prefix(length), with: new, at: offset)
            try compare(piece.suffix(length), with: new, at: offset + piece.count - length)
            offset += piece.count
        }
    }

    private func compare(_ sample: ArraySlice<UInt8>, with new: any ByteSource, at offset: Int)
        throws(Fault)
    {
        let found = try new.bytes(in: offset..<offset + sample.count)
        // The slices' own comparison goes byte by byte.
        let isSame = unsafe sample.withUnsafeBytes { wanted in
            unsafe found.withUnsafeBytes { found in
                guard wanted.count == found.count else { return false }
                guard let wantedStart = wanted.baseAddress, let foundStart = found.baseAddress
                else { return wanted.count == 0 }
                return unsafe memcmp(wantedStart, foundStart, wanted.count) == 0
            }
        }
        guard isSame else {
            throw Fault(
                .saveFailed,
                "The new file holds other bytes than were written.",
                at: Place(byteOffset: offset)
            )
        }
    }

    /// The new file with the identity it has in its place.
    ///
    /// Getting there changed its time of change; should that not be readable, the next save sees a conflict, and nothing is lost.
    func settled(_ file: OpenedFile) -> OpenedFile {
        let identity = (try? status(of: file).identity) ?? file.identity
        return OpenedFile(path: file.path, source: file.source, identity: identity)
    }

    func status(of file: OpenedFile) throws(Fault) -> FileStatus {
        try attempt("The state of the file could not be read.") { () throws(SystemError) in
            try files.status(of: file.source.descriptor)
        }
    }
}
