// SPDX-License-Identifier: Apache-2.0
import Deflate
import Glibc
import Imaging

/// Files beside the tests.
enum Fixture {
    /// The folder of the committed pictures.
    static let folder =
        #filePath.split(separator: "/").dropLast(2)
        .reduce("") { $0 + "/" + $1 } + "/Fixtures/Imaging"

    /// The corpus of real pictures, which may be missing.
    static var corpus: String {
        unsafe getenv("INKSTONE_CORPUS").map { unsafe String(cString: $0) }
            ?? #filePath.split(separator: "/").dropLast(4).reduce("") { $0 + "/" + $1 }
            + "/shared/corpus"
    }

    /// A committed picture.
    static func bytes(_ name: String) -> [UInt8] { read("\(folder)/\(name)") ?? [] }

    /// A whole file, or `nil`.
    static func read(_ path: String) -> [UInt8]? {
        guard let file = unsafe fopen(path, "rb") else { return nil }
        defer { unsafe fclose(file) }
        var bytes: [UInt8] = []
        var window = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe fread(&window, 1, window.count, file)
            if count == 0 { return bytes }
            bytes += window[..<count]
        }
    }

    /// Names of the pictures whose first bytes are those of a kind, from the corpus' list.
    static var corpusPictures: [(path: String, row: [Substring])] {
        guard let list = read("\(corpus)/images.csv") else { return [] }
        let lines = String(decoding: list, as: UTF8.self).split(whereSeparator: \.isNewline)
        return lines.dropFirst().map { line in
            let row = line.split(separator: ",", omittingEmptySubsequences: false)
            return ("\(corpus)/\(row[0])", row)
        }
    }
}

/// Writes PNGs with any content, right or wrong.
struct PNGBuilder {
    var width: Int
    var height: Int
    var depth = 8
    var colourType = 6
    var interlaced = false
    var extra: [(String, [UInt8])] = []

    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// A PNG whose rows (without filter types) are `pixels`.
    func file(_ pixels: [UInt8]) -> [UInt8] {
        let step = pixels.count / height
        var rows: [UInt8] = []
        rows.reserveCapacity(pixels.count + height)
        for row in 0..<height {
            rows.append(0)
            rows += pixels[(row * step)..<((row + 1) * step)]
        }
        return file(stream: DeflateEncoder.compress(rows, level: 1))
    }

    /// A PNG with the given compressed data.
    func file(stream: [UInt8]) -> [UInt8] {
        let header =
            Self.number(width) + Self.number(height)
            + [UInt8(depth), UInt8(colourType), 0, 0, interlaced ? 1 : 0]
        return Self.signature + Self.chunk("IHDR", header)
            + extra.flatMap { Self.chunk($0.0, $0.1) } + Self.chunk("IDAT", stream)
            + Self.chunk("IEND", [])
    }

    static func number(_ value: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }

    static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(type.utf8) + data
        return number(data.count) + body + number(Int(crc(body)))
    }

    /// Bit by bit, to have a second opinion on the tables.
    static func crc(_ bytes: [UInt8]) -> UInt32 {
        var code = UInt32.max
        for byte in bytes {
            code ^= UInt32(byte)
            for _ in 0..<8 { code = code & 1 == 1 ? 0xEDB8_8320 ^ (code >> 1) : code >> 1 }
        }
        return ~code
    }
}
