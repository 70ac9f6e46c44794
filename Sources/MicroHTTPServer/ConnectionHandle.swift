// SPDX-License-Identifier: Apache-2.0
internal import CMicroHTTP

/// The library's own word for a connection.
///
/// Unchecked because what is called here may be called from any thread. Whoever holds it knows
/// that the connection lives: the library frees none that is suspended, and none in whose callback
/// we are.
@safe struct ConnectionHandle: @unchecked Sendable {
    let pointer: OpaquePointer

    /// From its own callbacks only: the library looks at it no more.
    func suspend() { unsafe MHD_suspend_connection(pointer) }

    /// The library looks at it again.
    func resume() { unsafe MHD_resume_connection(pointer) }
}
