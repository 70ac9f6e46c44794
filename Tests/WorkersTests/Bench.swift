// SPDX-License-Identifier: Apache-2.0
import Faults
import Foundation
import Testing
import Workers

/// What the tests of this target share: files of the repository, and other programs as judges.
enum Bench {
    static let repository = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    static func bytes(of path: String) throws -> [UInt8] {
        try [UInt8](Data(contentsOf: repository.appending(path: path)))
    }

    /// As an SVG would name it.
    static func address(of path: String) -> String {
        repository.appending(path: path).absoluteString
    }

    static func client() -> WorkerClient { WorkerClient(forTests: true) }

    /// The code of the fault that `work` throws, `nil` when it throws none.
    static func code(of work: () throws -> Void) -> FaultCode? {
        do {
            try work()
            return nil
        } catch {
            return (error as? Fault)?.code
        }
    }

    /// A small SVG with these attributes on its root.
    static func svg(_ attributes: String, _ content: String = "") -> [UInt8] {
        let names =
            "xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink'"
        return Array("<svg \(names) \(attributes)>\(content)</svg>".utf8)
    }

    /// The four numbers after /MediaBox.
    static func mediaBox(_ pdf: [UInt8]) -> [Double] {
        let text = String(decoding: pdf, as: UTF8.self)
        guard let start = text.range(of: "/MediaBox ["),
            let end = text.range(of: "]", range: start.upperBound..<text.endIndex)
        else { return [] }
        return text[start.upperBound..<end.lowerBound].split(separator: " ").compactMap {
            Double($0)
        }
    }

    /// The page as Poppler draws it, RGB on white.
    static func render(_ pdf: [UInt8], dpi: Int) throws -> Picture {
        let output = try run("pdftoppm", "poppler-utils", ["-r", "\(dpi)", "-"], input: pdf)
        return try #require(Picture(ppm: output))
    }

    /// What another program writes.
    ///
    /// A missing one fails the test with its package's name.
    static func run(
        _ program: String,
        _ package: String,
        _ arguments: [String],
        input: [UInt8]
    ) throws -> [UInt8] {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "inkstone-\(UUID().uuidString)"
        )
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "input")
        try Data(input).write(to: file)
        let path = try #require(
            ["/usr/bin", "/usr/local/bin"].map { "\($0)/\(program)" }.first {
                FileManager.default.isExecutableFile(atPath: $0)
            },
            "\(program) is missing: install \(package)"
        )
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.standardInput = try FileHandle(forReadingFrom: file)
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return [UInt8](output)
    }
}

/// A binary PPM.
struct Picture: Hashable {
    let width: Int
    let height: Int
    let bytes: ArraySlice<UInt8>

    init?(ppm: [UInt8]) {
        let header = ppm.prefix(64).split(maxSplits: 3, whereSeparator: { $0 == 10 || $0 == 32 })
        guard header.count == 4, header[0].elementsEqual("P6".utf8),
            let width = Int(String(decoding: header[1], as: UTF8.self)),
            let height = Int(String(decoding: header[2], as: UTF8.self)),
            ppm.count > width * height * 3
        else { return nil }
        self.width = width
        self.height = height
        bytes = ppm.suffix(width * height * 3)
    }

    /// Red, green and blue at this place, counted from the top left.
    subscript(x: Int, y: Int) -> [UInt8] {
        let start = bytes.startIndex + (y * width + x) * 3
        return Array(bytes[start..<start + 3])
    }
}
