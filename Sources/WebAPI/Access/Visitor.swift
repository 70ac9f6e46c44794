// SPDX-License-Identifier: Apache-2.0

/// Who asks: a device that was let in, or anybody where nobody needs to be.
struct Visitor: Sendable, Hashable {
    /// The device's session; empty where access is open.
    var sessionID: String

    /// Anybody, on a server that only this machine reaches.
    static let anybody = Visitor(sessionID: "")
}
