// SPDX-License-Identifier: Apache-2.0
package import Faults

/// What the libraries behind a worker can do.
///
/// `inkstone-worker` has the real ones.
package protocol WorkerAbilities {
    /// Turns an SVG drawing into a PDF of one page; see `WorkerClient.convertSVG`.
    func pdf(fromSVG bytes: [UInt8]) throws(Fault) -> [UInt8]

    /// Turns a JPEG picture into pixels; see `WorkerClient.decode`.
    func pixels(ofJPEG bytes: [UInt8]) throws(Fault) -> WorkerPixels

    /// Tries what is forbidden: a name, a space, an `errno` (0 when it worked) on each line.
    func probeSandbox() -> String
}
