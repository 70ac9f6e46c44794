// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// What qpdf says of a file: a reader that was not written here.
struct Stranger {
    var status: Int32
    /// Its complaints without the file's name and without offsets.
    var complaints: [String]

    /// Runs `qpdf --check`.
    ///
    /// Without qpdf the test fails: `apt-get install qpdf`.
    static func check(_ bytes: [UInt8]) throws -> Stranger {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("inkstone-\(UUID().uuidString).pdf")
        try Data(bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["qpdf", "--check", file.path]
        let report = file.appendingPathExtension("txt")
        try Data().write(to: report)
        defer { try? FileManager.default.removeItem(at: report) }
        let output = try FileHandle(forWritingTo: report)
        process.standardOutput = output
        process.standardError = output
        try process.run()
        process.waitUntilExit()
        let data = try Data(contentsOf: report)
        try #require(process.terminationStatus != 127, "qpdf is missing: apt-get install qpdf")
        let lines = String(decoding: data, as: UTF8.self).split(separator: "\n").map {
            $0.replacingOccurrences(of: file.path, with: "FILE")
                .replacingOccurrences(
                    of: #"offset \d+"#,
                    with: "offset N",
                    options: .regularExpression
                )
        }
        return Stranger(
            status: process.terminationStatus,
            complaints: lines.filter { $0.contains("WARNING") || $0.contains("ERROR") }
        )
    }
}

/// Expects that a stranger has nothing against the output that it had not against the input.
func expectNoNewComplaint(
    _ output: [UInt8],
    from input: [UInt8],
    _ location: SourceLocation = #_sourceLocation
) throws {
    let before = try Stranger.check(input)
    let after = try Stranger.check(output)
    let fresh = after.complaints.filter { !before.complaints.contains($0) }
    #expect(fresh.isEmpty, sourceLocation: location)
    #expect(after.status <= before.status, sourceLocation: location)
}

/// Expects that a stranger has nothing against the file at all.
func expectClean(_ output: [UInt8], _ location: SourceLocation = #_sourceLocation) throws {
    let found = try Stranger.check(output)
    #expect(found.complaints.isEmpty, sourceLocation: location)
    #expect(found.status == 0, sourceLocation: location)
}
