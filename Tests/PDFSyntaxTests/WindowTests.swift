// SPDX-License-Identifier: Apache-2.0
import ByteSource
import Faults
import Testing

@testable import PDFSyntax

/// A file reads the same wherever the windows end that it is read in.
@Suite struct WindowTests {
    /// Every object and decoded stream, and all that was noted.
    private func contents(_ source: any ByteSource) throws -> [String] {
        let base = try BaseFile(source)
        let document = Document(base)
        var contents: [String] = []
        for id in try base.allObjectIDs() {
            let object = try document.object(id)
            contents.append("\(id): \(object)")
            if case .stream(let stream) = object {
                contents.append("\(try document.decodedBytes(of: stream).bytes)")
            }
        }
        contents += try base.revisions().map { "\($0)" }
        return contents + base.diagnostics.map(\.description)
    }

    private static let files: [[UInt8]] = [
        FileBuilder.classic(), FileBuilder.classic(lineEnd: "\n"), FileBuilder.streamed(),
        FileBuilder.hybrid(), FileBuilder.linearized(), FileBuilder.gapped(),
        FileBuilder.streamed().removingAll("startxref"), everything("\n"), everything(" \r\n"),
        everything("\r\n"),
    ]

    @Test(arguments: files.indices)
    func aFileReadsTheSameInWindowsOfAnySize(file: Int) throws {
        let bytes = Self.files[file]
        let whole = try contents(MemoryByteSource(bytes))
        for window in 1...130 {
            let source = WindowedSource(bytes, window: window)
            let found = try contents(source)
            #expect(found == whole, "windows of \(window)")
        }
    }

    private static func everything(_ lineEnd: String) -> [UInt8] {
        var file = FileBuilder()
        file.onePage()
        file.object(
            6,
            "[12 7 3 R -0.25/A#20B/C(a\\)\\051(b))<00 fF>null true<</K[1 2]/L<</M/N>>>>]%x\n"
        )
        file.object(7, "<</Length 4 /P (text)>>\nstream\(lineEnd)data\nendstream")
        file.object(8, "<</Length 7/A 1>>stream\(lineEnd)wrong\nendstream")
        file.object(9, "endobj", end: "\n")
        file.object(10, "12", end: " ")
        file.object(11, "[1 2", end: "\n")
        let start = file.table([0...4, 5...9, 10...11])
        file.trailer("/Size 12/Root 1 0 R/ID[(a)(b)]", start: start)
        return file.bytes
    }
}
