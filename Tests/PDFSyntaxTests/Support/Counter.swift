// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// A sum that several threads may add to.
final class Counter: Sendable {
    private let sum = Mutex(0)

    var value: Int { sum.withLock { $0 } }

    func add(_ amount: Int) { sum.withLock { $0 += amount } }
}
