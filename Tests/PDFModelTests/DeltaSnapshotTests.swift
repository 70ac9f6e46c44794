// SPDX-License-Identifier: Apache-2.0
import ByteSource
import Geometry
import Glibc
import PDFModel
import PDFSyntax
import Testing

/// The bytes that a save appends, as text that a person can review (`Tests/Fixtures/Snapshots`).
///
/// With `INKSTONE_RECORD=1` in the environment they are written anew.
@Suite struct DeltaSnapshotTests {
    @Test func aMarkAsContent() throws {
        let file = FileBuilder.onePage(
            "/Rotate 90 /CropBox [20 10 180 90]",
            content: "q 1 0 0 1 5 5 cm BT"
        )
        try compare(try file.document.marked(), "content.txt")
    }

    @Test func aMarkAsAnnotation() throws {
        var placer = try MarkPlacer(try FileBuilder.onePage("/Rotate 270").document)
        let mark = try placer.embed(Marks.picture, blendMode: .multiply, opacity: 0.5)
        _ = try placer.addAnnotation(
            mark,
            on: try placer.document.page(0),
            in: Rect(x: 10, y: 20, width: 40, height: 20),
            details: .init(name: "0a1b", author: "李雷", modified: "D:20260131120000Z")
        )
        try compare(placer.document, "annotation.txt")
    }

    private func compare(_ document: Document, _ name: String) throws {
        let path =
            #filePath.split(separator: "/").dropLast(2).reduce("") { $0 + "/" + $1 }
            + "/Fixtures/Snapshots/" + name
        let text = try readable(document)
        if unsafe getenv("INKSTONE_RECORD") != nil {
            let file = try unsafe #require(unsafe fopen(path, "w"))
            defer { unsafe fclose(file) }
            unsafe fputs(text, file)
        }
        let kept = try unsafe #require(unsafe fopen(path, "r"), "no snapshot; see INKSTONE_RECORD")
        defer { unsafe fclose(kept) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = unsafe fread(&bytes, 1, bytes.count, kept)
        #expect(text == String(decoding: bytes[..<count], as: UTF8.self))
    }

    /// The delta with its streams decoded.
    ///
    /// What depends on how well a stream was compressed
    /// (lengths, offsets, the file identifier) is left out.
    private func readable(_ document: Document) throws -> String {
        let delta = try document.delta()
        var text = ""
        let saved = try document.saved()
        for number in document.overlay.keys.sorted() {
            let object = try saved.object(ObjectID(number))
            var writer = ObjectWriter()
            writer.write("\(number) 0 obj\n")
            if let stream = object.stream {
                var dictionary = stream.dictionary
                dictionary["Length"] = .name("any")
                writer.write(.dictionary(dictionary))
                let decoded = try saved.decodedBytes(of: stream).bytes
                let isText = decoded.allSatisfy { $0 >= 0x20 && $0 < 0x7F || $0 == 0x0A }
                writer.write("\nstream\n")
                if isText { writer.write(decoded) } else { writer.write(.string(decoded)) }
                writer.write("\nendstream")
            } else {
                writer.write(object)
            }
            writer.write("\nendobj\n")
            text += String(decoding: writer.bytes, as: UTF8.self)
        }
        let tail = String(decoding: delta, as: Unicode.ASCII.self)
        for line in tail.split(separator: "\n").drop(while: { $0 != "xref" }) {
            text += masked(line) + "\n"
        }
        return text
    }

    private func masked(_ line: Substring) -> String {
        if line.hasSuffix(" n ") { return "########## " + line.dropFirst(11) }
        if line.allSatisfy(\.isNumber) { return "#" }
        guard let identifier = line.firstRange(of: "/ID[") else { return String(line) }
        return line[..<identifier.lowerBound] + "/ID[#]"
            + line[identifier.upperBound...].drop { $0 != "]" }.dropFirst()
    }
}
