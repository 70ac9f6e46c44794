// SPDX-License-Identifier: Apache-2.0

/// Guesses which word was meant by one with a slip of the finger in it.
enum ArgumentSuggestion {
    /// Longer words are no slips; also keeps the work small.
    private static let longestWord = 40

    /// The nearest of the candidates, if one is near: a third of the letters may be wrong.
    static func nearest(to word: String, in candidates: [String]) -> String? {
        let letters = Array(word.utf8)
        guard letters.count <= longestWord else { return nil }
        let allowed = max(1, letters.count { $0 != UInt8(ascii: "-") } / 3)
        return
            candidates
            .map { ($0, distance(letters, Array($0.utf8))) }
            .filter { $0.1 <= allowed }
            .min { $0.1 < $1.1 }?.0
    }

    /// How many letters must be added, left out, replaced or swapped with their neighbour
    /// (restricted Damerau–Levenshtein distance).
    static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var before: [Int] = []
        var previous = Array(0...right.count)
        for row in 0..<left.count {
            var current = [row + 1]
            for column in 0..<right.count {
                let replaced = previous[column] + (left[row] == right[column] ? 0 : 1)
                var best = min(previous[column + 1] + 1, current[column] + 1, replaced)
                if row > 0, column > 0, left[row] == right[column - 1],
                    left[row - 1] == right[column]
                {
                    best = min(best, before[column - 1] + 1)
                }
                current.append(best)
            }
            before = previous
            previous = current
        }
        return previous[right.count]
    }
}
