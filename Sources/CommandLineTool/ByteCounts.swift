// SPDX-License-Identifier: Apache-2.0
internal import Faults

/// Numbers of bytes as people write them: `200000`, `300kB`, `10MB`, `1GB`.
enum ByteCounts {
    private static let units: [(suffix: String, bytes: Int)] = [
        ("kb", 1000), ("mb", 1_000_000), ("gb", 1_000_000_000), ("k", 1000), ("m", 1_000_000),
        ("g", 1_000_000_000), ("b", 1),
    ]

    /// Reads a number of bytes, at least 1.
    ///
    /// - Throws: `usage` that names the option.
    static func parse(_ text: String, of option: String) throws(Fault) -> Int {
        let lower = text.lowercased()
        let unit = units.first { lower.hasSuffix($0.suffix) }
        let digits = lower.dropLast(unit?.suffix.count ?? 0)
        let isPlain = !digits.isEmpty && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
        let (bytes, overflow) = (isPlain ? Int(digits) ?? 0 : 0)
            .multipliedReportingOverflow(by: unit?.bytes ?? 1)
        guard bytes > 0, !overflow else {
            throw Fault(.usage, "\(option) is a size such as 300kB or 10MB, not \"\(text)\".")
        }
        return bytes
    }
}
