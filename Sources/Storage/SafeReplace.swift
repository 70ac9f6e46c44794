// SPDX-License-Identifier: Apache-2.0
public import ByteSource
public import Faults

/// The one way in which a file comes to the disk: made whole beside its place, synced, checked,
/// and put there in one step.
///
/// Killed at any moment, the path holds the whole old file or the
/// whole new one, and what may be left beside it the next save in that folder sweeps away.
///
/// The steps of replacing a file, and what a kill after each leaves:
///
///     lock the original, compare it     nothing
///     stage without a name: copy,       nothing, the kernel frees a file without a name
///       append, mode and owner, sync
///       and, at the same time, re-open
///       and check
///     give the stage its name           old file, and the new one as .stage
///     swap the two names                new file, and the old one as .stage
///     compare the displaced file        the same; another program's file is swapped back
///     sync the folder                   the same, and the swap outlives a loss of power
///     remove the displaced file         new file
///
/// Where the file system cannot swap, the stage is renamed over the original right after a last
/// comparison; a file that another program puts there between the two calls is then lost.
public enum SafeReplace {
    /// Replaces a file by new content that was made from it.
    ///
    /// The symbolic links of the path are followed; mode, owner, access lists and extended
    /// attributes are kept.
    ///
    /// - Parameters:
    ///   - original: the file as it was opened; it is replaced only when it is still just that.
    ///   - content: what the new file holds; its base is usually `original`.
    ///   - force: also replace a file of another owner, one with several hard links (the other
    ///     names then keep the old content) or one without permission to write.
    ///   - isCancelled: asked between pieces of 32 MB and before the swap.
    ///   - check: looks at the new file before it is put in its place; what it throws makes the
    ///     save fail.
    /// - Returns: the new file, open, and what could not be kept.
    /// - Throws: `conflict` (the file changed or is being saved by another program),
    ///   `permissionDenied` (the folder is read-only, or one of the cases for `force`),
    ///   `insufficientStorage`, `saveFailed`, `cancelled`. The original is then untouched.
    public static func replace(
        _ original: OpenedFile,
        with content: SaveContent,
        force: Bool = false,
        isCancelled: () -> Bool = { false },
        check: (any ByteSource) throws(Fault) -> Void = { _ in }
    ) throws(Fault) -> SaveReceipt {
        try replace(
            original,
            with: content,
            force: force,
            isCancelled: isCancelled,
            through: SystemFiles(),
            swept: .shared,
            check: check
        )
    }

    /// Makes a new file.
    ///
    /// It gets the permissions of the content's base, less what the umask forbids, as `cp` does.
    ///
    /// - Parameters:
    ///   - path: where it shall be; the folder must exist.
    ///   - content: what it holds.
    ///   - replacing: replace a file that is there, in which case that file's mode, owner and
    ///     attributes are kept and nothing is refused because of them.
    ///   - isCancelled: asked between pieces of 32 MB and before the file gets its name.
    ///   - check: looks at the new file before it gets its name; what it throws makes the save
    ///     fail.
    /// - Returns: the new file, open.
    /// - Throws: `alreadyExists`, `notFound` (there is no such folder), `conflict` (the base
    ///   changed meanwhile), `permissionDenied`, `insufficientStorage`, `saveFailed`, `cancelled`,
    ///   or `unsupported` when a folder or a device is in the place. Nothing is left behind then.
    public static func create(
        _ path: String,
        with content: SaveContent,
        replacing: Bool = false,
        isCancelled: () -> Bool = { false },
        check: (any ByteSource) throws(Fault) -> Void = { _ in }
    ) throws(Fault) -> SaveReceipt {
        try create(
            path,
            with: content,
            replacing: replacing,
            isCancelled: isCancelled,
            through: SystemFiles(),
            swept: .shared,
            check: check
        )
    }

    /// Removes what killed saves left in a folder.
    ///
    /// Every first save in a folder does so by itself.
    ///
    /// - Returns: what was removed, left and rescued.
    /// - Throws: `notFound`, `permissionDenied` or `saveFailed` when the folder cannot be listed.
    @discardableResult
    public static func sweep(folder: String) throws(Fault) -> SweepReport {
        try sweep(folder: folder, through: SystemFiles())
    }
}
