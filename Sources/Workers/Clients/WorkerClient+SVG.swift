// SPDX-License-Identifier: Apache-2.0
public import Faults

extension WorkerClient {
    /// Turns an SVG drawing into a PDF of one page, with its paths, text and pictures as they are.
    ///
    /// The page is exactly the drawing's box, in points (a CSS pixel is 0.75 pt): the viewBox,
    /// scaled as `width` and `height` say; without a viewBox `width` × `height`; without any of
    /// them the extents of the ink. Text becomes embedded fonts.
    ///
    /// Throws `invalidDocument` when it is no SVG or shows nothing, `unsupported` for text on a
    /// path, `limitExceeded` when it unfolds too far, and what every request can throw:
    /// `timedOut`, `workerFailed`, `notFound` without a worker.
    public func convertSVG(
        _ bytes: [UInt8],
        timeoutSeconds: Int = defaultTimeoutSeconds
    ) throws(Fault) -> [UInt8] {
        let reply = try perform(.convertSVG(bytes), timeoutSeconds: timeoutSeconds)
        guard case .document(let document) = reply else { throw Self.unexpectedReply }
        return document
    }

    static var unexpectedReply: Fault {
        Fault(.workerFailed, "The worker process answered a question that was not asked.")
    }
}
