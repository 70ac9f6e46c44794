// SPDX-License-Identifier: Apache-2.0
import Faults
import JSON
import Testing

@testable import CommandLineTool

@Suite struct ErrorOutputTests {
    let fault = Fault(
        .invalidDocument,
        "The cross-reference is broken.",
        at: Place(file: "a\"b.pdf", object: "12 0", byteOffset: 34, pageIndex: 4),
        cause: "a loop"
    )

    @Test func aPersonReadsOneLine() {
        #expect(
            ErrorOutput.line(fault, asJSON: false)
                == "inkstone: error: The cross-reference is broken. "
                + "(a\"b.pdf, page 5, object 12 0, byte 34): a loop\n"
        )
        #expect(
            ErrorOutput.line(Fault(.usage, "Say more."), asJSON: false)
                == "inkstone: error: Say more.\n"
        )
    }

    @Test func aMachineReadsOneLineOfJSON() {
        #expect(
            ErrorOutput.line(fault, asJSON: true)
                == "{\"error\":{\"code\":\"invalidDocument\","
                + "\"message\":\"The cross-reference is broken.\","
                + "\"place\":{\"file\":\"a\\\"b.pdf\",\"page\":5,\"object\":\"12 0\","
                + "\"byteOffset\":34},\"cause\":\"a loop\"}}\n"
        )
        #expect(
            ErrorOutput.line(Fault(.usage, "Say more."), asJSON: true)
                == "{\"error\":{\"code\":\"usage\",\"message\":\"Say more.\",\"place\":{}}}\n"
        )
    }

    @Test func aDiagnosticIsOneLine() {
        let diagnostic = Diagnostic(.repaired, "Rebuilt.", at: Place(byteOffset: 3))
        #expect(ErrorOutput.line(diagnostic) == "inkstone: repaired: Rebuilt. (byte 3)\n")
        #expect(
            ErrorOutput.json(diagnostic).serialised()
                == "{\"severity\":\"repaired\",\"message\":\"Rebuilt.\",\"place\":{\"byteOffset\":3}}"
        )
    }

    @Test func aFileNameCannotCommandTheTerminal() {
        let fault = Fault(.notFound, "No file.", at: Place(file: "a\u{1B}[2J\nb\u{9B}c"))
        #expect(
            ErrorOutput.line(fault, asJSON: false)
                == "inkstone: error: No file. (a\\u{1b}[2J\\u{a}b\\u{9b}c)\n"
        )
    }
}
