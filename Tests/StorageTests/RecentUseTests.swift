// SPDX-License-Identifier: Apache-2.0
import SeededNumbers
import Testing

@testable import Storage

@Suite struct RecentUseTests {
    /// The same by the simplest means: a list, the most recent last.
    private struct Model {
        var entries: [(key: Int, value: UInt64, bytes: Int)] = []
        let maximum: Int

        mutating func value(for key: Int) -> UInt64? {
            guard let place = entries.firstIndex(where: { $0.key == key }) else { return nil }
            let entry = entries.remove(at: place)
            entries.append(entry)
            return entry.value
        }

        mutating func insert(_ value: UInt64, for key: Int, bytes: Int) {
            entries.removeAll { $0.key == key }
            guard bytes <= maximum else { return }
            while byteCount + bytes > maximum { entries.removeFirst() }
            entries.append((key, value, bytes))
        }

        var byteCount: Int { entries.reduce(0) { $0 + $1.bytes } }
    }

    @Test(arguments: 0..<20)
    func itRemembersWhatAListWould(seed: Int) {
        var numbers = SplitMix(seed: UInt64(seed))
        var cache = RecentUse<Int, UInt64>(maximumBytes: 100)
        var model = Model(maximum: 100)
        for step in 0..<2000 {
            let key = Int(numbers.next() % 24)
            switch numbers.next() % 8 {
            case 0:
                cache.remove(key)
                model.entries.removeAll { $0.key == key }
            case 1...3:
                let value = numbers.next()
                let bytes = Int(numbers.next() % 30) * (numbers.next() % 50 == 0 ? 5 : 1)
                cache.insert(value, for: key, byteCount: bytes)
                model.insert(value, for: key, bytes: bytes)
            default:
                #expect(cache.value(for: key) == model.value(for: key), "seed \(seed), \(step)")
            }
            #expect(cache.byteCount == model.byteCount && cache.count == model.entries.count)
            #expect(cache.byteCount <= 100)
        }
    }
}
