// SPDX-License-Identifier: Apache-2.0
internal import CMicroHTTP
internal import WebExchange

/// An answer as the library takes it.
@safe struct OutgoingResponse {
    /// Shorter bodies go out with the head in one piece.
    private static let mostCopied = 64 << 10
    /// A longer body goes in windows of this size, which is what a socket takes at once.
    static let windowBytes = 64 << 10

    /// Chunks are made in the connection's own memory; only for old clients, which know none, does a
    /// stream need a window, and a thousand of them should not hold one each that is large.
    private static let streamWindowBytes = 16 << 10

    /// What hands the body over; nil where the library has all of it.
    let reader: BodyReader?
    /// What the library has got already.
    let bytesHandedOver: Int
    private let status: Int
    private let pointer: OpaquePointer?

    init(_ wanted: WebResponse, exchange: Exchange, handle: ConnectionHandle) {
        let isSound =
            (200...999).contains(wanted.status) && wanted.fields.all.allSatisfy(FieldLaw.holds)
        if !isSound, case .stream(let stream) = wanted.body { stream.abandon() }
        let response = isSound ? wanted : OwnAnswers.broken
        status = response.status
        switch response.body {
        case .none:
            reader = nil
            bytesHandedOver = 0
            unsafe pointer = Self.whole([])
        case .bytes(let bytes) where bytes.count <= Self.mostCopied:
            reader = nil
            bytesHandedOver = bytes.count
            unsafe pointer = Self.whole(bytes)
        case .bytes(let bytes):
            let reader = BodyReader(
                .bytes(bytes),
                connection: exchange.connection,
                handle: handle
            )
            self.reader = reader
            bytesHandedOver = 0
            unsafe pointer = Self.windows(reader, UInt64(bytes.count))
        case .source(let source, let range):
            let reader = BodyReader(
                .source(source, range),
                connection: exchange.connection,
                handle: handle
            )
            self.reader = reader
            bytesHandedOver = 0
            unsafe pointer = Self.windows(reader, UInt64(range.count))
        case .stream(let stream):
            let reader = BodyReader(
                .stream(stream),
                connection: exchange.connection,
                handle: handle
            )
            self.reader = reader
            bytesHandedOver = 0
            unsafe pointer = Self.windows(reader, microhttp_unknown_length)
            if exchange.isHead { unsafe microhttp_avoid_chunks(pointer) }
        }
        for (name, value) in response.fields.all where !FieldLaw.isOfServer(name) {
            unsafe MHD_add_response_header(pointer, name, value)
        }
        if exchange.core.isStopping {
            unsafe MHD_add_response_header(pointer, "Connection", "close")
        }
    }

    private static func whole(_ bytes: [UInt8]) -> OpaquePointer? {
        var copy = bytes
        return unsafe copy.withUnsafeMutableBytes {
            unsafe MHD_create_response_from_buffer(
                $0.count,
                $0.baseAddress,
                .RESPMEM_MUST_COPY
            )
        }
    }

    private static func windows(_ reader: BodyReader, _ count: UInt64) -> OpaquePointer? {
        let context = unsafe Unmanaged.passRetained(reader)
        let response = unsafe MHD_create_response_from_callback(
            count,
            count == microhttp_unknown_length
                ? streamWindowBytes : Int(min(max(count, 1), UInt64(windowBytes))),
            { context, position, target, capacity in
                guard let context = unsafe context, let target = unsafe target else {
                    return microhttp_broken_body
                }
                return unsafe Unmanaged<BodyReader>.fromOpaque(context).takeUnretainedValue().read(
                    from: Int(position),
                    into: UnsafeMutableRawBufferPointer(start: target, count: capacity)
                )
            },
            context.toOpaque(),
            { context in
                guard let context = unsafe context else { return }
                unsafe Unmanaged<BodyReader>.fromOpaque(context).takeRetainedValue().abandon()
            }
        )
        if unsafe response == nil { unsafe context.release() }
        return unsafe response
    }

    /// Hands it to the library; false when it takes none.
    func queue(on handle: ConnectionHandle) -> Bool {
        guard let pointer = unsafe pointer else { return false }
        defer { unsafe MHD_destroy_response(pointer) }
        return unsafe MHD_queue_response(handle.pointer, UInt32(status), pointer) == .YES
    }
}

/// What a field of an answer may be (RFC 9110, 5.1 and 5.5).
enum FieldLaw {
    /// No value holds what would begin another field: that is a fault of the program, and nothing
    /// of such an answer goes out.
    static func holds(_ field: (name: String, value: String)) -> Bool {
        !field.name.isEmpty && field.name.utf8.allSatisfy(isToken)
            && field.value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
    }

    /// The server knows these better.
    static func isOfServer(_ name: String) -> Bool {
        ["content-length", "date", "connection", "transfer-encoding"].contains(name.lowercased())
    }

    private static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: Array("!#$%&'*+-.^_`|~".utf8).contains(byte)
        }
    }
}
