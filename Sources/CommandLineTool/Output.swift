// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Glibc

/// Writes to an open descriptor until all is written.
struct Output {
    /// Whether the bytes arrived.
    enum Outcome: Sendable {
        /// All are written.
        case written
        /// Nobody reads any more (`inkstone … | head`); the program should end quietly.
        case readerGone
    }

    /// Writes some of the bytes; returns how many, or the negated error number.
    typealias SystemWrite = (Span<UInt8>) -> Int

    private let systemWrite: SystemWrite

    /// Standard output.
    static var standard: Output { Output(descriptor: STDOUT_FILENO) }
    /// Standard error.
    static var error: Output { Output(descriptor: STDERR_FILENO) }

    /// Writes to a descriptor, which stays open.
    init(descriptor: Int32) {
        self.init { bytes in
            let count = unsafe bytes.withUnsafeBufferPointer { bytes in
                unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
            }
            if count >= 0 { return count }
            let failure = errno
            // Somebody who shares the descriptor may have made it non-blocking.
            if failure == EAGAIN {
                var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = unsafe poll(&wanted, 1, -1)
            }
            return -Int(failure)
        }
    }

    /// Writes through a function; tests give their own.
    init(systemWrite: @escaping SystemWrite) {
        self.systemWrite = systemWrite
    }

    /// Makes a write to a closed pipe an answer instead of the end of the program.
    static func prepare() {
        _ = signal(SIGPIPE, SIG_IGN)
    }

    /// Whether a person watches standard error.
    static var errorIsTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    /// Writes all bytes.
    ///
    /// - Throws: `saveFailed` when the system refuses them, as on a full disk.
    @discardableResult
    func write(_ bytes: some Sequence<UInt8>) throws(Fault) -> Outcome {
        var failure = 0
        let bytes = ContiguousArray(bytes)
        var done = 0
        while done < bytes.count && failure == 0 {
            let count = systemWrite(bytes.span.extracting(done...))
            if count >= 0 {
                done += count
            } else if -count != Int(EINTR) && -count != Int(EAGAIN) {
                failure = -count
            }
        }
        switch Int32(truncatingIfNeeded: failure) {
        case 0: return .written
        case EPIPE: return .readerGone
        case let number:
            throw Fault(
                .saveFailed,
                "The output could not be written.",
                cause: unsafe String(cString: strerror(number))
            )
        }
    }

    /// Writes all of a text, in UTF-8.
    @discardableResult
    func write(_ text: String) throws(Fault) -> Outcome {
        try write(text.utf8)
    }
}
