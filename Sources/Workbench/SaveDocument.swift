// SPDX-License-Identifier: Apache-2.0
public import ByteSource
internal import Cryptography
public import Faults
public import Operations
internal import PDFModel
public import PDFSyntax
public import Storage

/// Where a document goes.
public enum SaveDestination: Sendable, Hashable {
    /// Into the place of the file it came from, in one step.
    case inPlace
    /// A new file; one that is there is replaced only when asked for.
    case file(String, replacing: Bool)
}

/// What a save did.
public struct DocumentReceipt: Sendable {
    /// Where the document is now.
    public var path: String
    /// How many bytes were appended.
    public var appendedBytes: Int
    /// SHA-256 of the file before and after, in hexadecimal, when asked for.
    public var digests: (before: String, after: String)?
    /// What could not be kept.
    public var diagnostics: [Diagnostic]
}

extension Workbench {
    /// Saves by appending: the original bytes stay a byte-identical prefix.
    ///
    /// The new file is opened and checked before it gets its name.
    ///
    /// - Parameters:
    ///   - document: was made from the file.
    ///   - file: as it was opened; when it changed since, nothing is written.
    ///   - destination: where the new file goes.
    ///   - pages: indexes of changed pages, looked at in the new file.
    ///   - force: replace what `SafeReplace` refuses otherwise.
    ///   - wantsDigests: compute SHA-256 of both files, which reads them.
    ///   - operation: told what is done, and asked whether to go on.
    /// - Returns: what was done.
    /// - Throws: as `SafeReplace`.
    public func save(
        _ document: Document,
        of file: OpenedFile,
        to destination: SaveDestination,
        pages: [Int] = [],
        force: Bool = false,
        wantsDigests: Bool = false,
        operation: Operation = .unwatched(.pdfSave)
    ) throws(Fault) -> DocumentReceipt {
        try operation.reach(.writing)
        let delta = try document.delta()
        let content = SaveContent(base: file, appending: delta)
        let pageCount = try PageTree(document).count()
        func check(_ staged: any ByteSource) throws(Fault) {
            try SavedFileCheck(document: document, pageCount: pageCount, pages: pages).run(staged)
        }
        let (path, saved) = try put(
            content,
            inPlaceOf: file,
            at: destination,
            force: force,
            isCancelled: { operation.isCancelled },
            check: check
        )
        var receipt = DocumentReceipt(
            path: path,
            appendedBytes: delta.count,
            digests: nil,
            diagnostics: saved.diagnostics
        )
        if wantsDigests {
            receipt.digests = (
                try digest(of: file.source), try digest(of: saved.file.source)
            )
        }
        return receipt
    }

    /// Gives a new file its place, and says where that is.
    ///
    /// - Throws: as `SafeReplace`.
    func put(
        _ content: SaveContent,
        inPlaceOf file: OpenedFile,
        at destination: SaveDestination,
        force: Bool,
        isCancelled: () -> Bool,
        check: (any ByteSource) throws(Fault) -> Void
    ) throws(Fault) -> (path: String, SaveReceipt) {
        switch destination {
        case .inPlace:
            let saved = try SafeReplace.replace(
                file,
                with: content,
                force: force,
                isCancelled: isCancelled,
                check: check
            )
            return (file.path, saved)
        case .file(let target, let replacing):
            let saved = try SafeReplace.create(
                target,
                with: content,
                replacing: replacing,
                isCancelled: isCancelled,
                check: check
            )
            return (target, saved)
        }
    }

    /// The bytes of the file that a save would make, checked like it.
    ///
    /// - Throws: `saveFailed` when the check fails, `readFailed`.
    public func savedBytes(
        _ document: Document,
        pages: [Int] = []
    ) throws(Fault) -> any ByteSource {
        let delta = try document.delta()
        let whole = ConcatenatedByteSource(document.base.source, MemoryByteSource(delta))
        let pageCount = try PageTree(document).count()
        try SavedFileCheck(document: document, pageCount: pageCount, pages: pages).run(whole)
        return whole
    }

    /// SHA-256 of a source, in hexadecimal.
    ///
    /// - Throws: `readFailed`.
    public func digest(of source: any ByteSource) throws(Fault) -> String {
        var digest = SHA256()
        var position = 0
        while position < source.count {
            let end = min(position + 1 << 20, source.count)
            digest.update(try source.bytes(in: position..<end))
            position = end
        }
        return digest.finalize().description
    }
}

/// Looks at a file that was just written, before it gets its name.
struct SavedFileCheck: Sendable {
    var document: Document
    var pageCount: Int
    var pages: [Int]

    func run(_ staged: any ByteSource) throws(Fault) {
        let saved = Document(try BaseFile(staged, openedLike: document.base))
        guard !saved.base.isRebuilt || !document.isChanged else {
            throw Fault(.saveFailed, "The new cross-reference cannot be read back.")
        }
        let tree = try PageTree(saved)
        let count = try tree.count()
        guard count == pageCount else {
            throw Fault(
                .saveFailed,
                "The new file would have \(count) pages instead of \(pageCount)."
            )
        }
        let compared = try findPages(in: tree)
        // In the order of the file, so that each thread reads it from front to back.
        let numbers = document.overlay.keys.filter { !compared.contains($0) }.sorted()
        try Parallel.forRanges(numbers.count, least: 256) { range throws(Fault) in
            for number in numbers[range] {
                if let change = document.overlay[number] {
                    try compare(number, change, in: saved)
                }
            }
        }
    }

    /// Finds the changed pages and compares those that are objects of their own, which then need
    /// not be read again.
    ///
    /// - Returns: the numbers of the objects compared.
    private func findPages(in tree: PageTree) throws(Fault) -> Set<Int> {
        guard pages.count > 1 else {
            return Set(
                try compare(try pages.map { index throws(Fault) in try tree.page(at: index) })
            )
        }
        let parts = try Parallel.mapRanges(pages.count, least: 256) {
            range throws(Fault) -> [Int]? in
            var compared: [Int] = []
            for start in stride(from: range.lowerBound, to: range.upperBound, by: Self.pagesAtOnce)
            {
                let some = pages[start..<min(start + Self.pagesAtOnce, range.upperBound)]
                guard let found = try tree.pagesByCount(at: Array(some)) else { return nil }
                try checkCount(found, some.count)
                compared += try compare(found)
            }
            return compared
        }
        if !parts.contains(where: { $0 == nil }) { return Set(parts.compactMap(\.self).joined()) }
        let found = try tree.pages(at: pages)
        try checkCount(found, pages.count)
        return Set(try compare(found))
    }

    /// More pages need not lie in memory to be compared.
    private static let pagesAtOnce = 64

    private func checkCount(_ found: [Page], _ count: Int) throws(Fault) {
        guard found.count == count else {
            throw Fault(.saveFailed, "A changed page cannot be found in the new file.")
        }
    }

    /// Compares pages as found with what was meant.
    ///
    /// - Returns: the numbers of the objects compared.
    private func compare(_ found: [Page]) throws(Fault) -> [Int] {
        var compared: [Int] = []
        for page in found where page.location.isIndirect {
            let number = page.location.holder.number
            guard case .set(.dictionary(let meant), _)? = document.overlay[number] else { continue }
            guard page.dictionary == meant else {
                throw Fault(
                    .saveFailed,
                    "A page does not read back.",
                    at: Place(pageIndex: page.index)
                )
            }
            compared.append(number)
        }
        return compared
    }

    private func compare(
        _ number: Int,
        _ change: Document.Change,
        in saved: Document
    ) throws(Fault) {
        let place = Place(object: "\(number)")
        guard case .set(let wanted, let generation) = change else {
            guard try saved.object(ObjectID(number)) == .null else {
                throw Fault(.saveFailed, "A deleted object is still there.", at: place)
            }
            return
        }
        let found = try saved.object(ObjectID(number, generation))
        if case .stream(let wantedStream) = wanted {
            guard let stream = found.stream,
                try saved.encodedBytes(of: stream) == document.encodedBytes(of: wantedStream)
            else { throw Fault(.saveFailed, "A stream does not read back.", at: place) }
        } else if found != wanted {
            throw Fault(.saveFailed, "An object does not read back.", at: place)
        }
    }
}
