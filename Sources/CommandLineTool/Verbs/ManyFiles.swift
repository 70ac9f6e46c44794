// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import JSON

/// Runs a verb over several files: one bad file does not stop the others, and each is named.
enum ManyFiles {
    /// The exit status of the whole: that of the only file, or `partialFailure`.
    ///
    /// - Parameters:
    ///   - body: does the work for one file and returns its exit status.
    static func run(
        _ files: [String],
        asJSON: Bool,
        _ body: (String) throws(Fault) -> Int32
    ) throws(Fault) -> Int32 {
        if files.count == 1 {
            do { return try body(files[0]) } catch { throw error.inFile(files[0]) }
        }
        var failed = 0
        var worst: Int32 = 0
        for file in files {
            do {
                worst = max(worst, try body(file))
            } catch {
                if error.code == .cancelled { throw error }
                failed += 1
                try Output.error.write(ErrorOutput.line(error.inFile(file), asJSON: asJSON))
            }
        }
        if failed > 0 {
            throw Fault(
                .partialFailure,
                "\(failed) of \(files.count) files failed; the others are done."
            )
        }
        return worst
    }
}
