// SPDX-License-Identifier: Apache-2.0
import ByteSource
import Faults
import PDFSyntax

/// Writes small files byte by byte, with whatever defect a test wants, and remembers where each
/// object went.
struct FileBuilder {
    var bytes: [UInt8]
    /// Where each object begins, from the start of the file.
    private(set) var offsets: [Int: Int] = [:]
    /// What the offsets in tables count from.
    var origin = 0

    init(_ header: String = "%PDF-1.7\n") { bytes = Array(header.utf8) }

    /// Goes on behind other bytes, as an update does.
    init(after file: [UInt8]) { bytes = file }

    var position: Int { bytes.count - origin }

    mutating func text(_ text: String) { bytes += Array(text.utf8) }

    mutating func object(_ number: Int, _ body: String, end: String = "\nendobj\n") {
        offsets[number] = position
        text("\(number) 0 obj\n\(body)\(end)")
    }

    /// A stream; `length` stands for the right one.
    mutating func stream(
        _ number: Int,
        _ keys: String,
        _ data: [UInt8],
        length: String? = nil,
        end: String = "\nendstream\nendobj\n"
    ) {
        offsets[number] = position
        text("\(number) 0 obj\n<<\(keys)/Length \(length ?? String(data.count))>>\nstream\n")
        bytes += data
        text(end)
    }

    /// Catalog 1, page tree 2, page 3, content 4, and 5, a string to be changed.
    mutating func onePage(content: String = "0 0 m 9 9 l S") {
        object(1, "<</Type/Catalog/Pages 2 0 R>>")
        object(2, "<</Type/Pages/Kids[3 0 R]/Count 1>>")
        object(3, "<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R/Resources<<>>>>")
        stream(4, "", Array(content.utf8))
        object(5, "(five)")
    }

    /// The line of one entry without its end; objects never written are free.
    func line(_ number: Int) -> String {
        guard let offset = offsets[number] else { return "0000000000 65535 f" }
        let digits = String(offset)
        return String(repeating: "0", count: 10 - digits.count) + digits + " 00000 n"
    }

    /// `xref` with one subsection for each range; gives its offset.
    mutating func table(_ ranges: [ClosedRange<Int>], lineEnd: String = " \n") -> Int {
        let start = position
        text("xref\n")
        for range in ranges {
            text("\(range.lowerBound) \(range.count)\n")
            for number in range { text(line(number) + lineEnd) }
        }
        return start
    }

    mutating func trailer(_ keys: String, start: Int?, end: String = "%%EOF\n") {
        text("trailer\n<<\(keys)>>\n")
        finish(start, end: end)
    }

    mutating func finish(_ start: Int?, end: String = "%%EOF\n") {
        if let start { text("startxref\n\(start)\n") }
        text(end)
    }

    /// A cross-reference stream of the rows, three numbers each; gives its offset.
    mutating func crossReferenceStream(
        _ number: Int,
        _ keys: String,
        widths: [Int] = [1, 3, 1],
        rows: [[Int]],
        pack: (inout String, [UInt8]) -> [UInt8] = { $1 }
    ) -> Int {
        var data: [UInt8] = []
        for row in rows {
            for (value, width) in zip(row, widths) {
                for shift in stride(from: (width - 1) * 8, through: 0, by: -8) {
                    data.append(UInt8(truncatingIfNeeded: value >> shift))
                }
            }
        }
        let start = position
        let wide = widths.map(String.init).joined(separator: " ")
        var keys = "/Type/XRef/W[\(wide)]\(keys)"
        let packed = pack(&keys, data)
        stream(number, keys, packed)
        return start
    }

    // MARK: Whole files

    /// One page, a classic table.
    static func classic(
        header: String = "%PDF-1.7\n",
        lineEnd: String = " \n",
        end: String = "%%EOF\n",
        trailer: String = "/ID[<01><02>]"
    ) -> [UInt8] {
        var file = FileBuilder(header)
        file.onePage()
        let start = file.table([0...5], lineEnd: lineEnd)
        file.trailer("/Size 6/Root 1 0 R\(trailer)", start: start, end: end)
        return file.bytes
    }

    /// One page, a cross-reference stream 6; object 5 is in an object stream 7.
    static func streamed() -> [UInt8] {
        var file = FileBuilder()
        file.onePage()
        file.stream(7, "/Type/ObjStm/N 2/First 8", Array("5 0 8 7 (five) (eight)".utf8))
        let at = file.offsets
        let start = file.crossReferenceStream(
            6,
            "/Size 9/Root 1 0 R/ID[<01><02>]",
            rows: [[0, 0, 255]] + (1...4).map { [1, at[$0] ?? 0, 0] }
                + [[2, 7, 0], [1, file.position, 0], [1, at[7] ?? 0, 0], [2, 7, 1]]
        )
        file.finish(start)
        return file.bytes
    }

    /// One page, a table that hides object 5, which is in object stream 7 by way of stream 6.
    static func hybrid() -> [UInt8] {
        var file = FileBuilder()
        file.object(1, "<</Type/Catalog/Pages 2 0 R>>")
        file.object(2, "<</Type/Pages/Kids[3 0 R]/Count 1>>")
        file.object(3, "<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R>>")
        file.stream(4, "", Array("0 0 m 9 9 l S".utf8))
        file.stream(7, "/Type/ObjStm/N 1/First 4", Array("5 0 (five)".utf8))
        let at = file.offsets
        let hidden = file.crossReferenceStream(
            6,
            "/Size 8/Index[5 3]",
            rows: [[2, 7, 0], [1, file.position, 0], [1, at[7] ?? 0, 0]]
        )
        let start = file.table([0...4])
        file.trailer("/Size 8/Root 1 0 R/XRefStm \(hidden)/ID[<01><02>]", start: start)
        return file.bytes
    }

    /// One page in the order of Annex F: the first-page section stands first and points forwards.
    static func linearized() -> [UInt8] {
        // Twice: the second time the offsets are known.
        var main = 0
        var file = FileBuilder()
        var pagesAndCatalog: [Int: Int] = [:]
        for _ in 0..<2 {
            file = FileBuilder()
            file.object(6, "<</Linearized 1/L 1000/O 3/E 400/N 1/T 700/H[300 9]>>")
            file.offsetsKnown(pagesAndCatalog)
            let first = file.table([1...1, 3...4, 6...6])
            let prev = String(repeating: "0", count: 6 - String(main).count) + String(main)
            file.trailer(
                "/Size 7/Root 1 0 R/Prev \(prev)/ID[<01><02>]",
                start: 0
            )
            file.object(1, "<</Type/Catalog/Pages 2 0 R>>")
            file.object(
                3,
                "<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R/Resources<<>>>>"
            )
            file.stream(4, "", Array("0 0 m 9 9 l S".utf8))
            file.object(2, "<</Type/Pages/Kids[3 0 R]/Count 1>>")
            file.object(5, "(five)")
            pagesAndCatalog = file.offsets
            main = file.position
            // 0, 2 and 5 are not of the first page.
            _ = file.table([0...0, 2...2, 5...5])
            file.trailer("/Size 7", start: first)
        }
        return file.bytes
    }

    private mutating func offsetsKnown(_ known: [Int: Int]) {
        offsets.merge(known) { current, _ in current }
    }
}

/// Opens bytes.
func open(_ bytes: [UInt8]) throws(Fault) -> Document {
    Document(try BaseFile(MemoryByteSource(bytes)))
}

extension Document {
    /// The file that a save would leave.
    func saved() throws(Fault) -> [UInt8] {
        Array(try base.source.bytes(in: 0..<base.source.count)) + (try delta())
    }

    /// The object of a number, generation 0.
    func object(_ number: Int) throws(Fault) -> COSObject { try object(ObjectID(number)) }

    /// The decoded bytes of a stream as text.
    func text(_ number: Int) throws(Fault) -> String? {
        guard let stream = try object(number).stream else { return nil }
        return String(decoding: try decodedBytes(of: stream).bytes, as: UTF8.self)
    }
}

/// The string "five", which every built file has as object 5.
let five = COSObject.string(Array("five".utf8))
