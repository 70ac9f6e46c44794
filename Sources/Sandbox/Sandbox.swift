// SPDX-License-Identifier: Apache-2.0
internal import CSandbox
internal import Glibc
package import Workers

/// The walls around a worker.
///
/// They go up once, before the first byte of a stranger is read, and never come down.
package enum Sandbox {
    /// What the dynamic loader and the libraries read while they work.
    private static let libraryFolders = [
        "/usr", "/lib", "/lib64", "/etc/fonts", "/etc/ld.so.cache", "/var/cache/fontconfig",
    ]

    /// Closes what was inherited, sets the limits and puts up every wall this kernel has.
    ///
    /// `readableFolders` are added to the libraries' own: where fonts and their caches are.
    ///
    /// Returns the walls that stand; a missing one is no reason not to work.
    package static func enter(
        _ program: WorkerProgram,
        readableFolders: [String]
    ) -> WorkerConfinement {
        _ = sandbox_close_from(3)
        setLimits(program)
        _ = sandbox_give_up_privileges()
        var confinement: WorkerConfinement = []
        if restrictFiles(to: libraryFolders + readableFolders) { confinement.insert(.files) }
        if SystemCallFilter.install() { confinement.insert(.systemCalls) }
        return confinement
    }

    private static func setLimits(_ program: WorkerProgram) {
        limit(__rlimit_resource_t(RLIMIT_AS.rawValue), program.addressSpaceBytes)
        limit(__rlimit_resource_t(RLIMIT_CPU.rawValue), WorkerLimits.processorSeconds)
        limit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), WorkerLimits.openFiles)
        limit(__rlimit_resource_t(RLIMIT_CORE.rawValue), 0)
        limit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), 0)
    }

    private static func limit(_ resource: __rlimit_resource_t, _ value: Int) {
        var limits = rlimit(rlim_cur: rlim_t(value), rlim_max: rlim_t(value))
        _ = unsafe setrlimit(resource, &limits)
    }

    private static func restrictFiles(to folders: [String]) -> Bool {
        let pointers = unsafe folders.map { unsafe UnsafePointer(strdup($0)) }
        defer { unsafe pointers.forEach { unsafe free(UnsafeMutablePointer(mutating: $0)) } }
        return unsafe sandbox_restrict_files(pointers, pointers.count) == 0
    }
}
