// SPDX-License-Identifier: Apache-2.0
public import Faults
public import Operations
public import PDFModel
public import PDFSyntax

/// A document with its annotations changed, not saved yet.
public struct AnnotatedDocument: Sendable {
    /// The document.
    public var document: Document
    /// The annotations that were added or changed, as they are on their pages.
    public var annotations: [Annotation]
    /// What was odd, and what is lost.
    public var diagnostics: [Diagnostic]
    /// The pages that were changed, in order.
    public var pages: [Int] { Set(annotations.map(\.pageIndex)).sorted() }
}

extension Workbench {
    /// The annotations of pages; nothing is changed.
    ///
    /// - Throws: `notFound` for pages that the document does not have, `readFailed`,
    ///   `limitExceeded`.
    public func annotations(
        of document: Document,
        pages list: PageList = .all
    ) throws(Fault) -> (annotations: [Annotation], diagnostics: [Diagnostic]) {
        var diagnostics: [Diagnostic] = []
        let pages = try pages(list, of: document, &diagnostics)
        let numbers = PageNumbers(document)
        let parts = try Parallel.mapRanges(pages.count, least: Self.pagesForThread) {
            range throws(Fault) in try document.annotations(ofFound: pages[range], numbers)
        }
        let found = parts.count == 1 ? parts[0] : Array(parts.joined())
        return (found, diagnostics + document.base.diagnostics)
    }

    /// Adds annotations; nothing is saved yet.
    ///
    /// - Parameters:
    ///   - document: stays as it is.
    ///   - annotations: what has no id, author or date gets one.
    ///   - author: who makes them.
    ///   - breaksSignatures: go ahead although it breaks digital signatures.
    /// - Returns: a document with the annotations.
    /// - Throws: `permissionDenied`, `wouldBreakSignature`, and as `Document.add`.
    public func annotate(
        _ document: Document,
        adding annotations: [Annotation],
        author: String = "Inkstone",
        breaksSignatures: Bool = false
    ) throws(Fault) -> AnnotatedDocument {
        var diagnostics = try allow(.annotation, on: document, breaksSignatures)
        var result = document
        let added = try result.add(
            annotations.map { completed($0, author) },
            shaper: shaper
        )
        diagnostics += document.base.diagnostics
        return AnnotatedDocument(
            document: result,
            annotations: added,
            diagnostics: diagnostics
        )
    }

    /// Takes over annotations that were exported: those that are there by their id are changed,
    /// others are added; nothing is saved yet.
    ///
    /// - Parameters:
    ///   - annotations: in any order, answers too.
    ///   - document: stays as it is.
    ///   - author: of those that name none.
    ///   - breaksSignatures: go ahead although it breaks digital signatures.
    /// - Returns: a document with the annotations.
    /// - Throws: `permissionDenied`, `wouldBreakSignature`, and as `Document.add`.
    public func importAnnotations(
        _ annotations: [Annotation],
        into document: Document,
        author: String = "Inkstone",
        breaksSignatures: Bool = false
    ) throws(Fault) -> AnnotatedDocument {
        var diagnostics = try allow(.annotation, on: document, breaksSignatures)
        let pages = Set(annotations.map(\.pageIndex)).sorted()
        let tree = try PageTree(document)
        var known: Set<AnnotationPlace> = []
        for page in try tree.pages(at: pages) {
            for there in try document.annotations(of: page) {
                known.insert(AnnotationPlace(there))
            }
        }
        var result = document
        var done: [Annotation] = []
        var new: [Annotation] = []
        for annotation in annotations {
            if known.contains(AnnotationPlace(annotation)) {
                done.append(try result.replace(annotation, shaper: shaper))
            } else if case .other = annotation.kind {
                diagnostics.append(
                    Diagnostic(
                        .lost,
                        "An annotation of the kind “\(annotation.subtype)” is not in the document "
                            + "and cannot be made.",
                        at: Place(pageIndex: annotation.pageIndex)
                    )
                )
            } else {
                new.append(completed(annotation, annotation.author ?? author))
            }
        }
        done += try result.add(AnnotationPlace.answersLast(new), shaper: shaper)
        diagnostics += document.base.diagnostics
        return AnnotatedDocument(document: result, annotations: done, diagnostics: diagnostics)
    }

    /// Draws annotations into the content of their pages; nothing is saved yet.
    ///
    /// - Parameters:
    ///   - document: stays as it is.
    ///   - list: the pages.
    ///   - ids: the annotations that are meant; `nil` for all.
    ///   - breaksSignatures: go ahead although it breaks digital signatures.
    ///   - operation: told the pages done and their number.
    /// - Returns: a document without these annotations.
    /// - Throws: `permissionDenied`, `wouldBreakSignature`, and as
    ///   `Document.finishingAnnotations`.
    public func finish(
        _ document: Document,
        pages list: PageList = .all,
        ids: Set<String>? = nil,
        breaksSignatures: Bool = false,
        operation: Operation = .unwatched(.pdfSave)
    ) throws(Fault) -> FinishedDocument {
        var diagnostics = try allow(.content, on: document, breaksSignatures)
        let count = try PageTree(document).count()
        let indexes = try list.indexes(pageCount: count)
        var finished = try document.finishingAnnotations(
            onPages: indexes,
            ids: ids,
            shaper: shaper
        ) { done throws(Fault) in
            try operation.reach(.processing, done: done, of: indexes.count)
        }
        diagnostics += document.base.diagnostics
        finished.diagnostics += diagnostics
        return finished
    }

    /// Names and dates for what has none.
    private func completed(_ annotation: Annotation, _ author: String) -> Annotation {
        var annotation = annotation
        let now = DocumentDate(clock().pdfDate)
        if annotation.id.isEmpty { annotation.id = randomName() }
        if annotation.author == nil { annotation.author = author }
        if annotation.created == nil { annotation.created = annotation.modified ?? now }
        if annotation.modified == nil { annotation.modified = now }
        return annotation
    }

    /// Asks the encryption and the digital signatures.
    ///
    /// - Returns: what forcing the change breaks.
    /// - Throws: `permissionDenied`, `wouldBreakSignature` unless it is forced.
    private func allow(
        _ change: ChangeKind,
        on document: Document,
        _ breaksSignatures: Bool
    ) throws(Fault) -> [Diagnostic] {
        try document.base.require(change == .content ? .changeContent : .annotate)
        guard case .breaksSignature(let field, let reason) = try document.verdict(on: change)
        else { return [] }
        let sentence = "The change breaks the digital signature “\(field)”: \(reason)."
        guard breaksSignatures else {
            throw Fault(.wouldBreakSignature, "\(sentence) Use --force to break the signature.")
        }
        return [Diagnostic(.lost, sentence)]
    }
}

/// By what an annotation is known in a document.
private struct AnnotationPlace: Hashable {
    var pageIndex: Int
    var id: String

    init(_ annotation: Annotation) {
        pageIndex = annotation.pageIndex
        id = annotation.id
    }

    /// What is answered must be there before its answer.
    static func answersLast(_ annotations: [Annotation]) -> [Annotation] {
        var sorted: [Annotation] = []
        let all = Set(annotations.map { AnnotationPlace($0) })
        var there: Set<AnnotationPlace> = []
        var waiting = annotations
        while !waiting.isEmpty {
            let before = waiting.count
            waiting.removeAll { annotation in
                if let reply = annotation.reply {
                    var other = AnnotationPlace(annotation)
                    other.id = reply.to
                    if all.contains(other), !there.contains(other) { return false }
                }
                sorted.append(annotation)
                there.insert(AnnotationPlace(annotation))
                return true
            }
            // What answers in a circle is told by the document.
            if waiting.count == before { return sorted + waiting }
        }
        return sorted
    }
}
