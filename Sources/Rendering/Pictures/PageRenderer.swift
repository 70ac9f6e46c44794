// SPDX-License-Identifier: Apache-2.0
public import Faults

/// Turns pages into pixels.
///
/// Calls may come from any thread and wait for their answer. The contract is in the test library
/// `RenderingContract`; whoever draws must pass it.
public protocol PageRenderer: Preparable {
    /// Draws a page or a part of it.
    ///
    /// - Parameter request: what, how large, and on which terms.
    /// - Returns: exactly as many pixels as the region has, or a file of them.
    /// - Throws: `notFound` for a page that is not there, `invalidDocument`, `passwordRequired`,
    ///   `wrongPassword`, `unsupported`, `limitExceeded` for too many pixels, `workerFailed`,
    ///   `timedOut`, `cancelled`.
    func render(_ request: RenderRequest) throws(Fault) -> RenderedPicture
}

/// Who may have to start before it can work.
public protocol Preparable: Sendable {
    /// Is told that a page will be asked for soon, and returns at once.
    ///
    /// What takes time to start then starts beside what the caller does next. Nothing is wrong when
    /// no page follows, or none was announced.
    func prepare()
}

extension Preparable {
    /// Nothing needs to be started.
    public func prepare() {}
}
