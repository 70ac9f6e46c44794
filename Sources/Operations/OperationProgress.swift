// SPDX-License-Identifier: Apache-2.0

/// How far a long task has come.
public struct OperationProgress: Sendable, Hashable {
    /// What a task does in the end.
    public enum Kind: String, Sendable, CaseIterable {
        case pdfSave, pdfRewrite, pdfExtract, pdfSplit, pdfMerge, pdfPages, pdfEncrypt, pdfDecrypt
        case pdfCheck, pdfRender, pdfThumbnails, pdfText, pdfSearch
    }

    /// What it is doing now.
    public enum Stage: String, Sendable, CaseIterable {
        case preparing, processing, writing, finalizing
    }

    /// The kind of task.
    public var kind: Kind
    /// What it is doing.
    public var stage: Stage
    /// How much is done: pages, files or objects.
    public var done: Int
    /// Of how much; nil where nobody knows.
    public var of: Int?

    /// Makes a report.
    public init(kind: Kind, stage: Stage, done: Int, of: Int?) {
        self.kind = kind
        self.stage = stage
        self.done = done
        self.of = of
    }
}
