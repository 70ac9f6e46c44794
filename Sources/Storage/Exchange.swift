// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Glibc

/// Two names just swapped: the new file is in its place, the displaced one has the stage's name.
struct Exchange {
    let files: any FileSystem
    let folder: Int32
    /// The name that people use.
    let place: String
    /// The name of the stage.
    let name: String

    /// Keeps the swap when the displaced file is the original and the folder could be synced,
    /// and takes it back otherwise.
    func settle(
        _ stage: Stage,
        original: FileIdentity,
        sync: () throws(SystemError) -> Void
    ) throws(Fault) {
        // From here on the name may hold the only copy of what somebody wrote: only a sweep,
        // which compares it first, may remove it.
        stage.releaseName()
        let failure: Fault
        do {
            let displaced = try displacedIdentity()
            if displaced.isSameContent(as: original) {
                try sync()
                return
            }
            failure = .conflictBecauseChanged
        } catch { failure = error.fault("The new file could not be confirmed in its place.") }
        try undo(stage.inode, because: failure)
        throw failure
    }

    private func displacedIdentity() throws(SystemError) -> FileIdentity {
        try patiently { () throws(SystemError) in
            try files.status(of: name, in: folder).identity
        }
    }

    /// Swaps back.
    ///
    /// A third program may have replaced the new file meanwhile; then its file, the
    /// youngest, stays in the place, and what it would have overwritten is left for the sweep to
    /// rescue.
    private func undo(_ staged: UInt64?, because failure: Fault) throws(Fault) {
        do {
            try exchange()
            if try displacedIdentity().inode != staged {
                try exchange()
                return
            }
            try patiently { () throws(SystemError) in try files.unlink(name, in: folder) }
        } catch {
            throw Fault(
                failure.code,
                "\(failure.message) What was in its place before may now be named \(name).",
                cause: error.description
            )
        }
    }

    private func exchange() throws(SystemError) {
        try patiently { () throws(SystemError) in
            try files.exchange(name, with: place, in: folder)
        }
    }
}
