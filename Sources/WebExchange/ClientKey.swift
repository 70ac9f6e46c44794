// SPDX-License-Identifier: Apache-2.0

/// What counts as one client.
package struct ClientKey: Hashable, Sendable {
    private let text: String
    /// Nobody but this machine itself has these addresses.
    package let isThisMachine: Bool

    /// One address of IPv4; of IPv6 the network of 64 bits, of which each machine has all.
    package init(_ address: String) {
        isThisMachine = address.hasPrefix("127.") || address == "::1"
        let groups = address.split(separator: ":", omittingEmptySubsequences: false)
        if groups.count < 3 {
            text = address
        } else if let gap = groups.dropFirst().firstIndex(of: ""), gap < 4 {
            // The gap stands for zeros; what comes before it is what tells networks apart.
            text = groups[..<gap].joined(separator: ":")
        } else {
            text = groups.prefix(4).joined(separator: ":")
        }
    }
}
