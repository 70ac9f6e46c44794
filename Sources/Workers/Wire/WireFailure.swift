// SPDX-License-Identifier: Apache-2.0

/// Why a frame could not be sent or received; the client makes a `Fault` of it.
package enum WireFailure: Error, Sendable, Hashable {
    /// The other side has gone.
    case closed
    /// The deadline has passed.
    case timedOut
    /// What came is not a frame, or not one that fits here.
    case malformed(String)
    /// The system refused, with this `errno`.
    case system(Int32)
}
