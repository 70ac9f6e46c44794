// SPDX-License-Identifier: Apache-2.0
import Faults
import Foundation
import Testing
import Workers

@Suite struct SandboxTests {
    private static func probes() throws -> [String: Int32] {
        guard case .report(let text) = try Bench.client().perform(.rehearse(.probeSandbox)) else {
            return [:]
        }
        let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
        let pairs = lines.map { $0.split(separator: " ") }
        return Dictionary(uniqueKeysWithValues: pairs.map { (String($0[0]), Int32($0[1]) ?? -1) })
    }

    @Test func theKernelOfTheTestMachineHasEveryWall() throws {
        #expect(try Bench.client().confinement() == [.systemCalls, .files])
    }

    @Test func networkWritingAndProcessesAreRefused() throws {
        let probes = try Self.probes()
        for attempt in [
            "socket-inet", "socket-unix", "open-for-writing", "open-for-both", "create",
            "truncate", "unlink", "mkdir", "fork", "exec", "kill-parent", "raise-limit",
            "read-passwd",
        ] {
            #expect(probes[attempt] == EACCES, "\(attempt)")
        }
    }

    @Test func librariesAndThreadsStayPossible() throws {
        let probes = try Self.probes()
        #expect(probes["read-library-folder"] == 0)
        #expect(probes["thread"] == 0)
    }

    @Test func aWorkerThatWasNotStartedForTestsDoesNotRehearse() {
        let client = WorkerClient()
        #expect(Bench.code { _ = try client.perform(.rehearse(.crash)) } == .unsupported)
    }

    @Test func aWorkerInheritsNoDescriptorAndLittleEnvironment() throws {
        // A descriptor that somebody forgot to close on exec.
        let leak = unsafe open("/dev/null", O_RDONLY)
        defer { close(leak) }
        unsafe setenv("INKSTONE_SECRET_OF_A_TEST", "1", 1)
        let client = WorkerClient()
        _ = try client.confinement()
        let process = try #require(client.processIdentifier)
        let files = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd")
        #expect(Set(files) == ["0", "1", "2"])
        let environment = try Data(contentsOf: URL(filePath: "/proc/\(process)/environ"))
        #expect(!String(decoding: environment, as: UTF8.self).contains("SECRET"))
    }
}
