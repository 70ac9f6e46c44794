// SPDX-License-Identifier: Apache-2.0
internal import Deflate
internal import Faults

/// One chunk of a PNG (PNG, 5.3).
///
///     length (4)   type (4)   data (length)   CRC (4)
struct PNGChunk {
    /// Four letters.
    let type: String
    /// What is there of the data.
    let data: ArraySlice<UInt8>
    /// Where the chunk starts in the file.
    let offset: Int
    /// Whether the file ends inside the chunk.
    let isCut: Bool
    /// Whether the code over type and data is right.
    let isIntact: Bool

    /// Where the next chunk starts.
    var end: Int { data.endIndex + 4 }

    /// The chunk at `offset`, or `nil` at the end of the file or where no chunk can start.
    init?(in file: [UInt8], at offset: Int) {
        let cursor = ByteCursor(file[...])
        guard let length = cursor.number(at: offset, size: 4),
            let name = cursor.slice(at: offset + 4, count: 4)
        else { return nil }
        let isName = name.allSatisfy { (65...90).contains($0) || (97...122).contains($0) }
        guard isName, length <= Int32.max else { return nil }
        let start = offset + 8
        let stop = min(file.count, start + length)
        type = String(decoding: name, as: Unicode.UTF8.self)
        data = file[start..<stop]
        self.offset = offset
        let code = cursor.number(at: stop, size: 4)
        isCut = stop - start < length || code == nil
        isIntact = code == Int(CRC32.of(file[(start - 4)..<stop]))
    }
}
