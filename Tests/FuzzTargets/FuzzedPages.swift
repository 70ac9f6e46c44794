// SPDX-License-Identifier: Apache-2.0
internal import ByteSource
internal import Faults
internal import PDFModel
internal import PDFSyntax

/// A file of hostile bytes whose pages are rearranged in all ways.
struct FuzzedPages {
    /// A file of a few hundred bytes can name thousands of pages.
    private static let mostPages = 200

    private let document: Document
    private let count: Int
    /// Which page is meant; any number will do that the file decides.
    private let choice: Int

    init?(_ bytes: [UInt8]) {
        guard let base = try? BaseFile(MemoryByteSource(bytes)) else { return nil }
        document = Document(base)
        guard let count = try? PageTree(document).count(), (1...Self.mostPages).contains(count)
        else { return nil }
        self.count = count
        choice = bytes.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF } % count
    }

    /// Each operation, saved and read again.
    func rearrange() {
        check(try? document.deletingPages(at: [choice]), count - 1)
        check(try? document.movingPages(at: [choice], before: count), count)
        check(try? document.movingPages(at: [choice], before: 0), count)
        check(try? document.rotatingPages(at: [choice], by: 90), count)
        check(try? document.insertingBlankPages(.likeNeighbour, before: choice), count + 1)
        guard let part = try? document.keepingPages([choice]) else { return }
        law((try? PageTree(part).count()) == 1, "One page was kept, and there is another number.")
        check(writing: part, 1)
    }

    /// The document merged with itself and put into itself.
    func merge() {
        let source = MergeSource(document, name: "fuzzed")
        let inserted = try? document.insertingPages([choice], of: source, before: choice)
        check(inserted?.document, count + 1)
        guard let merged = try? Document.merging([source, source]).document else { return }
        law((try? PageTree(merged).count()) == 2 * count, "Merging lost or made pages.")
        check(writing: merged, 2 * count)
        check(try? merged.absorbingImports(), 2 * count)
    }

    private func check(_ changed: Document?, _ expected: Int) {
        guard let changed, let delta = try? changed.delta() else { return }
        law(
            (try? PageTree(changed).count()) == expected,
            "A page operation lost or made pages."
        )
        // Where the file is repaired, what follows its end may be read in another way.
        guard !changed.base.isRebuilt else { return }
        let whole = ConcatenatedByteSource(changed.base.source, MemoryByteSource(delta))
        guard let again = try? BaseFile(whole) else {
            return law(false, "The updated file does not open.")
        }
        law(
            (try? PageTree(Document(again)).count()) == expected,
            "The saved pages are other ones."
        )
    }

    private func check(writing changed: Document, _ expected: Int) {
        let sink = MemoryByteSink()
        guard (try? changed.write(to: sink)) != nil else { return }
        guard let again = try? BaseFile(MemoryByteSource(sink.bytes)) else {
            return law(false, "The written file does not open.")
        }
        law(!again.isRebuilt, "The written file has to be repaired.")
        law(
            (try? PageTree(Document(again)).count()) == expected,
            "The written file has another number of pages."
        )
    }
}
