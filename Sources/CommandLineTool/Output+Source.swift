// SPDX-License-Identifier: Apache-2.0
internal import ByteSource
internal import Faults

extension Output {
    /// Writes all bytes of a source, a megabyte at a time.
    func write(source: any ByteSource) throws(Fault) {
        var position = 0
        while position < source.count {
            let end = min(position + 1 << 20, source.count)
            if try write(source.bytes(in: position..<end)) == .readerGone { return }
            position = end
        }
    }
}
