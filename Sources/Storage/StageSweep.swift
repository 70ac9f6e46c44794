// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import Synchronization

/// What a sweep of a folder found.
public struct SweepReport: Sendable, Hashable {
    /// How many stale stages were removed.
    public var removed = 0
    /// How many stages belong to a save that is still running, or could not be judged.
    public var left = 0
    /// Files of other programs that a killed save had displaced: they were given these names.
    public var rescued: [String] = []
}

/// Removes what killed saves left behind.
///
/// A running save holds a lock on every file of its own that its stage name can come to hold; a
/// lock that can be had means that the save is dead. What the name holds is then removed only
/// when the name itself proves it to be ours (see `StageName`). The one other case is a file that
/// another program put in the place of the original in the instant before the swap, with the kill
/// coming before it was swapped back: that file is somebody's only copy and is given a name that
/// people see.
struct StageSweep {
    let files: any FileSystem

    func sweep(_ path: String) throws(SystemError) -> SweepReport {
        let folder = try files.opened(path, .folder)
        defer { extendLifetime(folder) }
        let names = try patiently { () throws(SystemError) in
            try files.names(in: folder.number, startingWith: StageName.prefix)
        }
        var report = SweepReport()
        for name in names {
            guard let stage = StageName(name) else { continue }
            do {
                try judge(stage, named: name, in: folder.number, &report)
            } catch {
                report.left += 1
            }
        }
        return report
    }

    private func judge(
        _ stage: StageName,
        named name: String,
        in folder: Int32,
        _ report: inout SweepReport
    ) throws(SystemError) {
        if case .parts = stage { return try judgeFolder(name, in: folder, &report) }
        let file = try files.opened(name, in: folder, .readNoLink)
        defer { extendLifetime(file) }
        try patiently { () throws(SystemError) in try files.lock(file.number, exclusive: true) }
        // Only now is it certain that no running save swaps this name; look at it again.
        let found = try patiently { () throws(SystemError) in
            try files.status(of: name, in: folder)
        }
        let locked = try patiently { () throws(SystemError) in try files.status(of: file.number) }
        guard found.isRegular, found.identity.inode == locked.identity.inode else {
            report.left += 1
            return
        }
        if stage.ownsContent(found.identity) {
            try patiently { () throws(SystemError) in try files.unlink(name, in: folder) }
            report.removed += 1
        } else {
            report.rescued.append(try rescue(name, in: folder))
        }
    }

    /// A folder of files that a killed split left; it holds nothing but new files.
    private func judgeFolder(
        _ name: String,
        in folder: Int32,
        _ report: inout SweepReport
    ) throws(SystemError) {
        let stage = try files.opened(name, in: folder, .folder)
        defer { extendLifetime(stage) }
        try patiently { () throws(SystemError) in try files.lock(stage.number, exclusive: true) }
        try files.removeStage(name, open: stage.number, in: folder)
        report.removed += 1
    }

    /// A running save does not lock files of others, but it holds a shared lock on the folder
    /// while it can displace one: without the exclusive one, it may still be about to swap back.
    private func rescue(_ name: String, in folder: Int32) throws(SystemError) -> String {
        try patiently { () throws(SystemError) in try files.lock(folder, exclusive: true) }
        let visible = "inkstone-rescued-" + String(UInt64.random(in: 0 ... .max), radix: 16)
        try patiently { () throws(SystemError) in
            try files.renameExclusively(name, to: visible, in: folder)
        }
        return visible
    }
}

extension FileSystem {
    /// Removes a folder of stages with the files in it.
    func removeStage(_ name: String, open stage: Int32, in folder: Int32) throws(SystemError) {
        let found = try patiently { () throws(SystemError) in
            try names(in: stage, startingWith: "")
        }
        for file in found where file != "." && file != ".." {
            try patiently { () throws(SystemError) in try unlink(file, in: stage) }
        }
        try patiently { () throws(SystemError) in try removeFolder(name, in: folder) }
    }
}

/// The folders that this process has swept: a batch over 10,000 files of one folder lists it once.
package final class SweptFolders: Sendable {
    static let shared = SweptFolders()

    package init() {}

    private struct Key: Hashable {
        var device: UInt64
        var inode: UInt64
        /// A folder that was deleted may give its inode to another one.
        var path: String
    }
    /// Forgetting costs one listing more, so the bound is small.
    private static let remembered = 256
    private let known = Mutex<Set<Key>>([])

    /// Whether this folder was not yet swept; it counts as swept from now on.
    func isNew(_ folder: FileIdentity, at path: String) -> Bool {
        known.withLock { known in
            if known.count >= Self.remembered { known.removeAll() }
            return known.insert(Key(device: folder.device, inode: folder.inode, path: path))
                .inserted
        }
    }

    /// Has the folder swept again by the next save.
    func forget(_ folder: FileIdentity, at path: String) {
        known.withLock { known in
            _ = known.remove(Key(device: folder.device, inode: folder.inode, path: path))
        }
    }
}
