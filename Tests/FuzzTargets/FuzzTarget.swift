// SPDX-License-Identifier: Apache-2.0
internal import Deflate
internal import PDFModel
internal import PDFSyntax

/// One door through which hostile bytes come in.
///
/// A run ends with a result or with one of our own
/// errors; whatever else happens is a finding: a trap, a broken law, too much time or memory.
public enum FuzzTarget: String, CaseIterable, Sendable {
    /// Cutting bytes into tokens.
    case lexer
    /// Reading one object; what is read must come back when written and read again.
    case parser
    /// Opening a file, repairing it, reading all its objects and streams.
    case document
    /// Undoing the predictors of Flate and LZW.
    case predictor
    /// Undoing one filter each.
    case flate, lzw, ascii85, asciihex, runlength
    /// Undoing a chain of filters with hostile parameters.
    case filters
    /// Reading the objects of an object stream.
    case objectstream
    /// Finding the pages of a tree, and checking it.
    case pagetree
    /// Reading and changing an XMP packet, dates and text strings.
    case metadata
    /// Scanning a page's content; what the scan takes out must be gone.
    case content
    /// Changing one object, appending the update and opening the result.
    case delta
    /// Writing the file anew and opening the result.
    case rewrite
    /// Deleting, moving, turning, inserting and keeping pages.
    case pages
    /// Merging a document with itself.
    case merge
    /// Reading outline, links, named destinations, page labels and attachments.
    case navigation
    /// Reading annotation dictionaries, moving, restyling, exporting and finishing them.
    case annotations
    /// Reading XFDF and adding what it holds.
    case xfdf
    /// Adding text to the font of a free text that is there.
    case fonts
    /// Opening and changing a file by its encryption dictionary.
    case encryption
    /// Putting characters in order, selecting among them and searching them.
    case pagetext
    /// Reading the index of a document's text.
    case textindex
    /// Reading what goes between a program and its workers.
    case wire

    /// Hands the bytes to the code under test.
    public func run(_ bytes: [UInt8]) {
        switch self {
        case .lexer: _ = LooseSyntax.tokenCount(in: bytes)
        case .parser: parse(bytes)
        case .document: FuzzedDocument(bytes).readAll()
        case .predictor: undoPredictor(bytes)
        case .flate: FuzzedStream(bytes).undo(["FlateDecode"])
        case .lzw: FuzzedStream(bytes).undo(["LZWDecode"])
        case .ascii85: FuzzedStream(bytes).undo(["ASCII85Decode"])
        case .asciihex: FuzzedStream(bytes).undo(["ASCIIHexDecode"])
        case .runlength: FuzzedStream(bytes).undo(["RunLengthDecode"])
        case .filters: FuzzedStream(bytes).undoChain()
        case .objectstream: FuzzedStream(bytes).readObjects()
        case .pagetree: FuzzedStream(bytes).readPages()
        case .metadata: FuzzedMetadata.read(bytes)
        case .content: scanContent(bytes)
        case .delta: FuzzedDocument(bytes).changeOneObject()
        case .rewrite: FuzzedDocument(bytes).rewrite()
        case .pages: FuzzedPages(bytes)?.rearrange()
        case .merge: FuzzedPages(bytes)?.merge()
        case .navigation: FuzzedNavigation(bytes)?.readAll()
        case .annotations: FuzzedAnnotations.change(bytes)
        case .xfdf: FuzzedAnnotations.takeOver(bytes)
        case .fonts: FuzzedFonts.extend(bytes)
        case .encryption: FuzzedEncryption(bytes).run()
        case .pagetext: FuzzedText(bytes).read()
        case .textindex: FuzzedText.readIndex(bytes)
        case .wire: FuzzedWire.read(bytes)
        }
    }

    private func parse(_ bytes: [UInt8]) {
        guard let object = try? LooseSyntax.object(bytes) else { return }
        var writer = ObjectWriter()
        writer.write(object)
        let again = try? LooseSyntax.object(writer.bytes)
        law(again == object, "What was written reads differently.")
    }

    /// The first four bytes are the parameters.
    private func undoPredictor(_ bytes: [UInt8]) {
        guard bytes.count >= 4 else { return }
        let rows = Array(bytes.dropFirst(4))
        let plain = try? RowPredictor.undo(
            predictor: Int(bytes[0] % 18),
            colors: Int(bytes[1] % 40),
            bitsPerComponent: [1, 2, 4, 8, 16, 0, 3][Int(bytes[2] % 7)],
            columns: bytes[3] == 255 ? Int.max : Int(bytes[3]),
            rows
        )
        law((plain?.count ?? 0) <= rows.count, "A predictor made bytes.")
    }

    private func scanContent(_ bytes: [UInt8]) {
        let scan = ContentScan(scanning: bytes)
        law(
            scan == ContentScan(scanning: bytes[...], usesShortWay: false),
            "The short way through the content finds something else."
        )
        guard !scan.isClean else { return }
        let wrapped =
            scan.opening + scan.removingObstacles(from: bytes[...]) + scan.closing
            + Array("\nQ\n".utf8)
        let again = ContentScan(scanning: wrapped)
        law(again.obstacles.isEmpty, "An obstacle is left in the content.")
    }
}
