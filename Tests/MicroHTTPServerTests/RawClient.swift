// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

/// A few milliseconds of nothing, between two looks at something that is waited for.
func breathe() { usleep(5_000) }

/// Looks again and again until it holds; false when it has not within the deadline.
func eventually(within seconds: Double = 10, _ holds: () -> Bool) -> Bool {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < deadline {
        if holds() { return true }
        breathe()
    }
    return holds()
}

/// A client that sends exactly what it is told, over one connection.
final class RawClient {
    private(set) var descriptor: Int32
    /// What came and was not taken yet.
    private(set) var received: [UInt8] = []
    private(set) var isAtEnd = false
    /// Where it is connected to.
    let port: UInt16
    /// Lives as long as the client.
    var companion: AnyObject?

    struct NoConnection: Error {}
    struct Silence: Error {
        var soFar: String
    }

    init(_ port: UInt16, receiveBuffer: Int32? = nil) throws {
        self.port = port
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        if var receiveBuffer {
            unsafe setsockopt(
                descriptor,
                SOL_SOCKET,
                SO_RCVBUF,
                &receiveBuffer,
                socklen_t(MemoryLayout<Int32>.size)
            )
        }
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_port = port.bigEndian
        place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let outcome = unsafe withUnsafePointer(to: &place) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard outcome == 0 else {
            // `deinit` closes the descriptor: all properties have their values here.
            throw NoConnection()
        }
    }

    deinit { close() }

    func close() {
        if descriptor >= 0 { Glibc.close(descriptor) }
        descriptor = -1
    }

    /// False when the other side takes no more.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// A GET, or another request without a body.
    func ask(_ path: String, _ method: String = "GET", fields: String = "") {
        send("\(method) \(path) HTTP/1.1\r\nHost: here\r\n\(fields)\r\n")
    }

    struct Answer {
        var status: Int
        var head: String
        var body: [UInt8]
        var text: String { String(decoding: body, as: UTF8.self) }

        func field(_ name: String) -> String? {
            head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("\(name):") }.map {
                $0.dropFirst(name.count + 1).drop { $0 == " " }.description
            }
        }
    }

    /// The next answer, body included.
    func answer(toHead: Bool = false, within seconds: Double = 10) throws -> Answer {
        var answer = try head(within: seconds)
        if toHead || answer.status == 204 || answer.status == 304 || answer.status < 200 {
            return answer
        }
        if answer.field("transfer-encoding") == "chunked" {
            while let chunk = try chunk(within: seconds) { answer.body += chunk }
        } else if let count = answer.field("content-length").flatMap({ Int($0) }) {
            answer.body = try take(count, within: seconds)
        }
        return answer
    }

    func head(within seconds: Double = 10) throws -> Answer {
        let head = String(decoding: try take(until: "\r\n\r\n", within: seconds), as: UTF8.self)
        let status = Int(head.split(separator: " ").dropFirst().first ?? "") ?? 0
        return Answer(status: status, head: head, body: [])
    }

    /// Nil for the last one.
    func chunk(within seconds: Double = 10) throws -> [UInt8]? {
        let line = try take(until: "\r\n", within: seconds).dropLast(2)
        let count = try #require(Int(String(decoding: line, as: UTF8.self), radix: 16))
        let bytes = try take(count + 2, within: seconds).dropLast(2)
        return count == 0 ? nil : Array(bytes)
    }

    /// Whether the other side closes.
    func isClosed(within seconds: Double) -> Bool {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while !isAtEnd, ContinuousClock.now < deadline { receive(milliseconds: 50) }
        return isAtEnd
    }

    /// All that came before the end.
    var rest: String { String(decoding: received, as: UTF8.self) }

    private func take(until mark: String, within seconds: Double) throws -> [UInt8] {
        let mark = Array(mark.utf8)
        return try take(within: seconds) { bytes in
            guard bytes.count >= mark.count else { return nil }
            return (0...bytes.count - mark.count).first {
                bytes[$0..<$0 + mark.count].elementsEqual(mark)
            }.map { $0 + mark.count }
        }
    }

    private func take(_ count: Int, within seconds: Double) throws -> [UInt8] {
        try take(within: seconds) { $0.count >= count ? count : nil }
    }

    private func take(
        within seconds: Double,
        _ length: ([UInt8]) -> Int?
    ) throws -> [UInt8] {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while true {
            if let count = length(received) {
                defer { received.removeFirst(count) }
                return Array(received.prefix(count))
            }
            guard !isAtEnd, ContinuousClock.now < deadline else { throw Silence(soFar: rest) }
            receive(milliseconds: 100)
        }
    }

    private func receive(milliseconds: Int32) {
        var looked = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&looked, 1, milliseconds) > 0 else { return }
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
        if count > 0 { received += buffer.prefix(count) } else { isAtEnd = true }
    }
}
