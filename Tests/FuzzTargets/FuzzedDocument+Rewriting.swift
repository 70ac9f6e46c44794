// SPDX-License-Identifier: Apache-2.0
internal import ByteSource
internal import Faults
internal import PDFModel
internal import PDFSyntax

extension FuzzedDocument {
    /// A file of a few hundred bytes can name millions of objects, each written as null.
    private static let mostBytes = 64 << 20

    /// Writes the file anew in both forms; what is written opens without a complaint and has the
    /// same pages.
    func rewrite() {
        guard let base = try? BaseFile(source) else { return }
        let document = Document(base)
        guard (try? document.catalog()) != nil else { return }
        let pages = try? PageTree(document).count()
        for form in [FileWritingOptions.Form.streams, .classic] {
            let sink = BoundedSink(Self.mostBytes)
            do {
                try document.write(to: sink, FileWritingOptions(form: form))
            } catch {
                law(
                    error.code != .internal && error.code != .invalidDocument,
                    "Writing failed: \(error)"
                )
                continue
            }
            guard let again = try? BaseFile(MemoryByteSource(sink.bytes)) else {
                return law(false, "The new file does not open.")
            }
            law(!again.isRebuilt, "The new cross-reference is not believed.")
            if let pages {
                let count = try? PageTree(Document(again)).count()
                law(count == pages, "The new file has other pages.")
            }
        }
    }
}

/// Keeps what it takes, up to a limit.
private final class BoundedSink: ByteSink {
    private(set) var bytes: [UInt8] = []
    private let limit: Int

    init(_ limit: Int) { self.limit = limit }

    var count: Int { bytes.count }

    func write(_ more: ArraySlice<UInt8>) throws(Fault) {
        guard bytes.count + more.count <= limit else {
            throw Fault(.insufficientStorage, "The file is larger than a test wants.")
        }
        bytes += more
    }
}
