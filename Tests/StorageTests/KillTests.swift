// SPDX-License-Identifier: Apache-2.0
import Glibc
import SeededNumbers
import Storage
import Testing

@testable import SaveProbe

/// A save is killed, and the path must hold one whole file.
@Suite(.serialized) struct KillTests {
    /// What was found after a kill.
    private struct Tally: CustomStringConvertible {
        var old = 0
        var new = 0
        var withStage = 0
        var description: String { "\(old) old, \(new) new, \(withStage) with a stage left behind" }
    }

    private static func number(of name: String, otherwise value: Int) -> Int {
        guard let text = unsafe getenv(name) else { return value }
        return Int(unsafe String(cString: text)) ?? value
    }

    /// The number of the delta after the prefix, zero when there is none yet; nil for anything but
    /// a whole file.
    private func wholeFile(_ folder: Playground, prefix: [UInt8]) -> UInt64? {
        guard let found = folder.content("file"), found.count >= prefix.count else { return nil }
        let isSame = unsafe found.withUnsafeBytes { found in
            unsafe prefix.withUnsafeBytes { prefix in
                guard let found = found.baseAddress, let start = prefix.baseAddress else {
                    return false
                }
                return unsafe memcmp(found, start, prefix.count) == 0
            }
        }
        guard isSame else { return nil }
        return found.count == prefix.count ? 0 : ProbeContent.number(of: found[prefix.count...])
    }

    @Test(arguments: ["before", "after"])
    func killedAtAnySystemCallThePathHoldsOneWholeFile(moment: String) throws {
        let prefix = someBytes(20_000)
        var tally = Tally()
        for call in 1... {
            let folder = try Playground()
            folder.write(prefix, to: "file")
            let probe = try Probe(
                ["die", folder["file"], "\(prefix.count)", "\(call)", moment])
            if probe.wait() == 0 { break }
            if folder.names.count > 1 { tally.withStage += 1 }
            try SafeReplace.sweep(folder: folder.path)
            #expect(folder.names == ["file"], "killed \(moment) call \(call)")
            let found = wholeFile(folder, prefix: prefix)
            #expect(found != nil, "killed \(moment) call \(call)")
            if found == 0 { tally.old += 1 } else { tally.new += 1 }
        }
        #expect(tally.old > 10 && tally.new > 2 && tally.withStage > 2, "\(tally)")
    }

    /// Kills at random moments of saving 50 MB.
    ///
    /// A moment is a delay after the probe said that it
    /// starts a save; delays reach a little beyond what a save takes.
    @Test func killedAtRandomMomentsThePathHoldsOneWholeFile() throws {
        let kills = Self.number(of: "INKSTONE_KILLS", otherwise: 100)
        let seed = UInt64.random(in: 0 ... .max)
        var random = SplitMix(seed: seed)
        let prefix = someMegabytes(50)
        let folder = try Playground()
        folder.write(prefix, to: "file")
        let longest = try timeOfASave(folder, prefix)
        var (tally, last) = (Tally(), UInt64(0))

        for kill in 1...kills {
            let probe = try Probe(["loop", folder["file"], "\(prefix.count)", "\(last + 1)"])
            _ = probe.read()
            wait(microseconds: UInt32.random(in: 0..<longest, using: &random))
            probe.kill()
            let begun = probe.readAll().split(separator: "\n").compactMap { UInt64($0) }
            if folder.names.count > 1 { tally.withStage += 1 }
            try SafeReplace.sweep(folder: folder.path)
            #expect(folder.names == ["file"], "kill \(kill), seed \(seed)")
            let found = try #require(
                wholeFile(folder, prefix: prefix),
                "kill \(kill), seed \(seed)"
            )
            // The last save that was begun is there, or the one before it.
            let newest = begun.last ?? last + 1
            #expect(found == newest || found == newest - 1, "kill \(kill), seed \(seed)")
            if found == newest { tally.new += 1 } else { tally.old += 1 }
            last = found
        }
        print("\(kills) kills over \(longest) µs, seed \(seed): \(tally)")
        #expect(tally.old > 0)
    }

    /// One and a quarter times what the slowest of three saves takes, in microseconds.
    private func timeOfASave(_ folder: Playground, _ prefix: [UInt8]) throws -> UInt32 {
        let probe = try Probe(["loop", folder["file"], "\(prefix.count)", "0"])
        defer { _ = try? SafeReplace.sweep(folder: folder.path) }
        let clock = ContinuousClock()
        var slowest = Duration.zero
        _ = probe.read()
        for _ in 0..<3 {
            let start = clock.now
            _ = probe.read()
            slowest = max(slowest, clock.now - start)
        }
        probe.kill()
        folder.write(prefix, to: "file")
        return UInt32(clamping: slowest.components.attoseconds / 1_000_000_000_000) / 4 * 5
    }

    private func wait(microseconds: UInt32) {
        _ = usleep(microseconds)
    }

    /// Bytes in which no page is like another.
    private func someMegabytes(_ count: Int) -> [UInt8] {
        let block = someBytes(4096)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count << 20)
        for number in 0..<(count << 8) {
            bytes += block
            bytes[bytes.count - 4] = UInt8(truncatingIfNeeded: number >> 16)
            bytes[bytes.count - 3] = UInt8(truncatingIfNeeded: number >> 8)
            bytes[bytes.count - 2] = UInt8(truncatingIfNeeded: number)
        }
        return bytes
    }
}
