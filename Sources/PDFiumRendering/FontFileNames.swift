// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// What the faces in a font file are called, as PDFium reads it.
struct FontFileNames {
    /// The names in the order of the file.
    ///
    /// Each is plain ASCII, or nil where PDFium makes something else of it. A face without a name
    /// is left out.
    private(set) var faces: [[UInt8]?] = []

    private let descriptor: Int32
    private let size: Int
    /// The first bytes, where the tables are listed and, of most files, little else is needed.
    private let start: [UInt8]

    private static let startBytes = 1024
    /// A table of names that is larger is none.
    private static let mostNameBytes = 1 << 20
    /// Faces of a collection; the largest have a few dozen.
    private static let mostFaces = 4096

    /// Reads from an open file; nil when nothing certain can be said of it.
    init?(_ descriptor: Int32) {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_size <= Int(UInt32.max) else {
            return nil
        }
        self.descriptor = descriptor
        size = Int(status.st_size)
        start = Self.read(descriptor, at: 0, Self.startBytes)
        guard start.count >= 12 else { return }
        // A collection (OpenType, 4.6.3 "ttcf") says where its faces begin.
        guard start.number32(at: 0) == 0x7474_6366 else {
            readFace(at: 0)
            return
        }
        let count = start.number32(at: 8)
        guard count <= Self.mostFaces else { return nil }
        let offsets = bytes(at: 12, count * 4)
        guard offsets.count == count * 4 else { return }
        for index in 0..<count { readFace(at: offsets.number32(at: index * 4)) }
    }

    private mutating func readFace(at offset: Int) {
        let header = bytes(at: offset, 12)
        guard header.count == 12 else { return }
        let count = header.number16(at: 4)
        let tables = bytes(at: offset + 12, count * 16)
        guard count > 0, tables.count == count * 16 else { return }
        for index in 0..<count where tables.number32(at: index * 16) == 0x6E61_6D65 {
            let place = tables.number32(at: index * 16 + 8)
            let length = tables.number32(at: index * 16 + 12)
            guard length > 0, place + length <= size else { return }
            guard length <= Self.mostNameBytes else {
                faces.append(nil)
                return
            }
            let table = bytes(at: place, length)
            if table.count == length { nameFace(by: table) }
            return
        }
    }

    /// The family and, unless it is “Regular”, the style.
    private mutating func nameFace(by table: [UInt8]) {
        let family = Self.name(1, in: table)
        if let family, family.isEmpty { return }
        guard let family, let style = Self.name(2, in: table) else {
            faces.append(nil)
            return
        }
        let isRegular = style.elementsEqual("Regular".utf8)
        faces.append(isRegular ? family : family + [0x20] + style)
    }

    /// A name of a table of names (OpenType, 5.2): the first that is in the Roman letters of the
    /// Macintosh or in the Unicode of Windows, in whatever language.
    ///
    /// - Returns: empty when there is none; nil when it is not plain ASCII.
    private static func name(_ identifier: Int, in table: [UInt8]) -> [UInt8]? {
        guard table.count >= 6 else { return [] }
        let count = table.number16(at: 2)
        let strings = table.number16(at: 4)
        guard strings <= table.count, 6 + count * 12 <= table.count else { return [] }
        for record in stride(from: 6, to: 6 + count * 12, by: 12)
        where table.number16(at: record + 6) == identifier {
            let platform = (table.number16(at: record), table.number16(at: record + 2))
            guard platform == (1, 0) || platform == (3, 1) else { continue }
            let length = table.number16(at: record + 8)
            let first = strings + table.number16(at: record + 10)
            guard first + length <= table.count else { return [] }
            let text = table[first..<first + length]
            return platform == (1, 0) ? plain(text) : plain(units: text)
        }
        return []
    }

    private static func plain(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        text.allSatisfy { (0x01...0x7F).contains($0) } ? Array(text) : nil
    }

    private static func plain(units text: ArraySlice<UInt8>) -> [UInt8]? {
        guard text.count.isMultiple(of: 2) else { return [] }
        var letters: [UInt8] = []
        letters.reserveCapacity(text.count / 2)
        for index in stride(from: text.startIndex, to: text.endIndex, by: 2) {
            guard text[index] == 0, (0x01...0x7F).contains(text[index + 1]) else { return nil }
            letters.append(text[index + 1])
        }
        return letters
    }

    // MARK: Bytes

    /// Bytes of the file; fewer where it ends.
    private func bytes(at offset: Int, _ count: Int) -> [UInt8] {
        guard offset + count > start.count else { return Array(start[offset..<offset + count]) }
        return Self.read(descriptor, at: offset, count)
    }

    private static func read(_ descriptor: Int32, at offset: Int, _ count: Int) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let got = unsafe pread(
                    descriptor,
                    buffer.baseAddress.map { unsafe $0 + filled },
                    count - filled,
                    offset + filled
                )
                if got < 0 && errno == EINTR { continue }
                if got <= 0 { break }
                filled += got
            }
        }
    }
}

extension [UInt8] {
    /// Two bytes, the higher first.
    fileprivate func number16(at index: Int) -> Int { Int(self[index]) << 8 | Int(self[index + 1]) }

    /// Four bytes, the highest first.
    fileprivate func number32(at index: Int) -> Int {
        number16(at: index) << 16 | number16(at: index + 2)
    }
}
