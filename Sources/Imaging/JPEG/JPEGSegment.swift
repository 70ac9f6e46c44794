// SPDX-License-Identifier: Apache-2.0
internal import Faults

/// One marker of a JPEG and its parameters (T.81, B.1.1).
///
///     FF … FF   marker   length (2, itself included)   data
struct JPEGSegment {
    static let startOfScan: UInt8 = 0xDA

    let marker: UInt8
    let data: ArraySlice<UInt8>
    /// Where the marker's FF is.
    let offset: Int
    /// Bytes before the marker that belong to nothing.
    let skippedBytes: Int

    /// Where the next marker is looked for.
    var end: Int { data.endIndex }

    /// The segment at or after `start`; bytes that are no marker are skipped, as decoders do.
    init(in file: [UInt8], at start: Int) throws(Fault) {
        var position = start
        var fillBytes = 0
        while position < file.count {
            if file[position] == 0xFF {
                fillBytes += 1
            } else if fillBytes > 0 && file[position] != 0 {
                break
            } else {
                fillBytes = 0
            }
            position += 1
        }
        func cut(_ place: Int) -> Fault {
            Fault(
                .invalidDocument,
                "The JPEG ends before its picture.",
                at: Place(byteOffset: place)
            )
        }
        guard position < file.count else { throw cut(file.count) }
        marker = file[position]
        offset = position - 1
        skippedBytes = position - fillBytes - start
        // Markers that stand alone: TEM, RST, SOI, EOI.
        if marker == 0x01 || (0xD0...0xD9).contains(marker) {
            data = file[(position + 1)..<(position + 1)]
            return
        }
        let cursor = ByteCursor(file[...])
        guard let length = cursor.number(at: position + 1, size: 2), length >= 2,
            let content = cursor.slice(at: position + 3, count: length - 2)
        else { throw cut(offset) }
        data = content
    }
}
