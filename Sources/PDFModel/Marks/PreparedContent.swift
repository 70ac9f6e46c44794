// SPDX-License-Identifier: Apache-2.0
public import Faults
public import PDFSyntax

/// What a page draws, looked at once: what must stand around it so that a mark can follow.
///
/// Preparing reads and changes nothing, so many pages can be prepared at the same time.
public struct PreparedContent: Sendable {
    /// References to the page's streams, in order.
    var streams: [COSObject]
    /// Streams to be written again with their right lengths.
    var mended: [(id: ObjectID, stream: COSStream)]
    /// False when part of it cannot be decoded.
    var isComplete: Bool
    /// What it leaves open.
    var scan: ContentScan
    /// The content without what no wrapping can mend; `nil` when nothing had to be left out.
    var cleaned: [UInt8]?
}

extension Document {
    /// Looks at what a page draws.
    ///
    /// - Throws: `readFailed`, `limitExceeded`.
    public func prepareContent(of page: Page) throws(Fault) -> PreparedContent {
        let content = try content(of: page)
        let scan = ContentScan(
            scanning: content.bytes[...],
            colorSpaceComponents: { colourComponents($0, on: page) }
        )
        return PreparedContent(
            streams: content.streams,
            mended: content.mended,
            isComplete: content.isComplete,
            scan: scan,
            cleaned: scan.obstacles.isEmpty
                ? nil : scan.removingObstacles(from: content.bytes[...])
        )
    }
}
