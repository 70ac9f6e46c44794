// SPDX-License-Identifier: Apache-2.0
internal import CSharing
package import Faults
internal import Glibc

/// An open descriptor that came from another process; closed when it goes away.
package final class SharedDescriptor: Sendable {
    /// The descriptor.
    package let number: Int32

    /// Takes over a descriptor.
    package init(adopting number: Int32) { self.number = number }

    deinit { close(number) }
}

/// Memory that two processes have mapped.
///
/// Its size is sealed, so that neither can cut it off under the other. What the other side writes
/// may change at any moment: it is copied once and judged afterwards.
@safe
package final class SharedMemory: @unchecked Sendable {
    // Sendable by hand: the mapping lives as long as the object, the number of the flag is read
    // and written atomically, and pixels are touched by the one thread that holds the worker.

    /// The descriptor of the memory, to be sent.
    package let descriptor: SharedDescriptor
    /// How many bytes there are.
    package let count: Int
    private let start: UnsafeMutableRawPointer

    /// New memory, all zero.
    ///
    /// - Parameter count: how many bytes, above zero.
    /// - Throws: `insufficientStorage` when there is no more memory.
    package convenience init(count: Int) throws(Fault) {
        let descriptor = sharing_make_memory(count)
        guard descriptor >= 0 else { throw Self.noMemory(errno) }
        try self.init(mapping: SharedDescriptor(adopting: descriptor), count: count)
    }

    /// Memory of another process.
    ///
    /// - Parameters:
    ///   - descriptor: its descriptor.
    ///   - count: how many bytes it has.
    /// - Throws: `internal` when it is smaller, `insufficientStorage`.
    package init(mapping descriptor: SharedDescriptor, count: Int) throws(Fault) {
        var status = stat()
        guard unsafe fstat(descriptor.number, &status) == 0, count > 0,
            Int(status.st_size) >= count
        else { throw Fault(.internal, "Shared memory is smaller than was said.") }
        let start = unsafe mmap(
            nil,
            count,
            PROT_READ | PROT_WRITE,
            Int32(MAP_SHARED),
            descriptor.number,
            0
        )
        guard let start = unsafe start, unsafe start != MAP_FAILED else {
            throw Self.noMemory(errno)
        }
        self.descriptor = descriptor
        self.count = count
        unsafe self.start = start
    }

    deinit { unsafe munmap(start, count) }

    /// The bytes themselves, while `body` runs.
    package func withBytes<Value, Failure: Error>(
        _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try unsafe body(UnsafeMutableRawBufferPointer(start: start, count: count))
    }

    /// The first number of the memory, which says which call shall stop.
    package var flag: UInt32 {
        get { unsafe sharing_load(start.assumingMemoryBound(to: UInt32.self)) }
        set { unsafe sharing_store(start.assumingMemoryBound(to: UInt32.self), newValue) }
    }

    /// Bytes that another process may read and nobody may change.
    ///
    /// - Parameters:
    ///   - count: how many bytes, above zero.
    ///   - fill: writes them.
    /// - Returns: the descriptor to be sent.
    /// - Throws: `insufficientStorage`, and what `fill` throws.
    static func sealed(
        count: Int,
        _ fill: (UnsafeMutableRawBufferPointer) throws(Fault) -> Void
    ) throws(Fault) -> SharedDescriptor {
        // The mapping must be gone before the kernel takes the seal.
        let descriptor: SharedDescriptor
        do {
            let memory = try SharedMemory(count: count)
            try unsafe memory.withBytes(fill)
            descriptor = memory.descriptor
        }
        guard sharing_seal_writing(descriptor.number) == 0 else { throw noMemory(errno) }
        return descriptor
    }

    private static func noMemory(_ code: Int32) -> Fault {
        Fault(
            .insufficientStorage,
            "There is not enough memory to show the page; close other programs.",
            cause: unsafe String(cString: strerror(code))
        )
    }
}
