// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// The names of all faces that are installed, as PDFium makes them.
///
/// PDFium reads every font of the system before it takes the first one that a file does not have,
/// and nearly every file names a standard font. That is a quarter of the time in which a page is
/// drawn. Here the same folders are gone through in the same order, and of each face is read what
/// its name is made of (OpenType, 5.2 "name"): a third of the system calls.
struct InstalledFaces {
    /// Where PDFium looks for fonts.
    static let systemFolders = [
        "/usr/share/fonts", "/usr/share/X11/fonts/Type1", "/usr/share/X11/fonts/TTF",
        "/usr/local/share/fonts",
    ]

    /// The names in the order of the files, each once.
    private(set) var names: [[UInt8]] = []
    /// Whether all is so that PDFium would find these very names.
    ///
    /// What names in other than plain ASCII become depends on what it found before, and folders
    /// may be so deep that descriptors run out.
    private(set) var areCertain = true
    /// Whether a name resembles that of a standard font, or of one that stands for it.
    private(set) var resembleStandardFonts = false

    private var known: Set<[UInt8]> = []

    /// Folders within folders that are gone into.
    private static let mostDeep = 16
    /// Parts of the names of standard fonts, and of those that PDFium takes for them, in the form
    /// in which it compares names.
    private static let standardFamilies = ["courier", "helvetica", "times", "arial"].map {
        Array($0.utf8)
    }

    /// Goes through folders; those that are not there have no fonts.
    init(folders: [String] = systemFolders) {
        for folder in folders { scanFolder(AT_FDCWD, folder, depth: 0) }
    }

    private mutating func scanFolder(_ parent: Int32, _ name: String, depth: Int) {
        guard depth < Self.mostDeep else {
            areCertain = false
            return
        }
        let descriptor = unsafe openat(parent, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno != ENOENT && errno != EACCES { areCertain = false }
            return
        }
        guard let folder = unsafe fdopendir(descriptor) else {
            areCertain = false
            close(descriptor)
            return
        }
        defer { unsafe closedir(folder) }
        while areCertain, let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { letters in
                let letters = unsafe UnsafeRawPointer(letters)
                return unsafe String(cString: letters.assumingMemoryBound(to: CChar.self))
            }
            switch unsafe Self.kind(entry.pointee.d_type, descriptor, name) {
            case S_IFDIR where name != "." && name != "..":
                scanFolder(descriptor, name, depth: depth + 1)
            case S_IFREG where Self.isFont(name): scanFile(descriptor, name)
            // PDFium reads no further in a folder after a link that leads nowhere.
            case nil: return
            default: break
            }
        }
    }

    /// What an entry of a folder is; links are followed.
    private static func kind(_ type: UInt8, _ folder: Int32, _ name: String) -> mode_t? {
        switch Int(type) {
        case DT_DIR: return S_IFDIR
        case DT_REG: return S_IFREG
        default:
            var status = stat()
            guard unsafe fstatat(folder, name, &status, 0) == 0 else { return nil }
            return status.st_mode & S_IFMT
        }
    }

    private static let endings = [".ttf", ".ttc", ".otf"].map { Array($0.utf8) }

    private static func isFont(_ name: String) -> Bool {
        let ending = name.utf8.suffix(4).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        return endings.contains(ending)
    }

    private mutating func scanFile(_ folder: Int32, _ name: String) {
        let descriptor = unsafe openat(folder, name, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno != EACCES { areCertain = false }
            return
        }
        defer { close(descriptor) }
        guard let font = FontFileNames(descriptor) else {
            areCertain = false
            return
        }
        for face in font.faces {
            guard let face else {
                areCertain = false
                return
            }
            add(face)
        }
    }

    private mutating func add(_ name: [UInt8]) {
        guard known.insert(name).inserted else { return }
        names.append(name)
        resembleStandardFonts = resembleStandardFonts || Self.resemblesStandardFont(name)
    }

    /// Compared as PDFium does: without spaces, hyphens and commas, and in small letters.
    static func resemblesStandardFont(_ name: [UInt8]) -> Bool {
        var compared: [UInt8] = []
        compared.reserveCapacity(name.count)
        for letter in name where letter != 0x20 && letter != 0x2C && letter != 0x2D {
            compared.append((0x41...0x5A).contains(letter) ? letter | 0x20 : letter)
        }
        for start in compared.indices {
            for family in standardFamilies where family[0] == compared[start] {
                if compared[start...].starts(with: family) { return true }
            }
        }
        return false
    }
}
