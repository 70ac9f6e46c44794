// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// Where the program that runs is: its companions are found from there.
package enum RunningProgram {
    /// Its folder, absolute; nil where the system does not tell (proc(5), `/proc/self/exe`).
    package static var folder: String? {
        var link = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink("/proc/self/exe", &link, link.count)
        let path = link.prefix(max(0, count)).map { UInt8(bitPattern: $0) }
        return path.lastIndex(of: UInt8(ascii: "/")).map {
            String(decoding: path[..<$0], as: UTF8.self)
        }
    }
}
