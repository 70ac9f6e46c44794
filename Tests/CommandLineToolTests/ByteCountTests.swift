// SPDX-License-Identifier: Apache-2.0
import Faults
import Testing

@testable import CommandLineTool

@Suite struct ByteCountTests {
    @Test(arguments: [
        ("1", 1), ("300kB", 300_000), ("10MB", 10_000_000), ("2g", 2_000_000_000), ("7 b", nil),
        ("0", nil), ("-1", nil), ("", nil), ("kB", nil), ("1.5MB", nil),
        ("99999999999999999999", nil), ("9999999999999GB", nil),
    ])
    func sizesAreReadAsPeopleWriteThem(_ text: String, _ bytes: Int?) {
        #expect((try? ByteCounts.parse(text, of: "--max-size")) == bytes)
    }
}
