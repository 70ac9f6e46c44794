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
    /// The address space of a renderer: a page of `maximumRenderedPixels` twice, and what PDFium
    /// unpacks of a document beside it.
    package static let rendererAddressSpaceBytes = 2 << 30
    /// Pixels of one picture of a page: A4 at 600 dpi has 35 million; what is larger is drawn in
    /// parts.
    package static let maximumRenderedPixels = 64_000_000
    /// Documents that a renderer keeps open.
    package static let documentsPerRenderer = 4
    /// A canvas larger than this, which is a page of A4 at 300 dpi, is given back after use.
    package static let canvasBytesKept = 40 << 20
    /// Characters of a page: a page full of 2 pt letters has 100,000.
    package static let maximumCharacters = 1_000_000
    /// Text as glyphs: 200,000 characters, the most that may be asked for, with three glyphs each
    /// take 14 MB.
    package static let maximumTypesetBytes = 32 << 20
    /// Requests after which a renderer is renewed; opening a document again costs little.
    package static let requestsPerRenderer = 2000
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
