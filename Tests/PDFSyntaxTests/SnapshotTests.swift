// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import PDFSyntax

/// What an update looks like, kept so that people can read it in a review.
///
/// When a change is meant, delete the file; the test writes it anew and fails once.
@Suite struct SnapshotTests {
    private func expectSnapshot(
        _ name: String,
        _ bytes: [UInt8],
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Snapshots/\(name).txt")
        let text = readable(bytes)
        guard let kept = try? String(contentsOf: file, encoding: .utf8) else {
            try text.write(to: file, atomically: true, encoding: .utf8)
            Issue.record("\(name) was written; look at it and commit it", sourceLocation: location)
            return
        }
        #expect(text == kept, sourceLocation: location)
    }

    /// Printable ASCII as it is; other bytes as their hexadecimal value.
    private func readable(_ bytes: [UInt8]) -> String {
        var text = ""
        for byte in bytes {
            switch byte {
            case 0x0A, 0x20...0x7E: text.unicodeScalars.append(Unicode.Scalar(byte))
            default: text += "‹" + String(format: "%02x", byte) + "›"
            }
        }
        return text
    }

    private func change(_ bytes: [UInt8]) throws -> [UInt8] {
        var document = try open(bytes)
        document.set(ObjectID(5), .string(Array("changed (once)".utf8)))
        _ = try document.add(
            .dictionary([
                "Name": .name("A B"), "Numbers": .array([.integer(1), .real(0.25), .null]),
                "Bytes": .string([0, 200, 255]), "Page": .reference(ObjectID(3)),
            ])
        )
        _ = try document.add(.stream(COSStream([:], data: Array("q Q".utf8))))
        return try document.delta()
    }

    @Test func theUpdateOfATable() throws {
        try expectSnapshot("update-of-a-table", try change(FileBuilder.classic()))
    }

    @Test func theUpdateOfAStream() throws {
        try expectSnapshot("update-of-a-stream", try change(FileBuilder.streamed()))
    }

    @Test func theUpdateOfAHybridFile() throws {
        try expectSnapshot("update-of-a-hybrid-file", try change(FileBuilder.hybrid()))
    }

    @Test func theUpdateOfALinearizedFile() throws {
        try expectSnapshot("update-of-a-linearized-file", try change(FileBuilder.linearized()))
    }

    @Test func theUpdateOfARepairedFile() throws {
        let bytes = FileBuilder.classic(end: "%%EOF").removingAll("startxref")
        try expectSnapshot("update-of-a-repaired-file", try change(bytes))
    }

    @Test func theUpdateOfAFileCutInsideAStream() throws {
        var file = FileBuilder()
        file.onePage()
        file.stream(6, "", Array("cut her".utf8), length: "500", end: "")
        try expectSnapshot("update-of-a-file-cut-inside-a-stream", try change(file.bytes))
    }

    @Test func theUpdateThatFreesAnObject() throws {
        var document = try open(FileBuilder.classic())
        document.free(ObjectID(5))
        try expectSnapshot("update-that-frees-an-object", try document.delta())
    }
}
