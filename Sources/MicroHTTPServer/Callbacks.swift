// SPDX-License-Identifier: Apache-2.0
internal import CMicroHTTP
internal import Glibc

/// What the library calls.
///
/// Behind its pointers are the core, for each connection a `Connection`,
/// and for each request an `Exchange`; those two are counted from their beginning to their end.
enum Callbacks {
    static func fill(_ terms: inout microhttp_terms) {
        unsafe terms.may_connect = { context, address, _ in
            guard let context = unsafe context, let address = unsafe address else { return .NO }
            let core = unsafe Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
            return unsafe core.mayConnect(text(of: address)) ? .YES : .NO
        }
        unsafe terms.connection_changed = { context, connection, place, code in
            guard let context = unsafe context, let connection = unsafe connection,
                let place = unsafe place
            else { return }
            let core = unsafe Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
            let descriptor = unsafe microhttp_descriptor(connection)
            if code == .CONNECTION_NOTIFY_STARTED {
                let address = unsafe microhttp_client(connection)
                let opened = unsafe core.open(
                    descriptor: descriptor,
                    address: address.map { unsafe text(of: $0) } ?? ""
                )
                unsafe place.pointee = Unmanaged.passRetained(opened).toOpaque()
            } else if let known = unsafe place.pointee {
                unsafe place.pointee = nil
                unsafe core.close(
                    Unmanaged<Connection>.fromOpaque(known).takeRetainedValue(),
                    descriptor: descriptor
                )
            }
        }
        unsafe terms.request_began = { context, target, connection in
            guard let context = unsafe context, let target = unsafe target,
                let connection = unsafe connection,
                let known = unsafe microhttp_connection_context(connection)
            else { return nil }
            let exchange = unsafe Exchange(
                core: Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue(),
                connection: Unmanaged<Connection>.fromOpaque(known).takeUnretainedValue(),
                target: [UInt8](UnsafeRawBufferPointer(start: target, count: strlen(target)))
            )
            return unsafe Unmanaged.passRetained(exchange).toOpaque()
        }
        unsafe terms.request_moved = { _, connection, _, method, _, data, count, place in
            guard let connection = unsafe connection, let method = unsafe method,
                let count = unsafe count, let known = unsafe place?.pointee
            else { return .NO }
            let exchange = unsafe Unmanaged<Exchange>.fromOpaque(known).takeUnretainedValue()
            let piece = unsafe UnsafeRawBufferPointer(start: data, count: count.pointee)
            unsafe count.pointee = 0
            return unsafe exchange.move(
                ConnectionHandle(pointer: connection),
                method: String(cString: method),
                piece: piece
            ) ? .YES : .NO
        }
        unsafe terms.request_ended = { _, _, place, reason in
            guard let place = unsafe place, let known = unsafe place.pointee else { return }
            unsafe place.pointee = nil
            unsafe Unmanaged<Exchange>.fromOpaque(known).takeRetainedValue().end(
                isComplete: reason == .REQUEST_TERMINATED_COMPLETED_OK
            )
        }
    }
}

private func text(of address: UnsafePointer<sockaddr>) -> String {
    var text = [CChar](repeating: 0, count: 64)
    guard unsafe microhttp_address_text(address, &text, text.count) else { return "" }
    return String(
        decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) },
        as: UTF8.self
    )
}
