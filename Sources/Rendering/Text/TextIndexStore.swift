// SPDX-License-Identifier: Apache-2.0
internal import Storage
internal import Synchronization

/// Text indexes by the version of their document, in memory and on disk, so that a second search
/// reads no page that has no hit.
///
/// What is made of confidential documents stays in memory.
public final class TextIndexStore: Sendable {
    private let memory: MemoryCache<DocumentVersion, TextIndex>
    private let folder: (path: String, maximumBytes: Int)?
    /// Opened when it is first needed; most calls search nothing.
    private let opened = Mutex<DiskCache??>(nil)

    /// What the indexes in memory may take when nobody says otherwise: about 10,000 pages.
    public static let usualMemoryBytes = 32 << 20

    /// A store.
    ///
    /// - Parameters:
    ///   - memoryBytes: how much the indexes in memory may take together.
    ///   - diskFolder: a folder of its own, in which they outlive the program; nil for none.
    ///   - diskBytes: how much they may take there.
    public init(
        memoryBytes: Int = TextIndexStore.usualMemoryBytes,
        diskFolder: String? = nil,
        diskBytes: Int = 256 << 20
    ) {
        memory = MemoryCache(maximumBytes: memoryBytes)
        folder = diskFolder.map { ($0, diskBytes) }
    }

    private var disk: DiskCache? {
        guard let folder else { return nil }
        return opened.withLock { opened in
            if let known = opened { return known }
            let disk = DiskCache(in: folder.path, maximumBytes: folder.maximumBytes)
            opened = .some(disk)
            return disk
        }
    }

    /// The user's folder for them; nil without a home.
    public static var standardFolder: String? {
        DiskCache.standardFolder.map { $0 + "/text" }
    }

    /// The index of a document; nil when it is not there.
    public func index(of source: RenderSource) -> TextIndex? {
        if let known = memory.value(for: source.version) { return known }
        guard !source.isConfidential, let bytes = disk?.bytes(for: Self.key(source)),
            let index = TextIndex(bytes: bytes)
        else { return nil }
        memory.insert(index, for: source.version, byteCount: index.byteCount)
        return index
    }

    /// Keeps the index of a document, all of whose pages it knows.
    public func keep(_ index: TextIndex, of source: RenderSource) {
        memory.insert(index, for: source.version, byteCount: index.byteCount)
        if !source.isConfidential { disk?.store(index.bytes, for: Self.key(source)) }
    }

    private static func key(_ source: RenderSource) -> String { "text \(source.version)" }
}
