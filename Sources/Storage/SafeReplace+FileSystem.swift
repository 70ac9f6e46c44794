// SPDX-License-Identifier: Apache-2.0
package import ByteSource
package import Faults
internal import Glibc

/// The same over any file system.
extension SafeReplace {
    package static func replace(
        _ original: OpenedFile,
        with content: SaveContent,
        force: Bool,
        isCancelled: () -> Bool,
        through files: any FileSystem,
        swept: SweptFolders,
        check: (any ByteSource) throws(Fault) -> Void
    ) throws(Fault) -> SaveReceipt {
        do {
            let target = try SaveTarget.existing(original.path, of: files)
            target.sweep(unlessIn: swept)
            return try withoutActuallyEscaping(isCancelled) {
                isCancelled throws(Fault) -> SaveReceipt in
                let save = Save(
                    files: files,
                    target: target,
                    content: content,
                    isCancelled: isCancelled
                )
                return try save.replace(original, force: force, swept: swept, check: check)
            }
        } catch { throw error.inFile(original.path) }
    }

    package static func create(
        _ path: String,
        with content: SaveContent,
        replacing: Bool,
        isCancelled: () -> Bool,
        through files: any FileSystem,
        swept: SweptFolders,
        check: (any ByteSource) throws(Fault) -> Void
    ) throws(Fault) -> SaveReceipt {
        do throws(Fault) {
            if let existing = try SaveTarget.occupant(of: path, of: files) {
                guard replacing else { throw Fault.alreadyThere }
                return try replace(
                    existing,
                    with: content,
                    force: true,
                    isCancelled: isCancelled,
                    through: files,
                    swept: swept,
                    check: check
                )
            }
            let target = try SaveTarget.new(path, of: files)
            target.sweep(unlessIn: swept)
            return try withoutActuallyEscaping(isCancelled) {
                isCancelled throws(Fault) -> SaveReceipt in
                let save = Save(
                    files: files,
                    target: target,
                    content: content,
                    isCancelled: isCancelled
                )
                return try save.create(check: check)
            }
        } catch { throw error.inFile(path) }
    }

    package static func sweep(folder: String, through files: any FileSystem) throws(Fault)
        -> SweepReport
    {
        do { return try StageSweep(files: files).sweep(folder) } catch  where error.number == ENOENT
        {
            throw Fault(.notFound, "There is no such folder.", at: Place(file: folder))
        } catch { throw error.fault("The folder could not be listed.").inFile(folder) }
    }
}
