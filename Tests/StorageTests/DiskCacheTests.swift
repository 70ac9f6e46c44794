// SPDX-License-Identifier: Apache-2.0
import Glibc
import SeededNumbers
import Storage
import Synchronization
import Testing

@testable import SaveProbe

/// What can be made again is kept while there is room, and never harms.
@Suite struct DiskCacheTests {
    let folder: Playground

    init() throws {
        folder = try Playground()
        folder.setMode("", 0o700)
    }

    /// A clock that tells one second more each time.
    private final class Clock: Sendable {
        private let seconds = Mutex<Int64>(1_700_000_000)

        func now() -> Int64 {
            seconds.withLock { seconds in
                seconds += 1
                return seconds * 1_000_000_000
            }
        }

        func advance(by step: Int64) { seconds.withLock { $0 += step } }
    }

    private func cache(
        _ maximumBytes: Int = 1 << 20,
        clock: Clock = Clock(),
        through files: any FileSystem = SystemFiles()
    ) throws -> DiskCache {
        try #require(
            DiskCache(in: folder.path, maximumBytes: maximumBytes, through: files) { clock.now() }
        )
    }

    @Test func whatIsStoredIsThereInAnotherProcessToo() throws {
        let bytes = someBytes(10_000)
        try cache().store(bytes, for: "a page")
        #expect(try cache().bytes(for: "a page") == bytes)
        #expect(try cache().bytes(for: "another page") == nil)
        try cache().store([], for: "a page")
        #expect(try cache().bytes(for: "a page") == [])
        #expect(folder.names.count == 1)
    }

    @Test func theKeyDoesNotShowInTheFolder() throws {
        try cache().store([1], for: "../secret contract.pdf")
        let name = try #require(folder.names.first)
        #expect(name.count == 64 && name.allSatisfy(\.isHexDigit))
        let bytes = try #require(folder.content(name))
        #expect(!bytes.indices.contains { bytes[$0...].starts(with: "contract".utf8) })
    }

    @Test func everyTornOrFlippedFileIsForgotten() throws {
        let bytes = someBytes(40)
        let cache = try cache()
        cache.store(bytes, for: "k")
        let name = try #require(folder.names.first)
        let whole = try #require(folder.content(name))
        for count in whole.indices {
            folder.write(Array(whole.prefix(count)), to: name)
            #expect(cache.bytes(for: "k") == nil)
            #expect(folder.names == [], "cut at \(count)")
        }
        for place in whole.indices {
            var changed = whole
            changed[place] ^= 1
            folder.write(changed, to: name)
            #expect(cache.bytes(for: "k") == nil, "flipped \(place)")
        }
        folder.write(whole + [0], to: name)
        #expect(cache.bytes(for: "k") == nil)
        folder.write(whole, to: name)
        #expect(cache.bytes(for: "k") == bytes)
    }

    @Test func aFileUnderTheNameOfAnotherIsNotBelieved() throws {
        let cache = try cache()
        cache.store([1, 2, 3], for: "first")
        let name = try #require(folder.names.first)
        cache.store([4, 5, 6], for: "second")
        let other = try #require(folder.names.first { $0 != name })
        folder.move(other, to: name)
        #expect(cache.bytes(for: "first") == nil)
    }

    @Test func whatIsNoFileIsLeftAlone() throws {
        let cache = try cache()
        cache.store([1, 2, 3], for: "k")
        let name = try #require(folder.names.first)
        let whole = try #require(folder.content(name))
        folder.remove(name)
        folder.write(whole, to: "elsewhere")
        folder.symbolicLink(to: "elsewhere", as: name)
        #expect(cache.bytes(for: "k") == nil)
        folder.remove(name)
        folder.makeFolder(name)
        #expect(cache.bytes(for: "k") == nil)
        cache.store([1], for: "k")
        #expect(cache.bytes(for: "k") == nil)
        folder.remove(name)
        #expect(unsafe mkfifo(folder[name], 0o600) == 0)
        #expect(cache.bytes(for: "k") == nil)
        cache.store([1, 2, 3], for: "k")
        #expect(cache.bytes(for: "k") == [1, 2, 3])
        #expect(folder.content("elsewhere") == whole)
    }

    @Test func thoseNotUsedForLongestGoFirst() throws {
        let clock = Clock()
        let cache = try cache(10_000, clock: clock)
        // A file has 80 bytes more than what it holds.
        for number in 0..<10 { cache.store(someBytes(820), for: "\(number)") }
        #expect(folder.names.count == 10)
        #expect(cache.bytes(for: "0") != nil)
        for number in 10..<13 { cache.store(someBytes(820), for: "\(number)") }
        #expect(cache.bytes(for: "0") != nil)
        #expect(cache.bytes(for: "1") == nil && cache.bytes(for: "2") == nil)
        #expect(cache.bytes(for: "12") != nil)
    }

    @Test(arguments: 0..<5)
    func theFolderStaysNearItsLimit(seed: Int) throws {
        var numbers = SplitMix(seed: UInt64(seed))
        let clock = Clock()
        let caches = try (0..<3).map { _ in try cache(50_000, clock: clock) }
        for _ in 0..<300 {
            let cache = caches[Int(numbers.next() % 3)]
            cache.store(someBytes(Int(numbers.next() % 20_000)), for: "\(numbers.next() % 100)")
        }
        let sum = folder.names.reduce(0) { $0 + (folder.content($1)?.count ?? 0) }
        // Each of the three may have written a sixteenth since it last looked, and one value.
        #expect(sum <= 50_000 + 3 * (50_000 / 16 + 12_500), "\(sum)")
        #expect(sum > 20_000)
    }

    @Test func aValueThatIsTooLargeIsNotKept() throws {
        let cache = try cache(1000)
        cache.store(someBytes(200), for: "k")
        #expect(folder.names == [])
    }

    @Test func whatAKillLeftIsRemovedLater() throws {
        let clock = Clock()
        folder.write(someBytes(100), to: ".new-1")
        try cache(clock: clock).store([1], for: "a")
        // The file was written just now by the real clock, which is ahead of the test's.
        #expect(folder.names.contains(".new-1"))
        clock.advance(by: 40 * 365 * 86_400)
        try cache(clock: clock).store([1], for: "b")
        #expect(!folder.names.contains(".new-1"))
    }

    @Test func everyFailureMeansNotThereAndNothingLeftBehind() throws {
        let bytes = someBytes(100_000)
        for fails in 1...12 {
            let files = InterceptedFiles(
                longestPiece: 40_000,
                before: { number, _ throws(SystemError) in
                    if number == fails + 1 { throw SystemError(EIO) }
                }
            )
            guard
                let cache = DiskCache(
                    in: folder.path,
                    maximumBytes: 1 << 20,
                    through: files,
                    now: Clock().now
                )
            else { continue }
            cache.store(bytes, for: "k")
            let found = cache.bytes(for: "k")
            #expect(found == nil || found == bytes)
            #expect(!folder.names.contains { $0.hasPrefix(".new-") }, "call \(fails)")
        }
        #expect(try cache().bytes(for: "k") == bytes)
    }

    @Test func processesShareTheFolder() throws {
        let probes = try (0..<3).map { _ in try Probe(["cache", folder.path, "2000"]) }
        for probe in probes { #expect(probe.wait() == 0) }
        #expect(folder.names.count > 10)
        #expect(!folder.names.contains { $0.hasPrefix(".new-") })
    }

    @Test func killedAtAnyMomentTheOthersFindNothingTorn() throws {
        for _ in 0..<10 {
            let victim = try Probe(["cache", folder.path, "1000000000"])
            #expect(victim.read().contains("begun"))
            let other = try Probe(["cache", folder.path, "300"])
            #expect(other.read().contains("begun"))
            victim.kill()
            #expect(other.wait() == 0)
        }
        let last = try Probe(["cache", folder.path, "300"])
        #expect(last.wait() == 0)
    }

    @Test func aFolderThatOthersMayReadIsClosed() throws {
        folder.setMode("", 0o755)
        _ = try cache()
        var status = stat()
        #expect(unsafe stat(folder.path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o700)
    }

    @Test(.enabled(if: geteuid() == 0, "Only root can give a folder to another user."))
    func aFolderOfSomebodyElseIsRefused() throws {
        folder.setOwner("", 65534, 65534)
        #expect(DiskCache(in: folder.path, maximumBytes: 1000) == nil)
        folder.setOwner("", 0, 0)
    }

    @Test func theFolderIsMadeWithItsParents() throws {
        let cache = DiskCache(in: folder["a/b"], maximumBytes: 1 << 16)
        cache?.store([7], for: "k")
        #expect(cache?.bytes(for: "k") == [7])
        var status = stat()
        #expect(unsafe stat(folder["a"], &status) == 0)
        #expect(status.st_mode & 0o777 == 0o700)
        for name in ["a/b/" + (try #require(names(in: "a/b").first)), "a/b", "a"] {
            folder.remove(name)
        }
        folder.write([1], to: "file")
        #expect(DiskCache(in: folder["file"], maximumBytes: 1 << 16) == nil)
        #expect(DiskCache(in: folder["file/below"], maximumBytes: 1 << 16) == nil)
    }

    private func names(in name: String) -> [String] {
        let files = SystemFiles()
        guard let open = try? files.open(folder[name], in: files.workingFolder, .folder) else {
            return []
        }
        defer { files.close(open) }
        return ((try? files.names(in: open, startingWith: "")) ?? []).filter { !$0.hasPrefix(".") }
    }
}
