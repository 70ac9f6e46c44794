// SPDX-License-Identifier: Apache-2.0

/// Where an object is (ISO 32000-2, 7.5.4 and table 18).
enum CrossReferenceEntry: Hashable, Sendable {
    /// The number is not in use.
    case free(nextGeneration: Int)
    /// At a byte offset, as the file counts (see `BaseFile.offsetShift`).
    case inUse(offset: Int, generation: Int)
    /// In an object stream, at an index; its generation is 0.
    case compressed(stream: Int, index: Int)
}

/// Which of the two forms a section has; an update keeps the form of its base.
public enum CrossReferenceForm: Sendable {
    /// 7.5.4
    case table
    /// 7.5.8
    case stream
}
