// SPDX-License-Identifier: Apache-2.0
internal import CSystem
internal import Glibc

/// Bytes: copying, writing, syncing.
extension SystemFiles {
    package func clone(_ source: Int32, to destination: Int32) throws(SystemError) {
        try checked(csystem_clone(source, destination))
    }

    package func copyRange(
        _ source: Int32,
        at from: Int,
        to destination: Int32,
        at offset: Int,
        count: Int
    ) throws(SystemError) -> Int {
        try checked(csystem_copy_range(source, Int64(from), destination, Int64(offset), count))
    }

    package func read(_ descriptor: Int32, at offset: Int, count: Int) throws(SystemError)
        -> [UInt8]
    {
        var failure: SystemError?
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            let got = unsafe pread(descriptor, buffer.baseAddress, count, off_t(offset))
            if got < 0 { failure = SystemError(errno) }
            filled = max(got, 0)
        }
        if let failure { throw failure }
        return bytes
    }

    package func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32, at offset: Int)
        throws(SystemError) -> Int
    {
        let (written, number) = unsafe bytes.withUnsafeBytes { buffer in
            let written = unsafe pwrite(
                descriptor,
                buffer.baseAddress,
                buffer.count,
                off_t(offset)
            )
            return (written, errno)
        }
        guard written >= 0 else { throw SystemError(number) }
        return written
    }

    package func truncate(_ descriptor: Int32, to count: Int) throws(SystemError) {
        guard ftruncate(descriptor, off_t(count)) == 0 else { throw SystemError(errno) }
    }

    package func startWriting(_ descriptor: Int32, at offset: Int, count: Int)
        throws(SystemError)
    {
        try checked(csystem_start_writing(descriptor, Int64(offset), Int64(count)))
    }

    package func sync(_ descriptor: Int32) throws(SystemError) {
        try checked(csystem_sync(descriptor))
    }

    package func startSync(_ descriptor: Int32) throws(SystemError) -> PendingSync {
        PendingSync { () throws(SystemError) in
            try patiently { () throws(SystemError) in try sync(descriptor) }
        }
    }

    package func syncAll(_ descriptor: Int32) throws(SystemError) {
        try checked(csystem_sync_all(descriptor))
    }
}
