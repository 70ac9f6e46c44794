// SPDX-License-Identifier: Apache-2.0
internal import ByteSource
internal import Faults
internal import PDFModel
internal import PDFSyntax

/// Hostile bytes as the data or as the objects of a file that is sound otherwise.
struct FuzzedStream {
    private static let limit = 1 << 20

    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Undoes filters; the first byte chooses parameters.
    func undo(_ filters: [COSName]) {
        guard let first = bytes.first, let document = Self.document("") else { return }
        let settings: COSDictionary = [
            "EarlyChange": .integer(Int(first & 1)), "Predictor": .integer(Int(first >> 1 & 15)),
            "Columns": .integer(Int(first >> 5) * 3),
        ]
        let dictionary: COSDictionary = [
            "Filter": .array(filters.map { .name($0) }),
            "DecodeParms": .array(filters.map { _ in .dictionary(settings) }),
        ]
        let stream = COSStream(dictionary, data: Array(bytes.dropFirst()))
        let decoded = try? document.decodedBytes(of: stream, limit: Self.limit)
        law((decoded?.bytes.count ?? 0) <= Self.limit, "More came out than the limit.")
        var budget = Self.limit
        let verdict = try? document.verify(stream, budget: &budget)
        law(budget >= 0, "The budget was passed.")
        if let decoded, decoded.bytes.count < Self.limit, verdict == .sound {
            law(decoded.isComplete, "What is incomplete was called sound.")
        }
    }

    /// The first two bytes choose the filters.
    func undoChain() {
        guard bytes.count > 2 else { return }
        let names: [COSName] = [
            "FlateDecode", "LZWDecode", "ASCII85Decode", "ASCIIHexDecode", "RunLengthDecode",
            "Crypt",
            "Nonsense", "DCTDecode",
        ]
        let chosen = [bytes[0] & 7, bytes[0] >> 3 & 7, bytes[1] & 7].prefix(Int(bytes[1] >> 6))
        FuzzedStream(Array(bytes.dropFirst(2))).undo(chosen.map { names[Int($0)] })
    }

    /// The bytes are an object stream, whose numbers are believed by a cross-reference stream.
    func readObjects() {
        let mark = bytes.count / 2
        let text =
            "9 0 obj<</Type/ObjStm/N \(bytes.first ?? 0)/First \(mark)/Length \(bytes.count)>>stream\n"
        guard let document = Self.document(text, bytes, "\nendstream endobj\n") else { return }
        for id in (try? document.base.allObjectIDs())?.prefix(500) ?? [] {
            _ = try? document.object(id)
        }
    }

    /// The bytes are objects, one of which may be the root of a page tree.
    func readPages() {
        guard let base = try? BaseFile(MemoryByteSource(Array("%PDF-1.7\n".utf8) + bytes)) else {
            return
        }
        let document = Document(base)
        guard let tree = try? PageTree(document), let count = try? tree.count() else { return }
        let wanted = Array(0..<min(count, 300))
        if let found = try? tree.pages(at: wanted) {
            law(found.count <= wanted.count, "More pages were found than asked for.")
            law(found.map(\.index) == found.map(\.index).sorted(), "Pages are out of order.")
            var pages = PageCheck(document)
            var budget = Self.limit
            for page in found.prefix(20) { _ = try? pages.diagnostics(of: page, budget: &budget) }
        }
        let check = try? PageTreeCheck(document)
        law((check?.diagnostics.count ?? 0) <= Limits.diagnostics, "Too many diagnostics are kept.")
    }

    /// A document that has to be searched for its objects.
    private static func document(
        _ before: String,
        _ middle: [UInt8] = [],
        _ after: String = ""
    ) -> Document? {
        let frame =
            "%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Kids[]/Count 0>>endobj\n"
        let bytes = Array((frame + before).utf8) + middle + Array(after.utf8)
        return (try? BaseFile(MemoryByteSource(bytes))).map { Document($0) }
    }
}
