// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// Frames over one end of a socket pair.
///
/// It does not own the descriptor.
package struct FrameConnection: Sendable {
    /// The socket.
    package let descriptor: Int32

    /// Speaks over `descriptor`, a connected stream socket.
    package init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Sends one frame; without a deadline it waits as long as it takes.
    package func send(
        _ header: FrameHeader,
        _ payload: [UInt8],
        by deadline: Deadline? = nil
    ) throws(WireFailure) {
        try send(header.bytes, by: deadline)
        try send(payload, by: deadline)
    }

    /// Receives one frame of an expected kind.
    package func receive(
        expecting kinds: [FrameKind],
        maximumLength: Int,
        by deadline: Deadline? = nil
    ) throws(WireFailure) -> (header: FrameHeader, payload: [UInt8]) {
        let start = try receive(count: FrameHeader.byteCount, by: deadline)
        let header = try FrameHeader(
            reading: start,
            expecting: kinds,
            maximumLength: maximumLength
        )
        return (header, try receive(count: header.length, by: deadline))
    }

    /// Sends bytes as they are; tests use it to tell lies.
    package func send(_ bytes: [UInt8], by deadline: Deadline?) throws(WireFailure) {
        var sent = 0
        while sent < bytes.count {
            let done = unsafe bytes.withUnsafeBytes { buffer in
                // MSG_NOSIGNAL: a worker that has died is an answer, not a SIGPIPE.
                unsafe Glibc.send(
                    descriptor,
                    buffer.baseAddress.map { unsafe $0 + sent },
                    bytes.count - sent,
                    Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
                )
            }
            if done >= 0 {
                sent += done
                continue
            }
            try recover(from: errno, waitingFor: POLLOUT, by: deadline)
        }
    }

    private func receive(count: Int, by deadline: Deadline?) throws(WireFailure) -> [UInt8] {
        var failure: WireFailure?
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, received in
            do throws(WireFailure) {
                while received < count {
                    let got = unsafe recv(
                        descriptor,
                        buffer.baseAddress.map { unsafe $0 + received },
                        count - received,
                        Int32(MSG_DONTWAIT)
                    )
                    if got == 0 { throw .closed }
                    if got > 0 {
                        received += got
                        continue
                    }
                    try recover(from: errno, waitingFor: POLLIN, by: deadline)
                }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// After a call gave `code`: waits until it can be repeated, or throws.
    private func recover(
        from code: Int32,
        waitingFor event: Int32,
        by deadline: Deadline?
    ) throws(WireFailure) {
        switch code {
        case EINTR: return
        case EPIPE, ECONNRESET: throw .closed
        case EAGAIN, EWOULDBLOCK: break
        default: throw .system(code)
        }
        var request = pollfd(fd: descriptor, events: Int16(event), revents: 0)
        let ready = unsafe poll(&request, 1, deadline?.millisecondsLeft ?? -1)
        if ready == 0 { throw .timedOut }
        if ready < 0 && errno != EINTR { throw .system(errno) }
    }
}
