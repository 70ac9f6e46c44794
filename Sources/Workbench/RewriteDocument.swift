// SPDX-License-Identifier: Apache-2.0
public import Faults
public import Operations
internal import PDFModel
public import PDFSyntax

/// What a rewritten file no longer holds.
public struct RewritingLoss: Sendable, Hashable {
    /// Earlier states of the file that could be gone back to.
    public var earlierRevisions: Int
    /// The digital signatures that are valid no longer, by their fields.
    public var signatures: [String]

    /// What a person should know, in sentences.
    public var diagnostics: [Diagnostic] {
        var told: [Diagnostic] = []
        if earlierRevisions > 0 {
            let what =
                earlierRevisions == 1
                ? "One earlier revision is" : "\(earlierRevisions) earlier revisions are"
            told.append(Diagnostic(.note, "\(what) left out of the new file."))
        }
        for name in signatures {
            told.append(Diagnostic(.lost, "The digital signature “\(name)” is valid no longer."))
        }
        return told
    }
}

extension Workbench {
    /// What rewriting a document loses.
    ///
    /// - Parameters:
    ///   - document: the document.
    ///   - breaksSignatures: go on although it breaks digital signatures.
    /// - Returns: what will be lost.
    /// - Throws: `wouldBreakSignature` unless that is wanted, and what reading throws.
    public func lossOfRewriting(
        _ document: Document,
        breaksSignatures: Bool
    ) throws(Fault) -> RewritingLoss {
        if !breaksSignatures,
            case .breaksSignature(let field, let reason) = try document.verdict(on: .content)
        {
            throw Fault(
                .wouldBreakSignature,
                "Writing the file anew would break the digital signature “\(field)”: \(reason)."
                    + " Use --force to break the signature."
            )
        }
        return RewritingLoss(
            earlierRevisions: try document.base.revisions().count - 1,
            signatures: try document.signatures().map(\.fieldName)
        )
    }

    /// Writes an opened file anew: what can be reached, in a new order, packed or in the classic
    /// form, with the encryption that it has, another, or none.
    ///
    /// - Parameters:
    ///   - opened: the file.
    ///   - destination: where the new file goes.
    ///   - options: how it is written; see also `encrypting` and `decrypting`.
    ///   - force: break digital signatures, and replace what `SafeReplace` refuses otherwise.
    ///   - operation: told the objects done, and asked whether to go on.
    /// - Returns: what was done.
    /// - Throws: `wouldBreakSignature`, and as `saveWhole`.
    public func rewrite(
        _ opened: OpenDocument,
        to destination: SaveDestination,
        options: FileWritingOptions = FileWritingOptions(),
        force: Bool = false,
        operation: Operation = .unwatched(.pdfRewrite)
    ) throws(Fault) -> NewFileReceipt {
        let loss = try lossOfRewriting(opened.document, breaksSignatures: force)
        var receipt = try saveWhole(
            opened.document,
            of: opened.file,
            to: destination,
            options: options,
            force: force,
            operation: operation
        )
        receipt.diagnostics += loss.diagnostics
        return receipt
    }
}
