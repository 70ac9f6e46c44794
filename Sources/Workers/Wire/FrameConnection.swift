// SPDX-License-Identifier: Apache-2.0
internal import CSharing
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
    ///
    /// Descriptors go along with its first byte; the sender keeps its own.
    package func send(
        _ header: FrameHeader,
        _ payload: [UInt8],
        descriptors: [Int32] = [],
        by deadline: Deadline? = nil
    ) throws(WireFailure) {
        // Small frames in one piece: a second call would wake the other side twice.
        if payload.count <= Self.smallBytes {
            try send(header.bytes + payload, descriptors: descriptors, by: deadline)
        } else {
            try send(header.bytes, descriptors: descriptors, by: deadline)
            try send(payload, by: deadline)
        }
    }

    private static let smallBytes = 4096

    /// Receives one frame of an expected kind.
    ///
    /// Descriptors that come along belong to the receiver; one that wants none closes them.
    package func receive(
        expecting kinds: [FrameKind],
        maximumLength: Int,
        maximumDescriptors: Int = 0,
        by deadline: Deadline? = nil
    ) throws(WireFailure) -> (header: FrameHeader, payload: [UInt8], descriptors: [Int32]) {
        var descriptors: [Int32] = []
        do throws(WireFailure) {
            let start = try receive(
                count: FrameHeader.byteCount,
                &descriptors,
                maximumDescriptors,
                by: deadline
            )
            let header = try FrameHeader(
                reading: start,
                expecting: kinds,
                maximumLength: maximumLength
            )
            let payload = try receive(count: header.length, &descriptors, 0, by: deadline)
            return (header, payload, descriptors)
        } catch {
            for descriptor in descriptors { close(descriptor) }
            throw error
        }
    }

    /// Sends bytes as they are; tests use it to tell lies.
    package func send(
        _ bytes: [UInt8],
        descriptors: [Int32] = [],
        by deadline: Deadline?
    ) throws(WireFailure) {
        var sent = 0
        while sent < bytes.count {
            let done = unsafe bytes.withUnsafeBytes { buffer in
                unsafe sharing_send(
                    descriptor,
                    buffer.baseAddress.map { unsafe $0 + sent },
                    bytes.count - sent,
                    descriptors,
                    sent == 0 ? descriptors.count : 0
                )
            }
            if done >= 0 {
                sent += done
                continue
            }
            try recover(from: errno, waitingFor: POLLOUT, by: deadline)
        }
    }

    private func receive(
        count: Int,
        _ descriptors: inout [Int32],
        _ maximumDescriptors: Int,
        by deadline: Deadline?
    ) throws(WireFailure) -> [UInt8] {
        var failure: WireFailure?
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, received in
            do throws(WireFailure) {
                while received < count {
                    var taken = [Int32](repeating: -1, count: maximumDescriptors)
                    var takenCount = 0
                    let got = unsafe sharing_receive(
                        descriptor,
                        buffer.baseAddress.map { unsafe $0 + received },
                        count - received,
                        &taken,
                        maximumDescriptors,
                        &takenCount
                    )
                    if got >= 0 { descriptors += taken.prefix(takenCount) }
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
