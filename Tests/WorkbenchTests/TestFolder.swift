// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

/// A folder that lives as long as a test.
final class TestFolder {
    let path: String

    init() throws {
        let made = unsafe "/tmp/inkstone-workbench-XXXXXX".withCString { template in
            let copy = unsafe strdup(template)
            defer { unsafe free(copy) }
            guard let copy = unsafe copy, unsafe mkdtemp(copy) != nil else { return "" }
            return unsafe String(cString: copy)
        }
        try #require(!made.isEmpty)
        path = made
    }

    deinit {
        for name in (try? names()) ?? [] { remove(name) }
        _ = unsafe rmdir(path)
    }

    /// Removes a file.
    func remove(_ name: String) { _ = unsafe unlink(self / name) }

    /// Whether there is a file.
    func has(_ name: String) -> Bool { unsafe access(self / name, F_OK) == 0 }

    /// Gives a file a second name.
    func link(_ name: String, as other: String) -> Bool {
        unsafe Glibc.link(self / name, self / other) == 0
    }

    /// Makes a symbolic link to a name in the folder.
    func point(_ name: String, to other: String) -> Bool {
        unsafe symlink(other, self / name) == 0
    }

    static func / (folder: TestFolder, name: String) -> String { folder.path + "/" + name }

    /// Writes a file and returns its path.
    @discardableResult
    func write(_ bytes: [UInt8], _ name: String) throws -> String {
        let file = try unsafe #require(unsafe fopen(self / name, "w"))
        defer { unsafe fclose(file) }
        #expect(unsafe fwrite(bytes, 1, bytes.count, file) == bytes.count)
        return self / name
    }

    /// The bytes of a file.
    func read(_ name: String) throws -> [UInt8] { try Self.read(self / name) }

    /// The bytes of a file.
    static func read(_ path: String) throws -> [UInt8] {
        let file = try unsafe #require(unsafe fopen(path, "r"))
        defer { unsafe fclose(file) }
        var bytes: [UInt8] = []
        var window = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe fread(&window, 1, window.count, file)
            if count == 0 { return bytes }
            bytes += window[..<count]
        }
    }

    /// The names of all files, hidden ones too.
    func names() throws -> [String] {
        let folder = try unsafe #require(unsafe opendir(path))
        defer { unsafe closedir(folder) }
        var names: [String] = []
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
                unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) { name in
                    unsafe String(cString: name)
                }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }
}

/// Removes a folder and the files in it.
func removeFolder(_ path: String) {
    guard let folder = unsafe opendir(path) else { return }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
        names.append(
            unsafe withUnsafePointer(to: entry.pointee.d_name) { name in
                unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) { name in
                    unsafe String(cString: name)
                }
            }
        )
    }
    _ = unsafe closedir(folder)
    for name in names where name != "." && name != ".." { _ = unsafe unlink(path + "/" + name) }
    _ = unsafe rmdir(path)
}
