// SPDX-License-Identifier: Apache-2.0
public import Faults
public import Operations
internal import PDFModel
internal import PDFSyntax

/// What `check` found.
public struct CheckReport: Sendable {
    /// How many objects were read.
    public var objectCount: Int
    /// How many pages there are.
    public var pageCount: Int
    /// Every fault with its place.
    public var diagnostics: [Diagnostic]

    /// Nothing was wrong; remarks alone do not count.
    public var isClean: Bool { diagnostics.allSatisfy { $0.severity == .note } }
}

extension Workbench {
    /// Reads every object, decodes every stream as far as filters that make no pixels go, and
    /// looks at every page.
    ///
    /// - Parameters:
    ///   - opened: the file.
    ///   - operation: told the objects done and their number.
    /// - Returns: what was found.
    /// - Throws: `readFailed`, `invalidDocument` (beyond repair), `limitExceeded`.
    public func check(
        _ opened: OpenDocument,
        operation: Operation = .unwatched(.pdfCheck)
    ) throws(Fault) -> CheckReport {
        let document = opened.document
        var diagnostics: [Diagnostic] = []
        let ids = try document.base.allObjectIDs()
        for (done, id) in ids.enumerated() {
            if done % 64 == 0 { try operation.reach(.processing, done: done, of: ids.count) }
            if let stream = try document.object(id).stream {
                if let fault = try decode(stream, of: document) {
                    diagnostics.append(
                        Diagnostic(.lost, fault, at: Place(object: id.description))
                    )
                }
            }
        }
        let tree = try PageTree(document)
        let count = try tree.count()
        let pages = try tree.pages(at: Array(0..<count))
        for page in pages { diagnostics += page.diagnostics }
        if pages.count != count {
            diagnostics.append(
                Diagnostic(
                    .repaired,
                    "The page tree has \(pages.count) pages and says that it has \(count)."
                )
            )
        }
        if count == 0 { diagnostics.append(Diagnostic(.lost, "The document has no pages.")) }
        return CheckReport(
            objectCount: ids.count,
            pageCount: count,
            diagnostics: document.base.diagnostics + diagnostics
        )
    }

    /// What is wrong with a stream's data; `nil` when nothing is.
    private func decode(_ stream: COSStream, of document: Document) throws(Fault) -> String? {
        do {
            let decoded = try document.decodedBytes(of: stream)
            return decoded.isComplete ? nil : "The data of the stream are damaged."
        } catch {
            switch error.code {
            // Pixels are the renderer's business.
            case .unsupported: return nil
            case .invalidDocument, .limitExceeded: return error.message
            default: throw error
            }
        }
    }
}
