// SPDX-License-Identifier: Apache-2.0

/// An open descriptor that closes itself, and with that gives up its lock.
package final class OwnedDescriptor: Sendable {
    package let number: Int32
    private let files: any FileSystem

    package init(_ number: Int32, of files: any FileSystem) {
        self.number = number
        self.files = files
    }

    deinit { files.close(number) }
}

extension FileSystem {
    package func opened(_ path: String, in folder: Int32? = nil, _ kind: OpenKind)
        throws(SystemError)
        -> OwnedDescriptor
    {
        OwnedDescriptor(
            try patiently { () throws(SystemError) in
                try open(path, in: folder ?? workingFolder, kind)
            },
            of: self
        )
    }
}
