// SPDX-License-Identifier: Apache-2.0
internal import Rendering

/// Remembers pages on which workers died, by version of the document: after the second time a page
/// is not tried again until the file changes.
struct BadPages {
    /// A page of a version; page −1 is the opening of the document.
    struct Key: Hashable {
        var version: DocumentVersion
        var pageIndex: Int
    }

    private static let most = 10_000
    private static let deathsForgiven = 1
    private var deaths: [Key: Int] = [:]

    func isBad(_ key: Key) -> Bool { deaths[key, default: 0] > Self.deathsForgiven }

    /// A worker died, or ran out of time, on this page.
    mutating func note(_ key: Key) {
        // Somebody with so many bad pages may kill a few workers more.
        if deaths.count >= Self.most { deaths = [:] }
        deaths[key, default: 0] += 1
    }

    /// The page was drawn after all.
    mutating func forgive(_ key: Key) {
        if !deaths.isEmpty { deaths[key] = nil }
    }
}
