// SPDX-License-Identifier: Apache-2.0
public import Faults
public import Imaging
public import Rendering

/// What people do with documents: one extension file for each use case.
///
/// What lies outside (workers, the clock, random numbers) is handed in, so that tests own it. The
/// helpers are asked for when a use case needs one: most calls need none, and start without them.
public struct Workbench: Sendable {
    /// The tool's version, as records and producers name it.
    public static let version = "0.1.0"

    /// Turns SVG into a one-page PDF file; a worker does it.
    public var svgConverter: @Sendable () -> (any SVGConverter)?
    /// Turns a JPEG into pixels; a worker does it.
    public var imageDecoder: @Sendable () -> (any ImageDecoder & Sendable)?
    /// Draws pages; workers do it.
    public var renderer: @Sendable () -> (any PageRenderer)?
    /// Reads the text of pages; workers do it.
    public var textExtractor: @Sendable () -> (any TextExtractor)?
    /// Keeps what searches have read, so that the next one need not.
    public var textIndexes: @Sendable () -> TextIndexStore?
    /// The time.
    public var clock: @Sendable () -> Timestamp
    /// This many random bytes.
    public var random: @Sendable (Int) -> [UInt8]

    /// A workbench with its helpers; without a converter or decoder the marks that need one are
    /// refused, without a renderer or extractor what shows or reads pages.
    public init(
        svgConverter: @escaping @Sendable () -> (any SVGConverter)? = { nil },
        imageDecoder: @escaping @Sendable () -> (any ImageDecoder & Sendable)? = { nil },
        renderer: @escaping @Sendable () -> (any PageRenderer)? = { nil },
        textExtractor: @escaping @Sendable () -> (any TextExtractor)? = { nil },
        textIndexes: @escaping @Sendable () -> TextIndexStore? = { nil },
        clock: @escaping @Sendable () -> Timestamp = Timestamp.now,
        random: @escaping @Sendable (Int) -> [UInt8] = Workbench.systemRandom
    ) {
        self.svgConverter = svgConverter
        self.imageDecoder = imageDecoder
        self.renderer = renderer
        self.textExtractor = textExtractor
        self.textIndexes = textIndexes
        self.clock = clock
        self.random = random
    }
}

/// Turns SVG into a PDF file whose only page has the size of the drawing.
public protocol SVGConverter: Sendable {
    /// The PDF file.
    ///
    /// - Throws: `invalidDocument` when it is no SVG, `timedOut`, `workerFailed`.
    func convertSVG(_ bytes: [UInt8]) throws(Fault) -> [UInt8]
}
