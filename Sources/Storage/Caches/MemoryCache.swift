// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// Values in memory within a number of bytes; those not used for longest are forgotten first.
///
/// It may be used from any thread.
public final class MemoryCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let state: Mutex<RecentUse<Key, Value>>

    /// An empty cache.
    ///
    /// - Parameter maximumBytes: how much all values together may take.
    public init(maximumBytes: Int) {
        state = Mutex(RecentUse(maximumBytes: max(0, maximumBytes)))
    }

    /// How much the values take together.
    public var byteCount: Int { state.withLock { $0.byteCount } }

    /// The value of a key, which counts as used now; nil when it is not there.
    public func value(for key: Key) -> Value? { state.withLock { $0.value(for: key) } }

    /// Keeps a value.
    ///
    /// - Parameters:
    ///   - value: what to keep; not kept when it alone is larger than the limit.
    ///   - key: by which it is found; a value of this key that is there is replaced.
    ///   - byteCount: how much it takes, at least 0.
    public func insert(_ value: Value, for key: Key, byteCount: Int) {
        state.withLock { $0.insert(value, for: key, byteCount: max(0, byteCount)) }
    }

    /// Forgets a value.
    public func remove(_ key: Key) { state.withLock { $0.remove(key) } }
}
