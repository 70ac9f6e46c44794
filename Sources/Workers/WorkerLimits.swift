// SPDX-License-Identifier: Apache-2.0

/// What a conversation with a worker may cost.
///
/// Both sides keep to these.
package enum WorkerLimits {
    /// No picture of a signature or a seal is larger; a phone's photo is a tenth of this.
    package static let maximumRequestBytes = 64 << 20
    /// A decoded picture of `maximumPixels`, three bytes each.
    package static let maximumReplyBytes = maximumPixels * 3
    /// An A4 page at 1200 dpi has 139 million, a phone's largest photo 200; above about 100
    /// million a picture does not fit twice into the worker's memory.
    package static let maximumPixels = 100_000_000
    /// The address space of a worker: its libraries and fonts take about 200 MB of it.
    package static let addressSpaceBytes = 1 << 30
    /// Processor seconds of one worker in its whole life; each request also has its own deadline.
    package static let processorSeconds = 1800
    /// A worker is renewed after so many requests, so that leaks in libraries stay small.
    package static let requestsPerWorker = 100
    /// Open files of a worker: the socket, a font or two, a library being loaded.
    package static let openFiles = 64
    /// Starting a worker takes less than 0.1 s; fonts seen for the first time take seconds.
    package static let startSeconds = 20
    /// A sentence from a worker is cut here.
    package static let maximumFaultBytes = 4096
}
