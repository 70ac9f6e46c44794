// SPDX-License-Identifier: Apache-2.0
internal import ByteSource
public import Faults
public import PDFSyntax

extension Document {
    /// One document of several, their pages one after the other.
    ///
    /// Each document's outline becomes a branch. Links, named destinations, labels, annotations,
    /// form fields, attachments, layers, article threads and tags come along; names that two
    /// documents have are changed in the later one, with what refers to them. The catalog's other
    /// entries are those of the first document. Digital signatures do not hold for the new file:
    /// their fields are left empty.
    ///
    /// - Parameters:
    ///   - sources: at least one; nothing of them is copied, the merged document reads from them.
    ///   - metadata: whose title, author and dates it has.
    /// - Returns: the merged document and what it could not keep.
    /// - Throws: `usage` without a source, `readFailed`, `limitExceeded`, `invalidDocument`.
    public static func merging(
        _ sources: [MergeSource],
        metadata: MergedMetadata = .first
    ) throws(Fault) -> MergedDocument {
        guard !sources.isEmpty else { throw Fault(.usage, "There is nothing to merge.") }
        var builder = MergeBuilder(Document(try BaseFile(MemoryByteSource(skeleton))))
        for source in sources {
            do { try builder.add(source) } catch { throw error.inFile(source.name) }
        }
        return try builder.finish(metadata: metadata)
    }

    /// A file with a catalog and no page.
    private static var skeleton: [UInt8] {
        let header = "%PDF-1.4\n"
        let catalog = "1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n"
        let pages = "2 0 obj\n<</Type/Pages/Kids[]/Count 0>>\nendobj\n"
        func line(_ offset: Int) -> String {
            let digits = String(offset)
            return String(repeating: "0", count: 10 - digits.count) + digits + " 00000 n \n"
        }
        let second = header.utf8.count + catalog.utf8.count
        let text =
            header + catalog + pages + "xref\n0 3\n0000000000 65535 f \n"
            + line(header.utf8.count) + line(second)
            + "trailer\n<</Size 3/Root 1 0 R>>\nstartxref\n\(second + pages.utf8.count)\n%%EOF\n"
        return Array(text.utf8)
    }
}
