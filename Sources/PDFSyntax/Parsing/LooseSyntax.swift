// SPDX-License-Identifier: Apache-2.0
package import Faults

/// Reading syntax that lies in no file, as tests and fuzzers do.
package enum LooseSyntax {
    /// How many tokens the bytes have (ISO 32000-2, 7.2).
    package static func tokenCount(in bytes: [UInt8]) -> Int {
        var lexer = Lexer(bytes[...])
        var count = 0
        while lexer.next() != .end { count += 1 }
        return count
    }

    /// The direct object that the bytes begin with (7.3).
    ///
    /// - Throws: `invalidDocument` when they begin with none.
    package static func object(_ bytes: [UInt8]) throws(Fault) -> COSObject {
        var parser = ObjectParser(bytes[...], fileOffset: 0, isWhole: true)
        do {
            return try parser.value(depth: 0)
        } catch {
            switch error {
            case .windowTooSmall: throw Fault(.internal, "The parser asked for more than all.")
            case .malformed(let message, let index):
                throw Fault(.invalidDocument, message, at: Place(byteOffset: index))
            }
        }
    }
}
