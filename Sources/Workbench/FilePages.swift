// SPDX-License-Identifier: Apache-2.0
public import Faults
public import PDFModel

/// A file with some of its pages, as a person names them: `FILE` or `FILE:PAGES`.
public struct FilePages: Sendable {
    /// The file with its document.
    public var opened: OpenDocument
    /// The path, without the pages.
    public var path: String
    /// The pages that are meant.
    public var pages: PageList

    /// The document, to be merged or inserted.
    public var source: MergeSource {
        let file = path.split(separator: "/").last.map(String.init) ?? path
        let name = file.lowercasedExtensionIsPDF ? String(file.dropLast(4)) : file
        return MergeSource(opened.document, name: name)
    }
}

extension Workbench {
    /// Opens what a person names.
    ///
    /// A file of exactly that name comes first; only where there is none do its last words after
    /// a colon name pages.
    ///
    /// - Parameters:
    ///   - text: the file, perhaps with pages.
    ///   - opener: opens a path, such as by a password.
    /// - Returns: the file and which of its pages are meant.
    /// - Throws: as `opener`, `usage` for words that name no pages.
    public func openPages(
        _ text: String,
        opener: (String) throws(Fault) -> OpenDocument
    ) throws(Fault) -> FilePages {
        do {
            return FilePages(opened: try opener(text), path: text, pages: .all)
        } catch {
            guard error.code == .notFound, let colon = text.lastIndex(of: ":"),
                colon != text.startIndex
            else { throw error }
            let path = String(text[..<colon])
            guard let opened = try ifThere({ () throws(Fault) in try opener(path) }) else {
                throw error
            }
            let pages = try PageList.parse(String(text[text.index(after: colon)...]))
            return FilePages(opened: opened, path: path, pages: pages)
        }
    }

    private func ifThere(
        _ open: () throws(Fault) -> OpenDocument
    ) throws(Fault) -> OpenDocument? {
        do { return try open() } catch {
            if error.code == .notFound { return nil }
            throw error
        }
    }
}

extension String {
    fileprivate var lowercasedExtensionIsPDF: Bool {
        count > 4 && suffix(4).lowercased() == ".pdf"
    }
}
