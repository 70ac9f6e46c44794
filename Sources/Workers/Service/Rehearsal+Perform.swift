// SPDX-License-Identifier: Apache-2.0
internal import Glibc

extension Rehearsal {
    /// Misbehaves.
    ///
    /// What can be survived returns.
    func perform(over connection: FrameConnection) {
        switch self {
        case .crash:
            raise(SIGSEGV)
        case .spin:
            while true { sched_yield() }
        case .promiseTooMuch:
            speak(FrameHeader(.document, length: 1000).bytes + [1, 2, 3], over: connection)
            _exit(0)
        case .promiseTheMoon:
            speak(FrameHeader(.document, length: 0xFFFF_FFFF).bytes, over: connection)
        case .babble:
            speak(Array("HTTP/1.1 200 OK and so on\r\n".utf8), over: connection)
        case .miscountPixels:
            speak(
                FrameHeader(
                    .pixels,
                    length: 3,
                    width: 0xFFFF_FFFF,
                    height: 0xFFFF_FFFF,
                    channels: 3
                ).bytes,
                over: connection
            )
        case .devourMemory:
            // What a library does when malloc fails.
            if unsafe malloc(WorkerLimits.rendererAddressSpaceBytes) == nil { abort() }
        case .probeSandbox:
            break
        }
    }

    private func speak(_ bytes: [UInt8], over connection: FrameConnection) {
        try? connection.send(bytes, by: nil)
    }
}
