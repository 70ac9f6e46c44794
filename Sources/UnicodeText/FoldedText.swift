// SPDX-License-Identifier: Apache-2.0

/// Characters as they are compared, each with the place it came from.
public struct FoldedText: Sendable {
    /// What is compared.
    public private(set) var scalars: [UInt32] = []
    /// For each of `scalars` the index of the character it came from.
    ///
    /// The indexes ascend but within a run of combining marks, which stand in canonical order.
    public private(set) var sources: [Int] = []

    /// Folds characters.
    ///
    /// - Parameters:
    ///   - characters: as they stand in the text.
    ///   - folding: which differences are passed over.
    public init(_ characters: [Unicode.Scalar], folding: TextFolding) {
        var folder = TextFolder(folding)
        self.init(characters, folder: &folder)
    }

    /// Folds characters with a folder that may have seen others before.
    public init(_ characters: [Unicode.Scalar], folder: inout TextFolder) {
        scalars.reserveCapacity(characters.count)
        sources.reserveCapacity(characters.count)
        /// Where the marks begin that are not yet known to be in order.
        var marks: Int?
        for index in characters.indices {
            let start = scalars.count
            folder.append(characters[index], to: &scalars)
            for place in start..<scalars.count {
                sources.append(index)
                // No mark comes before U+0300.
                let isMark =
                    scalars[place] >= 0x300
                    && CharacterProperties.combiningClass(scalars[place]) != 0
                if isMark {
                    marks = marks ?? place
                } else if let begin = marks {
                    sortMarks(begin..<place)
                    marks = nil
                }
            }
        }
        if let begin = marks { sortMarks(begin..<scalars.count) }
    }

    /// Puts marks in canonical order (Unicode Standard, D109).
    private mutating func sortMarks(_ range: Range<Int>) {
        guard range.count > 1 else { return }
        let marks = range.map { place in
            (CharacterProperties.combiningClass(scalars[place]), place)
        }
        // By class, and among equals as they came.
        let order = marks.sorted { $0 < $1 }.map(\.1)
        let sortedScalars = order.map { scalars[$0] }
        let sortedSources = order.map { sources[$0] }
        scalars.replaceSubrange(range, with: sortedScalars)
        sources.replaceSubrange(range, with: sortedSources)
    }
}
