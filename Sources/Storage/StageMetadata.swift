// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Glibc

/// Carries owner, mode, access lists and extended attributes from a file to its successor.
///
/// What cannot be kept is said in a diagnostic, and never makes the file readable for more people
/// than before.
struct StageMetadata {
    let files: any FileSystem
    let original: Int32
    let stage: Int32

    /// Hashes and signatures of the old content, which the system makes anew.
    private static let describeContent: Set<String> = ["security.ima", "security.evm"]
    private static let accessList = "system.posix_acl_access"

    /// Carries everything.
    ///
    /// - Returns: what could not be kept.
    func carry(from status: FileStatus) throws(Fault) -> [Diagnostic] {
        var diagnostics: [Diagnostic] = []
        do {
            // Owner first, because changing it takes special bits of the mode away; mode last,
            // because an access list changes it.
            var mode = status.permissions
            let kept = try carryOwner(from: status)
            if !kept.owner {
                mode &= 0o1777
                diagnostics.append(Diagnostic(.note, "The file now belongs to you."))
            }
            if !kept.group {
                // The new group gets what everybody has.
                mode = mode & 0o1707 | (mode & 0o007) << 3
                diagnostics.append(Diagnostic(.note, "The group of the file could not be kept."))
            }
            try carryAttributes(&diagnostics)
            try patiently { () throws(SystemError) in try files.changeMode(of: stage, to: mode) }
        } catch {
            throw error.fault("The owner, mode or attributes of the file could not be kept.")
        }
        return diagnostics
    }

    private func carryOwner(from status: FileStatus) throws(SystemError)
        -> (owner: Bool, group: Bool)
    {
        let new = try patiently { () throws(SystemError) in try files.status(of: stage) }
        if new.owner == status.owner && new.group == status.group { return (true, true) }
        do {
            try patiently { () throws(SystemError) in
                try files.changeOwner(of: stage, owner: status.owner, group: status.group)
            }
            return (true, true)
        } catch  where error.number != EPERM { throw error } catch {}
        do {
            try patiently { () throws(SystemError) in
                try files.changeOwner(of: stage, owner: nil, group: status.group)
            }
            return (new.owner == status.owner, true)
        } catch  where error.number != EPERM { throw error } catch {}
        return (new.owner == status.owner, new.group == status.group)
    }

    private func carryAttributes(_ diagnostics: inout [Diagnostic]) throws(SystemError) {
        let kept = try names(of: original)
        // A folder with a default access list gives one to every new file.
        for name in try names(of: stage) where name == Self.accessList && !kept.contains(name) {
            try patiently { () throws(SystemError) in
                try files.removeAttribute(name, of: stage)
            }
        }
        for name in kept where !Self.describeContent.contains(name) {
            do {
                try patiently { () throws(SystemError) in
                    let bytes = try files.attribute(name, of: original)
                    try files.setAttribute(name, to: bytes, of: stage)
                }
            } catch  where error.number == ENODATA {
                // Removed since it was listed.
            } catch  where isTolerable(error) && name != Self.accessList {
                diagnostics.append(
                    Diagnostic(.note, "The attribute \(name) of the file could not be kept.")
                )
            }
        }
    }

    private func names(of descriptor: Int32) throws(SystemError) -> [String] {
        do {
            return try patiently { () throws(SystemError) in
                try files.attributeNames(of: descriptor)
            }
        } catch  where error.meansNotSupported { return [] }
    }

    private func isTolerable(_ error: SystemError) -> Bool {
        error.meansNotSupported || [EPERM, EACCES].contains(error.number)
    }
}
