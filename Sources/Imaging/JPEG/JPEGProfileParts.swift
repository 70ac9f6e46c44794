// SPDX-License-Identifier: Apache-2.0

/// The parts of an ICC profile in APP2 markers (ICC.1:2022, B.4).
///
///     "ICC_PROFILE" 0   number (from 1)   count   part
struct JPEGProfileParts {
    private var parts: [Int: ArraySlice<UInt8>] = [:]
    private var count = 0
    private var isContradictory = false
    private var total = 0
    /// Where the first part is.
    private(set) var offset: Int?

    /// Keeps one part.
    mutating func take(_ segment: JPEGSegment, maximumBytes: Int) {
        let cursor = ByteCursor(segment.data)
        guard let number = cursor.byte(at: 12), let count = cursor.byte(at: 13) else { return }
        offset = offset ?? segment.offset
        let part = segment.data.dropFirst(14)
        total += part.count
        let isFirst = parts.isEmpty
        if (!isFirst && self.count != Int(count)) || parts[Int(number)] != nil
            || total > maximumBytes
        {
            isContradictory = true
            return
        }
        self.count = Int(count)
        parts[Int(number)] = part
    }

    /// The profile, `nil` where there is none, or why it is left out.
    func joined(for family: ColourSpace.Family) -> ICCProfile.Result? {
        guard offset != nil else { return nil }
        guard !isContradictory, count > 0, parts.count == count else {
            return .refused("is not whole")
        }
        let ordered = (1...count).compactMap { parts[$0] }
        guard ordered.count == count else { return .refused("is not whole") }
        return ICCProfile.checked(Array(ordered.joined()), for: family)
    }
}
