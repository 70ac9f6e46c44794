// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import PDFSyntax

extension Document {
    /// What a page draws, its streams joined as readers join them (ISO 32000-2, 7.8.2).
    struct PageContent {
        /// References and, against the standard, direct streams, in order.
        var streams: [COSObject]
        /// Streams whose /Length in the file is wrong, put right.
        ///
        /// They are written again: a reader that repaired the file before trusts it once an update
        /// stands at its end.
        var mended: [(id: ObjectID, stream: COSStream)] = []
        /// Decoded, with a space between streams, as `ContentScan` wants them.
        var bytes: [UInt8]
        /// False when part of it cannot be decoded; readers show what comes before the damage.
        var isComplete: Bool
    }

    /// The largest content of a page, in bytes; a hundred times what dense maps have.
    static var contentLimit: Int { 512 << 20 }

    func content(
        of page: Page,
        limit: Int = Document.contentLimit
    ) throws(Fault) -> PageContent {
        var content = PageContent(streams: [], bytes: [], isComplete: true)
        guard let given = page.dictionary["Contents"] else { return content }
        let resolved = try resolve(given)
        if case .array(let elements) = resolved {
            for element in elements {
                guard let stream = try resolve(element).stream else { continue }
                try append(stream, standingAs: element, to: &content, limit: limit)
            }
        } else if let stream = resolved.stream {
            try append(stream, standingAs: given, to: &content, limit: limit)
        }
        return content
    }

    /// The filters that only pictures have (7.4.6 to 7.4.9).
    private static var pictureFilters: Set<COSName> {
        [
            "DCTDecode", "DCT", "JPXDecode", "JBIG2Decode", "CCITTFaxDecode", "CCF",
        ]
    }

    private func isPicture(_ stream: COSStream) throws(Fault) -> Bool {
        var last = try resolve(stream.dictionary["Filter"] ?? .null)
        if let filters = last.array { last = try resolve(filters.last ?? .null) }
        return last.name.map(Self.pictureFilters.contains) ?? false
    }

    private func append(
        _ stream: COSStream,
        standingAs element: COSObject,
        to content: inout PageContent,
        limit: Int
    ) throws(Fault) {
        if try isPicture(stream) {
            // 7.8.2: no content. PDFium reads the packed picture for operators, and what it takes
            // for an open string swallows all that follows.
            content.isComplete = false
            return
        }
        content.streams.append(element)
        do {
            let decoded = try decoded(stream, limit: max(0, limit - content.bytes.count))
            if content.bytes.isEmpty {
                content.bytes = decoded.bytes
            } else {
                content.bytes.append(0x20)
                content.bytes.append(contentsOf: decoded.bytes)
            }
            if decoded.isComplete, let id = element.reference, let mended = decoded.mended {
                content.mended.append((id, mended))
            }
            if !decoded.isComplete { content.isComplete = false }
        } catch {
            guard error.code == .unsupported || error.code == .invalidDocument else {
                throw error
            }
            content.isComplete = false
        }
    }
}
