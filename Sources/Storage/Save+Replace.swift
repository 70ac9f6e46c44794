// SPDX-License-Identifier: Apache-2.0
internal import ByteSource
internal import Faults
internal import Glibc

/// The steps in which a new file takes the place of an old one.
extension Save {
    /// The new file is readable for its owner alone until it has the mode of the old one.
    private static let stageMode: UInt32 = 0o600

    func replace(
        _ original: OpenedFile,
        force: Bool,
        swept: SweptFolders,
        check: (any ByteSource) throws(Fault) -> Void
    ) throws(Fault) -> SaveReceipt {
        let (current, status) = try lockedOriginal(original, force: force)
        // Its lock must last until the displaced file is gone.
        defer { extendLifetime(current) }
        let stage = try Stage(in: target.folder.number, mode: Self.stageMode, of: files)
        let filled = try fill(stage)
        let metadata = StageMetadata(
            files: files,
            original: current.number,
            stage: stage.number
        )
        var diagnostics = try metadata.carry(from: status)
        let file = try synced(stage) { () throws(Fault) in
            try examine(stage, filled.count, check)
        }
        if isCancelled() { throw .savingCancelled }

        do {
            try exchange(stage, with: original.identity, &diagnostics)
        } catch {
            target.needsSweep(swept)
            throw error
        }
        if diagnostics.contains(where: { $0.severity == .repaired }) { target.needsSweep(swept) }
        return SaveReceipt(
            file: settled(file),
            isCloned: filled.isCloned,
            diagnostics: diagnostics
        )
    }

    /// Opens the file that is in the place now, locks it against other saves and sweeps for as
    /// long as the descriptor lives, and makes sure that it is the one that was opened.
    private func lockedOriginal(_ original: OpenedFile, force: Bool) throws(Fault)
        -> (OwnedDescriptor, FileStatus)
    {
        let (current, status): (OwnedDescriptor, FileStatus)
        do {
            current = try files.opened(target.name, in: target.folder.number, .readNoLink)
            try lockWhereSupported(current, exclusive: true, of: files)
            status = try patiently { () throws(SystemError) in
                try files.status(of: current.number)
            }
        } catch  where error.number == EWOULDBLOCK {
            throw Fault(
                .conflict,
                "Another program is saving the file or has locked it; repeat when it is done."
            )
        } catch  where [ENOENT, ELOOP].contains(error.number) {
            throw .conflictBecauseGone
        } catch { throw error.fault("The file could not be opened to compare it.") }
        guard status.identity == original.identity else { throw .conflictBecauseChanged }
        if !force { try refuse(status) }
        return (current, status)
    }

    /// What is replaced only when forced, because something of it would be lost.
    private func refuse(_ status: FileStatus) throws(Fault) {
        if status.links > 1 {
            throw Fault(
                .permissionDenied,
                "The file has \(status.links) names (hard links), and the others would keep the"
                    + " old content; save under another name with -o, or use --force."
            )
        }
        if status.owner != files.user {
            throw Fault(
                .permissionDenied,
                "The file belongs to another user; save under another name with -o, or use"
                    + " --force."
            )
        }
        do {
            try patiently { () throws(SystemError) in
                try files.checkWritable(target.name, in: target.folder.number)
            }
        } catch  where [EACCES, EPERM].contains(error.number) {
            throw Fault(
                .permissionDenied,
                "The file is write-protected; save under another name with -o, or use --force."
            )
        } catch { throw error.fault("The file cannot be written.") }
    }

    private func exchange(
        _ stage: Stage,
        with original: FileIdentity,
        _ diagnostics: inout [Diagnostic]
    ) throws(Fault) {
        let folder = target.folder.number
        // Tells sweeps that a file of another program may be under the stage's name for a moment.
        try? patiently { () throws(SystemError) in try files.lock(folder, exclusive: false) }
        guard try occupant()?.identity == original else { throw .conflictBecauseChanged }
        try stage.publish(replacing: original)
        guard let name = stage.name else { return }
        do {
            try patiently { () throws(SystemError) in
                try files.exchange(name, with: target.name, in: folder)
            }
        } catch  where error.meansNotSupported {
            try renameOver(stage, named: name, original)
            return
        } catch  where error.number == ENOENT {
            throw .conflictBecauseGone
        } catch { throw error.fault("The new file could not be put in its place.") }

        let outcome = Exchange(files: files, folder: folder, place: target.name, name: name)
        try outcome.settle(stage, original: original) { () throws(SystemError) in
            try target.sync()
        }
        do {
            try patiently { () throws(SystemError) in try files.unlink(name, in: folder) }
        } catch  where error.number != ENOENT {
            diagnostics.append(
                Diagnostic(
                    .repaired,
                    "The old file could not be removed yet; the next save does it.",
                    at: Place(file: name)
                )
            )
        } catch {}
    }

    /// What is in the place now; nil when nothing is.
    private func occupant() throws(Fault) -> FileStatus? {
        do {
            return try patiently { () throws(SystemError) in
                try files.status(of: target.name, in: target.folder.number)
            }
        } catch  where error.number == ENOENT {
            return nil
        } catch { throw error.fault("The file could not be compared.") }
    }

    /// For file systems that cannot swap two names.
    private func renameOver(_ stage: Stage, named name: String, _ original: FileIdentity)
        throws(Fault)
    {
        guard try occupant()?.identity == original else { throw .conflictBecauseChanged }
        try attempt("The new file could not be put in its place.") { () throws(SystemError) in
            try files.rename(name, to: target.name, in: target.folder.number)
        }
        stage.releaseName()
        do { try target.sync() } catch {
            throw Fault(
                .saveFailed,
                "The new file is in its place, but the disk did not confirm it; save it again.",
                cause: error.description
            )
        }
    }
}
