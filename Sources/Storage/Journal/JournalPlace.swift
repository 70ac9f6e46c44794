// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Glibc

/// Where the journals of a file are.
public enum JournalPlace: Sendable, Hashable {
    /// In the folder of the file, which goes where the file goes.
    case besideFile
    /// In a folder of the user's for the journals of all files, where nobody else can look.
    case folder(String)

    /// The user's folder for data, with a folder of ours in it (XDG Base Directory Specification);
    /// nil without a home.
    public static var userData: JournalPlace? {
        UserFolder.path("XDG_DATA_HOME", underHome: ".local/share").map {
            .folder($0 + "/journals")
        }
    }

    /// The open folder, and what names the file in it.
    func open(for path: String, of files: any FileSystem) throws(Fault) -> (OwnedDescriptor, String)
    {
        do throws(SystemError) {
            let resolved = try patiently { () throws(SystemError) in try files.realPath(path) }
            switch self {
            case .folder(let folder): return (try files.privateFolder(folder), resolved)
            case .besideFile:
                let parts = resolved.split(separator: "/")
                let parent = "/" + parts.dropLast().joined(separator: "/")
                return (try files.opened(parent, .folder), parts.last.map(String.init) ?? "")
            }
        } catch  where error.number == ENOENT || error.number == ENOTDIR {
            throw Fault(.notFound, "There is no such file.", cause: error.description)
        } catch {
            throw error.fault("The folder for unsaved changes could not be opened.")
        }
    }
}
