internal import ByteSource
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
    /// What the streams of a file may decode to, in bytes: this much, or this many times the file.
    private static var decodedAtLeast: Int { 2 << 30 }
    private static var decodedPerByte: Int { 16 }
    /// Pages that are in memory at once.
    private static var pagesAtOnce: Int { 1000 }

    /// Reads every object, decodes every stream as far as filters that make no pixels go, cuts
    /// every content stream into tokens, and looks at the page tree and the cross-reference.
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
        let base = document.base
        let (scaled, overflow) = base.source.count.multipliedReportingOverflow(
            by: Self.decodedPerByte
        )
        var budget = overflow ? .max : max(scaled, Self.decodedAtLeast)
        var diagnostics = try base.crossReferenceDiagnostics()
        func add(_ found: [Diagnostic]) {
            diagnostics += found.prefix(max(0, Limits.diagnostics - diagnostics.count))
        }
        let ids = try base.allObjectIDs()
        let objects = ObjectCheck(document)
        for (done, id) in ids.enumerated() {
            if done % 64 == 0 { try operation.reach(.processing, done: done, of: ids.count) }
            add(try objects.diagnostics(of: id, budget: &budget))
        }
        add(try PageTreeCheck(document).diagnostics)
        let tree = try PageTree(document)
        let count = try tree.count()
        var pages = PageCheck(document)
        var reached = 0
        var first = 0
        while first < count {
            let indexes = Array(first..<min(first + Self.pagesAtOnce, count))
            for page in try tree.pages(at: indexes) {
                reached += 1
                add(try pages.diagnostics(of: page, budget: &budget))
            }
            first += Self.pagesAtOnce
        }
        if reached != count {
            add([
                Diagnostic(
                    .repaired,
                    "The page tree has \(reached) pages and says that it has \(count)."
                )
            ])
        }
        if count == 0 { add([Diagnostic(.lost, "The document has no pages.")]) }
        return CheckReport(
            objectCount: ids.count,
            pageCount: count,
            diagnostics: base.diagnostics + diagnostics
        )
    }
}
