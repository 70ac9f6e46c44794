// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Glibc

/// A socket that listens, made here so that a refusal can be told in words.
struct ListeningSocket {
    /// The descriptor, which is its owner's to close.
    let descriptor: Int32
    /// The port that it got.
    let port: UInt16

    /// Connections that the kernel keeps until they are accepted: a page that opens sends dozens
    /// at once, two hundred viewers a thousand.
    private static let backlog: Int32 = 1024

    /// Listens.
    ///
    /// - Throws: `usage` for what is no address, `permissionDenied`, or `alreadyExists` when
    ///   somebody listens there.
    init(address: String, port: UInt16) throws(Fault) {
        let isSix = address.utf8.contains(UInt8(ascii: ":"))
        let socket = Glibc.socket(
            isSix ? AF_INET6 : AF_INET,
            Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue),
            0
        )
        guard socket >= 0 else { throw Self.fault(address, port) }
        do throws(Fault) {
            // A server that starts again finds connections of the last one still ending.
            var yes: Int32 = 1
            unsafe setsockopt(
                socket,
                SOL_SOCKET,
                SO_REUSEADDR,
                &yes,
                socklen_t(MemoryLayout<Int32>.size)
            )
            let bound =
                try isSix
                ? Self.bindSix(socket, address, port)
                : Self.bindFour(
                    socket,
                    address,
                    port
                )
            guard bound == 0, listen(socket, Self.backlog) == 0 else {
                throw Self.fault(address, port)
            }
            self.port = Self.port(of: socket)
            descriptor = socket
        } catch {
            close(socket)
            throw error
        }
    }

    private static func bindFour(
        _ socket: Int32,
        _ address: String,
        _ port: UInt16
    ) throws(Fault) -> Int32 {
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_port = port.bigEndian
        guard unsafe inet_pton(AF_INET, address, &place.sin_addr) == 1 else {
            throw noAddress(address)
        }
        return unsafe withUnsafePointer(to: &place) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    private static func bindSix(
        _ socket: Int32,
        _ address: String,
        _ port: UInt16
    ) throws(Fault) -> Int32 {
        var place = sockaddr_in6()
        place.sin6_family = sa_family_t(AF_INET6)
        place.sin6_port = port.bigEndian
        guard unsafe inet_pton(AF_INET6, address, &place.sin6_addr) == 1 else {
            throw noAddress(address)
        }
        // `::` is IPv4 too, whatever the system's own choice.
        var no: Int32 = 0
        unsafe setsockopt(
            socket,
            Int32(IPPROTO_IPV6),
            IPV6_V6ONLY,
            &no,
            socklen_t(MemoryLayout<Int32>.size)
        )
        return unsafe withUnsafePointer(to: &place) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in6>.size))
            }
        }
    }

    /// The port stands at the same place for both families.
    private static func port(of socket: Int32) -> UInt16 {
        var place = sockaddr_in6()
        var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
        _ = unsafe withUnsafeMutablePointer(to: &place) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe getsockname(socket, $0, &length)
            }
        }
        return UInt16(bigEndian: place.sin6_port)
    }

    private static func noAddress(_ address: String) -> Fault {
        Fault(
            .usage,
            "\(address) is no numeric address; give one such as 127.0.0.1, 0.0.0.0 or ::1."
        )
    }

    private static func fault(_ address: String, _ port: UInt16) -> Fault {
        let number = errno
        let cause = unsafe String(cString: strerror(number))
        return switch number {
        case EADDRINUSE:
            Fault(
                .alreadyExists,
                "Somebody listens on port \(port) already; choose another with --port.",
                cause: cause
            )
        case EACCES, EPERM:
            Fault(
                .permissionDenied,
                "Port \(port) needs rights that you do not have; choose one above 1023.",
                cause: cause
            )
        case EADDRNOTAVAIL:
            Fault(.usage, "This machine does not have the address \(address).", cause: cause)
        default:
            Fault(.internal, "Nothing can listen on \(address) port \(port).", cause: cause)
        }
    }
}
