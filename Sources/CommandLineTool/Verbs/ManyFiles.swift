// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import JSON

/// Runs a verb over several files: one bad file does not stop the others, and each is named.
enum ManyFiles {
    /// What a verb has to say about one file.
    struct Answer {
        /// The exit status if this were the only file.
        var status: Int32 = 0
        /// For machines; `nil` when standard output holds the result itself.
        var value: JSONValue?
        /// For people.
        var text = ""
    }

    /// Writes the answers to standard output, for people as they come, for machines together: the
    /// value of the only file, or an array of those that did not fail.
    ///
    /// - Parameters:
    ///   - files: as the person named them.
    ///   - asJSON: for machines.
    ///   - body: does the work for one file.
    /// - Returns: the exit status of the whole: that of the only file, or the highest.
    /// - Throws: what the only file failed with, or `partialFailure`.
    static func run(
        _ files: [String],
        asJSON: Bool,
        _ body: (String) throws(Fault) -> Answer
    ) throws(Fault) -> Int32 {
        if files.count == 1 {
            let answer: Answer
            do { answer = try body(files[0]) } catch { throw error.inFile(files[0]) }
            if !asJSON {
                try Output.standard.write(answer.text)
            } else if let value = answer.value {
                try write(value)
            }
            return answer.status
        }
        var failed = 0
        var worst: Int32 = 0
        var values: [JSONValue] = []
        for file in files {
            let answer: Answer
            do {
                answer = try body(file)
            } catch {
                if error.code == .cancelled { throw error.inFile(file) }
                failed += 1
                try Output.error.write(ErrorOutput.line(error.inFile(file), asJSON: asJSON))
                continue
            }
            worst = max(worst, answer.status)
            if let value = answer.value { values.append(value) }
            if !asJSON { try Output.standard.write(answer.text) }
        }
        if asJSON {
            try write(.array(values))
        }
        if failed > 0 {
            let others = failed < files.count ? "; the others are done." : "."
            throw Fault(.partialFailure, "\(failed) of \(files.count) files failed\(others)")
        }
        return worst
    }

    private static func write(_ value: JSONValue) throws(Fault) {
        var bytes = value.serialisedBytes(pretty: true)
        bytes.append(0x0A)
        try Output.standard.write(bytes)
    }
}
