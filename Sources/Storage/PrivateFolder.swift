// SPDX-License-Identifier: Apache-2.0
internal import Glibc

extension FileSystem {
    private var privateFolderMode: UInt32 { 0o700 }

    /// A folder of the user's alone, made with all above it where it is missing.
    ///
    /// - Throws: `EPERM` when it belongs to somebody else, and what the system says.
    package func privateFolder(_ path: String) throws(SystemError) -> OwnedDescriptor {
        let folder: OwnedDescriptor
        do throws(SystemError) {
            folder = try opened(path, .folder)
        } catch  where error.number == ENOENT {
            try makeFolders(path)
            folder = try opened(path, .folder)
        }
        let status = try patiently { () throws(SystemError) in try self.status(of: folder.number) }
        guard status.owner == user else { throw SystemError(EPERM) }
        if status.permissions & 0o077 != 0 {
            try changeMode(of: folder.number, to: privateFolderMode)
        }
        return folder
    }

    private func makeFolders(_ path: String) throws(SystemError) {
        var made = path.hasPrefix("/") ? "" : "."
        for part in path.split(separator: "/") {
            made += "/" + part
            do throws(SystemError) {
                try patiently { () throws(SystemError) in
                    try makeFolder(made, in: workingFolder, mode: privateFolderMode)
                }
            } catch  where error.number == EEXIST { continue }
        }
    }
}

/// The user's folders, as the XDG Base Directory Specification names them.
package enum UserFolder {
    /// A folder of ours in the one of a variable, or of the home; nil without a home.
    package static func path(_ variable: String, underHome fallback: String) -> String? {
        (value(variable) ?? value("HOME").map { $0 + "/" + fallback }).map { $0 + "/inkstone" }
    }

    private static func value(_ variable: String) -> String? {
        guard let value = unsafe getenv(variable) else { return nil }
        let text = unsafe String(cString: value)
        // The specification asks to ignore relative paths.
        return text.hasPrefix("/") ? text : nil
    }
}
