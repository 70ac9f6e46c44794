// SPDX-License-Identifier: Apache-2.0
import Foundation
import FuzzTargets
import Testing

/// Every kept seed gives a result or an error, in bounded time.
///
/// Among them is whatever fuzzing found once: a trap here ends the test run.
@Suite struct KeptSeedTests {
    @Test(arguments: FuzzTarget.allCases)
    func everyKeptSeedIsAnsweredInBoundedTime(target: FuzzTarget) throws {
        let folder = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Seeds/\(target.rawValue)")
        let seeds = try FileManager.default
            .contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { !$0.lastPathComponent.hasPrefix(".") }
        #expect(!seeds.isEmpty)
        for seed in seeds {
            let bytes = Array(try Data(contentsOf: seed))
            let time = ContinuousClock().measure { target.run(bytes) }
            #expect(time < .seconds(20), "\(seed.lastPathComponent) took \(time)")
        }
    }
}
