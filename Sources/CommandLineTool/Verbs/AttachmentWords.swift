// SPDX-License-Identifier: Apache-2.0
internal import JSON
internal import PDFModel

/// Files inside a document, in words and for machines.
enum AttachmentWords {
    /// As in `prices.csv, 1280 bytes, text/csv, on page 3: What it costs`.
    static func line(_ attachment: Attachment) -> String {
        var parts = [attachment.fileName]
        if let bytes = attachment.statedBytes { parts.append("\(bytes) bytes") }
        if let type = attachment.mimeType { parts.append(type) }
        if case .page(let index) = attachment.holder { parts.append("on page \(index + 1)") }
        var line = parts.joined(separator: ", ")
        if let words = attachment.description, !words.isEmpty, words != attachment.name {
            line += ": " + words
        }
        return ErrorOutput.harmless(line)
    }

    static func json(_ attachments: [Attachment]) -> JSONValue {
        .array(
            attachments.map { each in
                func text(_ value: String?) -> JSONValue { value.map { JSONValue($0) } ?? .null }
                var page = JSONValue.null
                if case .page(let index) = each.holder { page = JSONValue(index + 1) }
                return [
                    "name": JSONValue(each.name), "fileName": JSONValue(each.fileName),
                    "page": page, "description": text(each.description),
                    "relationship": text(each.relationship), "mimeType": text(each.mimeType),
                    "bytes": each.statedBytes.map { JSONValue($0) } ?? .null,
                    "created": text(each.created?.isoText),
                    "modified": text(each.modified?.isoText),
                    "checksum": text(each.checksum.map(hexadecimal)),
                ]
            }
        )
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
