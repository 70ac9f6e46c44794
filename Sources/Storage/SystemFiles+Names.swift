// SPDX-License-Identifier: Apache-2.0
internal import CSystem
internal import Glibc

/// Names: linking, renaming, swapping.
extension SystemFiles {
    package func link(_ descriptor: Int32, as name: String, in folder: Int32)
        throws(SystemError)
    {
        try checked(unsafe csystem_link_descriptor(descriptor, folder, name))
    }

    package func link(_ name: String, as other: String, in folder: Int32) throws(SystemError) {
        try checked(unsafe csystem_link(folder, name, other))
    }

    package func rename(_ name: String, to other: String, in folder: Int32)
        throws(SystemError)
    {
        try checked(unsafe csystem_rename(folder, name, other))
    }

    package func renameExclusively(_ name: String, to other: String, in folder: Int32)
        throws(SystemError)
    {
        try checked(unsafe csystem_rename_exclusively(folder, name, other))
    }

    package func exchange(_ name: String, with other: String, in folder: Int32)
        throws(SystemError)
    {
        try checked(unsafe csystem_exchange(folder, name, other))
    }

    package func unlink(_ name: String, in folder: Int32) throws(SystemError) {
        try checked(unsafe csystem_unlink(folder, name))
    }

    package func makeFolder(_ name: String, in folder: Int32, mode: UInt32)
        throws(SystemError)
    {
        try checked(unsafe csystem_make_folder(folder, name, mode))
    }

    package func removeFolder(_ name: String, in folder: Int32) throws(SystemError) {
        try checked(unsafe csystem_remove_folder(folder, name))
    }
}

/// What is known beside the bytes: extended attributes (access lists are among them), owner, mode.
extension SystemFiles {
    /// The kernel's own limit for one value and for the list of names (`XATTR_SIZE_MAX`).
    private static let attributeBytes = 64 * 1024

    package func attributeNames(of descriptor: Int32) throws(SystemError) -> [String] {
        // Most files have none, and then no buffer is needed.
        guard try checked(csystem_list_attributes(descriptor, nil, 0)) > 0 else { return [] }
        var failure: SystemError?
        let bytes = unsafe [CChar](unsafeUninitializedCapacity: Self.attributeBytes) {
            buffer,
            filled in
            let got = unsafe csystem_list_attributes(descriptor, buffer.baseAddress, buffer.count)
            if got < 0 { failure = SystemError(Int32(-got)) }
            filled = max(got, 0)
        }
        if let failure { throw failure }
        return Self.strings(bytes)
    }

    package func attribute(_ name: String, of descriptor: Int32) throws(SystemError) -> [UInt8] {
        var failure: SystemError?
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Self.attributeBytes) {
            buffer,
            filled in
            let got = unsafe csystem_get_attribute(
                descriptor,
                name,
                buffer.baseAddress,
                buffer.count
            )
            if got < 0 { failure = SystemError(Int32(-got)) }
            filled = max(got, 0)
        }
        if let failure { throw failure }
        return bytes
    }

    package func setAttribute(_ name: String, to bytes: [UInt8], of descriptor: Int32)
        throws(SystemError)
    {
        try checked(unsafe csystem_set_attribute(descriptor, name, bytes, bytes.count))
    }

    package func removeAttribute(_ name: String, of descriptor: Int32) throws(SystemError) {
        try checked(unsafe csystem_remove_attribute(descriptor, name))
    }

    package func changeOwner(of descriptor: Int32, owner: UInt32?, group: UInt32?)
        throws(SystemError)
    {
        guard fchown(descriptor, owner ?? .max, group ?? .max) == 0 else {
            throw SystemError(errno)
        }
    }

    package func changeMode(of descriptor: Int32, to mode: UInt32) throws(SystemError) {
        guard fchmod(descriptor, mode) == 0 else { throw SystemError(errno) }
    }

    package func setModified(_ descriptor: Int32, to nanoseconds: Int64) throws(SystemError) {
        try checked(csystem_set_modified(descriptor, nanoseconds))
    }
}
