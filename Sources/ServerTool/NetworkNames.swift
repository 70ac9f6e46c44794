// SPDX-License-Identifier: Apache-2.0
internal import CommandLineTool
internal import Glibc

/// By which names and numbers the server is reached.
struct NetworkNames: Sendable {
    /// All of them, in small letters.
    let hosts: Set<String>
    /// Names of the network, for a certificate.
    let names: [String]
    /// Numbers, for a certificate.
    let addresses: [String]
    /// The one that people are shown.
    let shown: String

    init(_ options: ServeOptions) {
        var names = ["localhost"]
        var addresses = ["127.0.0.1", "::1"]
        let given = Self.canonical(options.host)
        if !["127.0.0.1", "::1", "0.0.0.0", "::"].contains(given) { addresses.append(given) }
        var shown = options.host
        if !options.isLocal {
            let own = Self.ownAddresses()
            let isEverything = options.host == "0.0.0.0" || options.host == "::"
            if isEverything { addresses += own }
            if isEverything {
                shown = own.first { !$0.contains(":") } ?? own.first ?? "127.0.0.1"
            }
            if let name = Self.hostName() {
                names.append(name)
                // Multicast DNS (RFC 6762) names machines at home.
                if !name.contains(".") { names.append("\(name).local") }
            }
        }
        names += options.allowedHosts.map { $0.lowercased() }
        self.names = names
        self.addresses = addresses
        hosts = Set(names + addresses)
        self.shown = shown.contains(":") ? "[\(shown)]" : shown
    }

    /// A numeric address as browsers write it in a Host field: IPv6 short and in small letters.
    private static func canonical(_ host: String) -> String {
        var address = in6_addr()
        guard unsafe inet_pton(AF_INET6, host, &address) == 1 else { return host.lowercased() }
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard
            unsafe inet_ntop(AF_INET6, &address, &text, socklen_t(text.count)) != nil
        else { return host.lowercased() }
        return Self.string(text)
    }

    private static func string(_ buffer: [CChar]) -> String {
        String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func hostName() -> String? {
        var buffer = [CChar](repeating: 0, count: 256)
        guard unsafe gethostname(&buffer, buffer.count - 1) == 0 else { return nil }
        let name = Self.string(buffer).lowercased()
        return name.isEmpty || name == "localhost" ? nil : name
    }

    /// The numeric addresses of this machine's interfaces, those of IPv4 first; not those that
    /// only it has.
    private static func ownAddresses() -> [String] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard unsafe getifaddrs(&list) == 0 else { return [] }
        defer { unsafe freeifaddrs(list) }
        var found: [String] = []
        var next = unsafe list
        while let entry = unsafe next {
            unsafe next = entry.pointee.ifa_next
            guard let address = unsafe entry.pointee.ifa_addr,
                unsafe entry.pointee.ifa_flags & UInt32(IFF_LOOPBACK) == 0
            else { continue }
            let family = unsafe Int32(address.pointee.sa_family)
            guard family == AF_INET || family == AF_INET6 else { continue }
            let size =
                family == AF_INET ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size
            var buffer = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            guard
                unsafe getnameinfo(
                    address,
                    socklen_t(size),
                    &buffer,
                    socklen_t(buffer.count),
                    nil,
                    0,
                    NI_NUMERICHOST
                ) == 0
            else { continue }
            let text = Self.string(buffer).lowercased()
            // An address with a zone belongs to one link, and no browser writes it in a Host field.
            if !text.contains("%") { found.append(text) }
        }
        return found.filter { !$0.contains(":") } + found.filter { $0.contains(":") }
    }
}
