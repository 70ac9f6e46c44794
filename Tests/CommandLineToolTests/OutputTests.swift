// SPDX-License-Identifier: Apache-2.0
import Faults
import Glibc
import Testing

@testable import CommandLineTool

@Suite struct OutputTests {
    @Test func shortAndInterruptedWritesAreContinued() throws {
        var arrived: [UInt8] = []
        var calls = 0
        let output = Output { bytes in
            calls += 1
            switch calls % 4 {
            case 1: return -Int(EINTR)
            case 2: return -Int(EAGAIN)
            case 3: return 0
            default:
                let count = min(3, bytes.count)
                for index in 0..<count {
                    arrived.append(bytes[index])
                }
                return count
            }
        }
        #expect(try output.write("a text of some length") == .written)
        #expect(String(decoding: arrived, as: UTF8.self) == "a text of some length")
        #expect(try output.write([]) == .written)
    }

    @Test func aReaderThatWentAwayIsNoFault() throws {
        let output = Output { _ in -Int(EPIPE) }
        #expect(try output.write("text") == .readerGone)
    }

    @Test func aFullDiskIsAFault() {
        let output = Output { _ in -Int(ENOSPC) }
        #expect(
            throws: Fault(
                .saveFailed,
                "The output could not be written.",
                cause: "No space left on device"
            )
        ) { try output.write("text") }
    }

    @Test func bytesGoThroughARealPipe() throws {
        Output.prepare()
        var ends: [Int32] = [0, 0]
        let made = unsafe pipe(&ends)
        #expect(made == 0)
        defer { close(ends[1]) }
        let output = Output(descriptor: ends[1])
        #expect(try output.write("ink") == .written)
        var buffer = [UInt8](repeating: 0, count: 8)
        let count = unsafe read(ends[0], &buffer, 8)
        #expect(count == 3)
        #expect(buffer.starts(with: Array("ink".utf8)))
        close(ends[0])
        #expect(try output.write("stone") == .readerGone)
    }
}
